#!/usr/bin/env python3
"""Makes the golden files of src/files/formats/gguf/golden with programs that share no line with Grove. By hand; tests need no Python.

    pip install gguf torch transformers accelerate     # made with gguf 0.19.0, transformers 5.x
    python3 e2e/foreign/make_gguf_golden.py

blocks.json: random blocks of every quantised type and what the gguf package (ggml's own) makes of them.
{llama,qwen2,qwen3,llama3}.gguf: miniatures with random weights, every type among their tensors, written by the gguf package, q and k of
llama permuted as llama.cpp's converter does; llama3 has scaled rotary positions, as the converter writes them: a tensor of divisors.
{llama,qwen2,qwen3,llama3}.json: what transformers computes after reading that very file: its
configuration, a few tensors' sums by Hugging Face name, the logits of a short text; and how transformers splits and joins texts with
the file's vocabulary.
"""
import base64
import json
import math
import os

import gguf
import numpy as np
import torch
from gguf import GGMLQuantizationType as Type
from gguf.quants import dequantize, quantize
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import AutoModelForCausalLM

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../src/files/formats/gguf/golden')
BLOCKS = [Type.Q4_0, Type.Q4_1, Type.Q5_0, Type.Q5_1, Type.Q8_0, Type.Q4_K, Type.Q5_K, Type.Q6_K]
SCALES = {Type.Q4_0: [0], Type.Q4_1: [0, 2], Type.Q5_0: [0], Type.Q5_1: [0, 2], Type.Q8_0: [0], Type.Q4_K: [0, 2], Type.Q5_K: [0, 2],
          Type.Q6_K: [208]}  # where the f16 scales of a block lie
HIDDEN, MIDDLE, LAYERS = 32, 256, 3
SHAPES = {'llama': (4, 2, 8), 'qwen2': (4, 2, 8), 'qwen3': (4, 2, 8), 'llama3': (2, 1, 16)}  # heads, those of k and v, size of one
# so that three of the eight frequencies lie between slow and fast; transformers reads nothing of it from a GGUF file
THETA3, SCALING3 = 100.0, {'rope_type': 'llama3', 'factor': 4.0, 'low_freq_factor': 1.0, 'high_freq_factor': 4.0,
                           'original_max_position_embeddings': 64}
TEXTS = ['the cat  sat on the mat.', "It's 2026 – don't\n\n\tpanic", 'Grüße, 世界 🌳', '<|im_start|>user\nUURD<|im_end|>\n']
CHAT = ("{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\n' + m['content'] + '<|im_end|>' + '\n' }}{% endfor %}"
        "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}")


def coded(array):
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()


def random_blocks(rng, kind, count, scale):
    """Blocks of random bytes whose scales are ±scale, so that no number is absurd."""
    _, size = gguf.GGML_QUANT_SIZES[kind]
    raw = rng.integers(0, 256, (count, size), dtype=np.uint8)
    for at in SCALES[kind]:
        values = (rng.uniform(0.5, 1, count) * scale * rng.choice([-1, 1], count)).astype(np.float16)
        raw[:, at:at + 2] = values.view(np.uint8).reshape(count, 2)
    return raw


def block_golden(rng):
    golden = {}
    for kind in BLOCKS:
        raw = random_blocks(rng, kind, 6, 0.01)
        golden[kind.name] = {'bytes': coded(raw), 'floats': coded(dequantize(raw, kind).astype(np.float32))}
    return golden


