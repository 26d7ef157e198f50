#!/usr/bin/env python3
"""Makes src/contract/rope.golden.json: the inverse frequencies that transformers computes for Llama 3's scaled rotary positions. By
hand; the test needs no Python.

    pip install torch transformers
    python3 e2e/foreign/make_rope_golden.py
"""
import json
import os

from transformers import LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../src/contract/rope.golden.json')


def case(head_size, theta, scaling):
    given = {'hidden_size': head_size * 4, 'num_attention_heads': 4, 'head_dim': head_size, 'rope_theta': theta,
             'max_position_embeddings': 131072, 'rope_scaling': {**scaling, 'rope_type': 'llama3'}}
    frequencies, attention = ROPE_INIT_FUNCTIONS['llama3'](LlamaConfig(**given), 'cpu')
    assert attention == 1.0
    return {**given, 'frequencies': [float(value) for value in frequencies]}


llama = {'low_freq_factor': 1.0, 'high_freq_factor': 4.0, 'original_max_position_embeddings': 8192}
cases = [
    case(64, 500000.0, {**llama, 'factor': 32.0}),  # Llama 3.2 1B
    case(128, 500000.0, {**llama, 'factor': 8.0}),  # Llama 3.1 8B
    case(16, 100.0, {'factor': 4.0, 'low_freq_factor': 1.0, 'high_freq_factor': 2.0, 'original_max_position_embeddings': 64}),
]
with open(OUT, 'w') as file:
    json.dump(cases, file, indent=1)
    file.write('\n')