def permuted(weight, heads):
    """Rows as llama.cpp's converter lays them for rotary pairs that are neighbours."""
    return weight.reshape(heads, 2, weight.shape[0] // heads // 2, *weight.shape[1:]).swapaxes(1, 2).reshape(weight.shape)


def vocabulary():
    """A byte-level BPE with a few merges, its control tokens first as in SmolLM2."""
    symbols = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = ['t h', 'th e', 'Ġ the', 'a t', 'Ġ s', 'Ġ c', 'o n', 'Ġ o', 'U U', 'R D', 'i t', 'Ġ m', 'Ċ Ċ', '2 0', 'Ġ Ġ', "' t"]
    control = ['<|endoftext|>', '<|im_start|>', '<|im_end|>']
    joined = [merge.replace(' ', '') for merge in merges]
    return control, symbols, merges, control + symbols + joined


def reference_tokenizer(kind):
    control, _, merges, tokens = vocabulary()
    tokenizer = Tokenizer(models.BPE(vocab={token: i for i, token in enumerate(tokens)}, merges=[tuple(m.split(' ')) for m in merges]))
    tokenizer.add_special_tokens(control)
    digits = pre_tokenizers.Digits(individual_digits=True)
    bytes_ = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=kind in ('smollm', 'gpt-2'))
    pattern = {'qwen2': r'\p{N}', 'llama-bpe': r'\p{N}{1,3}'}.get(kind)
    if pattern is None:
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([digits, bytes_])
    else:
        from tokenizers import Regex, normalizers
        split = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|" + pattern +
                 r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(split), 'isolated'), bytes_])
        if kind == 'qwen2':
            tokenizer.normalizer = normalizers.NFC()
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def rope_divisors(head, theta, scaling):
    """As Llama3Model of llama.cpp's converter computes them."""
    divisors = []
    for pair in range(head // 2):
        wavelength = 2 * math.pi * theta ** (2 * pair / head)
        low, high = scaling['low_freq_factor'], scaling['high_freq_factor']
        smooth = (scaling['original_max_position_embeddings'] / wavelength - low) / (high - low)
        smooth = min(1, max(0, smooth))
        divisors.append(1 / ((1 - smooth) / scaling['factor'] + smooth))
    return np.array(divisors, dtype=np.float32)


def write_miniature(rng, miniature, path):
    all_heads, kv_heads, head = SHAPES[miniature]
    family = 'llama' if miniature == 'llama3' else miniature
    control, _, merges, tokens = vocabulary()
    pre = {'llama': 'smollm', 'qwen2': 'qwen2', 'qwen3': 'qwen2'}[family]
    writer = gguf.GGUFWriter(path, family)
    writer.add_name(f'random {miniature}')
    writer.add_block_count(LAYERS)
    writer.add_context_length(256)
    writer.add_embedding_length(HIDDEN)
    writer.add_feed_forward_length(MIDDLE)
    writer.add_head_count(all_heads)
    writer.add_head_count_kv(kv_heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_freq_base(THETA3 if miniature == 'llama3' else 10000.0)
    writer.add_vocab_size(len(tokens))
    if family == 'qwen3':
        writer.add_key_length(head)
        writer.add_value_length(head)
    writer.add_tokenizer_model('gpt2')
    writer.add_tokenizer_pre(pre)
    writer.add_token_list(tokens)
    writer.add_token_types([3] * len(control) + [1] * (len(tokens) - len(control)))
    writer.add_token_merges(merges)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template(CHAT)

    def normal(*shape):
        return rng.normal(0, 0.25, shape).astype(np.float32)

    def put(name, weight, kind=Type.F32):
        writer.add_tensor(name, weight if kind == Type.F32 else quantize(weight, kind), raw_dtype=None if kind == Type.F32 else kind)

    if miniature == 'llama3':
        put('rope_freqs.weight', rope_divisors(head, THETA3, SCALING3))
    put('token_embd.weight', normal(len(tokens), HIDDEN) * 2, Type.Q8_0)
    kinds = [[Type.Q4_0, Type.Q4_1, Type.Q8_0, Type.F16, Type.Q5_0, Type.Q5_1], [Type.F32, Type.BF16, Type.Q4_0, Type.Q4_1, Type.Q8_0, Type.F16],
             [Type.BF16, Type.Q8_0, Type.Q5_1, Type.Q5_0, Type.Q4_1, Type.Q4_0]]
    for layer, down in enumerate([Type.Q4_K, Type.Q5_K, Type.Q6_K]):
        put(f'blk.{layer}.attn_norm.weight', 1 + normal(HIDDEN))
        for (name, rows, heads), kind in zip([('q', all_heads * head, all_heads), ('k', kv_heads * head, kv_heads), ('v', kv_heads * head, 0)], kinds[layer]):
            weight = normal(rows, HIDDEN)
            put(f'blk.{layer}.attn_{name}.weight', permuted(weight, heads) if family == 'llama' and heads else weight, kind)
            if family == 'qwen2':
                put(f'blk.{layer}.attn_{name}.bias', normal(rows))
        if family == 'qwen3':
            put(f'blk.{layer}.attn_q_norm.weight', 1 + normal(head))
            put(f'blk.{layer}.attn_k_norm.weight', 1 + normal(head))
        put(f'blk.{layer}.attn_output.weight', normal(HIDDEN, all_heads * head), kinds[layer][3])
        put(f'blk.{layer}.ffn_norm.weight', 1 + normal(HIDDEN))
        put(f'blk.{layer}.ffn_gate.weight', normal(MIDDLE, HIDDEN), kinds[layer][4])
        put(f'blk.{layer}.ffn_up.weight', normal(MIDDLE, HIDDEN), kinds[layer][5])
        writer.add_tensor(f'blk.{layer}.ffn_down.weight', random_blocks(rng, down, HIDDEN, 0.0003), raw_dtype=down)
    put('output_norm.weight', 1 + normal(HIDDEN))
    if family == 'qwen2':
        put('output.weight', normal(len(tokens), HIDDEN), Type.F16)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return pre


def miniature_golden(path, pre):
    folder, name = os.path.split(path)
    # transformers does not read it from the file, and its default is that of the real Qwen3
    own = {'qwen3.gguf': {'head_dim': SHAPES['qwen3'][2]},
           'llama3.gguf': {'rope_parameters': {**SCALING3, 'rope_theta': THETA3}}}.get(name, {})
    model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=name, dtype=torch.float32, **own).double().eval()
    tokenizer = reference_tokenizer(pre)
    ids = tokenizer.encode('<|im_start|>the cat sat on the mat 20').ids
    with torch.no_grad():
        logits = model(torch.tensor([ids])).logits[0].float().numpy()
    config = model.config.to_dict()
    if name == 'llama3.gguf':
        assert config['rope_parameters']['rope_type'] == 'llama3', config['rope_parameters']
        config['rope_scaling'] = {key: config['rope_parameters'][key] for key in SCALING3}
    fields = ['model_type', 'hidden_size', 'intermediate_size', 'num_hidden_layers', 'num_attention_heads', 'num_key_value_heads',
              'rms_norm_eps', 'vocab_size', 'tie_word_embeddings']
    fields += ['rope_scaling'] if 'rope_scaling' in config and config['rope_scaling'] else []
    state = model.state_dict()
    sums = {key: [float(value.sum()), float((value * torch.arange(value.numel()).reshape(value.shape)).sum() / value.numel())]
            for key, value in state.items()}
    texts = [{'text': text, 'ids': tokenizer.encode(text).ids, 'decoded': tokenizer.decode(tokenizer.encode(text).ids)} for text in TEXTS]
    return {'config': {key: config[key] for key in fields}, 'sums': sums, 'token_T': ids, 'shape': list(logits.shape),
            'logits_T_V': coded(logits), 'texts': texts}


def main():
    rng = np.random.default_rng(20261121)
    with open(os.path.join(FOLDER, 'blocks.json'), 'w') as file:
        json.dump(block_golden(rng), file)
    for name in SHAPES:
        path = os.path.join(FOLDER, f'{name}.gguf')
        pre = write_miniature(rng, name, path)
        with open(os.path.join(FOLDER, f'{name}.json'), 'w') as file:
            json.dump(miniature_golden(path, pre), file)
        print(name, os.path.getsize(path), 'bytes')


main()
