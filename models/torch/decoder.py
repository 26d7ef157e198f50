"""A decoder as Hugging Face transformers computes it, for llama, qwen2 and qwen3, with optional LoRA under PEFT's names.

The independent program beside Grove's engine: golden numbers, the pretraining script and the check of exported adapters stand on
it. Plain tensors by their Hugging Face names, one readable pass, autograd for gradients. It knows neither groups nor packing:
`forward` takes rows of ids, each a sequence of its own, causal, positions from 0 (padding belongs at the end of a row).
Whence: transformers' modeling_llama.py, modeling_qwen2.py, modeling_qwen3.py; PEFT's lora/layer.py.
"""
import json
import math
import os

import torch
import torch.nn.functional as F

from safetensors_file import read_safetensors

FAMILIES = ('llama', 'qwen2', 'qwen3')
LINEARS = ('self_attn.q_proj', 'self_attn.k_proj', 'self_attn.v_proj', 'self_attn.o_proj',
           'mlp.gate_proj', 'mlp.up_proj', 'mlp.down_proj')


class Config:
    """The fields of config.json that matter here, with transformers' defaults."""

    def __init__(self, fields):
        self.family = fields['model_type']
        if self.family not in FAMILIES:
            raise ValueError(f'expected model_type one of {FAMILIES}, got {self.family}')
        rope = fields.get('rope_parameters') or fields.get('rope_scaling') or {}
        if rope.get('rope_type', rope.get('type', 'default')) != 'default' or fields.get('partial_rotary_factor', 1) != 1:
            raise ValueError('scaled or partial rotary positions are not supported')
        if fields.get('use_sliding_window'):
            raise ValueError('sliding-window attention is not supported')
        if fields.get('hidden_act', 'silu') != 'silu':
            raise ValueError(f"expected hidden_act silu, got {fields['hidden_act']}")
        self.hidden = fields['hidden_size']
        self.layers = fields['num_hidden_layers']
        self.heads = fields['num_attention_heads']
        self.kv_heads = fields.get('num_key_value_heads') or self.heads
        self.head_dim = fields.get('head_dim') or self.hidden // self.heads
        self.mlp = fields['intermediate_size']
        self.vocab = fields['vocab_size']
        self.epsilon = fields.get('rms_norm_eps', 1e-6)
        self.theta = rope.get('rope_theta') or fields.get('rope_theta') or 10000.0
        self.tied = fields.get('tie_word_embeddings', False)
        # llama and qwen3 have "attention_bias" for q, k, v, o; qwen2 always has biases on q, k, v and never on o.
        everywhere = fields.get('attention_bias', False) and self.family != 'qwen2'
        self.biased = LINEARS[:4] if everywhere else LINEARS[:3] if self.family == 'qwen2' else ()

    def linear_shape(self, linear):
        """[outputs, inputs] of one of LINEARS."""
        query, key = self.heads * self.head_dim, self.kv_heads * self.head_dim
        return {'q_proj': [query, self.hidden], 'k_proj': [key, self.hidden], 'v_proj': [key, self.hidden],
                'o_proj': [self.hidden, query], 'gate_proj': [self.mlp, self.hidden], 'up_proj': [self.mlp, self.hidden],
                'down_proj': [self.hidden, self.mlp]}[linear.split('.')[1]]


def shapes_of(config):
    """{name: shape} of all weights, in the order of transformers' state_dict."""
    shapes = {'model.embed_tokens.weight': [config.vocab, config.hidden]}
    for layer in range(config.layers):
        prefix = f'model.layers.{layer}.'
        for linear in LINEARS:
            shapes[f'{prefix}{linear}.weight'] = config.linear_shape(linear)
            if linear in config.biased:
                shapes[f'{prefix}{linear}.bias'] = config.linear_shape(linear)[:1]
        if config.family == 'qwen3':
            shapes[f'{prefix}self_attn.q_norm.weight'] = [config.head_dim]
            shapes[f'{prefix}self_attn.k_norm.weight'] = [config.head_dim]
        shapes[f'{prefix}input_layernorm.weight'] = [config.hidden]
        shapes[f'{prefix}post_attention_layernorm.weight'] = [config.hidden]
    shapes['model.norm.weight'] = [config.hidden]
    if not config.tied:
        shapes['lm_head.weight'] = [config.vocab, config.hidden]
    return shapes


def adapter_name(layer, linear, part):
    """PEFT's name of a LoRA matrix; part is "A" [rank, inputs] or "B" [outputs, rank]."""
    return f'base_model.model.model.layers.{layer}.{linear}.lora_{part}.weight'


def adapter_shapes_of(config, rank):
    shapes = {}
    for layer in range(config.layers):
        for linear in LINEARS:
            outputs, inputs = config.linear_shape(linear)
            shapes[adapter_name(layer, linear, 'A')] = [rank, inputs]
            shapes[adapter_name(layer, linear, 'B')] = [outputs, rank]
    return shapes


def check_shapes(expected, tensors):
    """Raises a ValueError that names every missing, surplus or misshapen tensor."""
    faults = [f'{name} is missing' for name in expected if name not in tensors]
    faults += [f'{name} is not expected' for name in tensors if name not in expected]
    faults += [f'{name}: expected {expected[name]}, got {list(tensors[name].shape)}'
               for name in expected if name in tensors and list(tensors[name].shape) != expected[name]]
    if faults:
        raise ValueError('; '.join(faults))


def read_folder(folder, dtype=torch.float32):
    """(config fields, weights) of a Hugging Face folder with one model.safetensors."""
    with open(os.path.join(folder, 'config.json')) as file:
        fields = json.load(file)
    weights = read_safetensors(os.path.join(folder, 'model.safetensors'), dtype)
    config = Config(fields)
    if config.tied:
        weights.pop('lm_head.weight', None)
    check_shapes(shapes_of(config), weights)
    return fields, weights


def rms_norm(x, weight, epsilon):
    return weight * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + epsilon))


def rotary_tables(config, positions, dtype):
    """cos and sin [positions, head_dim]: the halves of a head share their frequencies."""
    inverse = 1.0 / config.theta ** (torch.arange(0, config.head_dim, 2, dtype=torch.float64) / config.head_dim)
    angle = torch.outer(positions.to(torch.float64), inverse)
    angle = torch.cat([angle, angle], -1)
    return angle.cos().to(dtype), angle.sin().to(dtype)


def rotate_half(x):
    first, second = x.chunk(2, -1)
    return torch.cat([-second, first], -1)


class Decoder:
    """Weights and, if any, one adapter: tensors by name. `scale` is PEFT's alpha ÷ rank."""

    def __init__(self, config, weights, adapter=None, scale=1.0):
        self.config, self.weights, self.adapter, self.scale = config, weights, adapter, scale

    def linear(self, layer, name, x):
        full = f'model.layers.{layer}.{name}'
        y = F.linear(x, self.weights[f'{full}.weight'], self.weights.get(f'{full}.bias'))
        if self.adapter is None:
            return y
        a, b = (self.adapter[adapter_name(layer, name, part)] for part in 'AB')
        return y + self.scale * F.linear(F.linear(x, a), b)

    def attention(self, layer, x, cos, sin):
        config, (rows, length, _) = self.config, x.shape

        def heads(name, count):
            return self.linear(layer, f'self_attn.{name}', x).view(rows, length, count, config.head_dim).transpose(1, 2)

        query, key, value = heads('q_proj', config.heads), heads('k_proj', config.kv_heads), heads('v_proj', config.kv_heads)
        if config.family == 'qwen3':
            query = rms_norm(query, self.weights[f'model.layers.{layer}.self_attn.q_norm.weight'], config.epsilon)
            key = rms_norm(key, self.weights[f'model.layers.{layer}.self_attn.k_norm.weight'], config.epsilon)
        query = query * cos + rotate_half(query) * sin
        key = key * cos + rotate_half(key) * sin
        key, value = (t.repeat_interleave(config.heads // config.kv_heads, 1) for t in (key, value))
        score = query @ key.transpose(-1, -2) / math.sqrt(config.head_dim)
        future = torch.ones(length, length, dtype=torch.bool).triu(1)
        mixed = F.softmax(score.masked_fill(future, -math.inf), -1) @ value
        return self.linear(layer, 'self_attn.o_proj', mixed.transpose(1, 2).reshape(rows, length, -1))

    def mlp(self, layer, x):
        gate = F.silu(self.linear(layer, 'mlp.gate_proj', x))
        return self.linear(layer, 'mlp.down_proj', gate * self.linear(layer, 'mlp.up_proj', x))

    def hidden(self, ids_B_T):
        """The final hidden states [B, T, C], normed."""
        config, weights = self.config, self.weights
        x = weights['model.embed_tokens.weight'][ids_B_T]
        cos, sin = rotary_tables(config, torch.arange(ids_B_T.shape[1]), x.dtype)
        for layer in range(config.layers):
            prefix = f'model.layers.{layer}.'
            x = x + self.attention(layer, rms_norm(x, weights[prefix + 'input_layernorm.weight'], config.epsilon), cos, sin)
            x = x + self.mlp(layer, rms_norm(x, weights[prefix + 'post_attention_layernorm.weight'], config.epsilon))
        return rms_norm(x, weights['model.norm.weight'], config.epsilon)

    def head(self, hidden):
        name = 'model.embed_tokens.weight' if self.config.tied else 'lm_head.weight'
        return F.linear(hidden, self.weights[name])

    def forward(self, ids_B_T):
        """Logits [B, T, V]."""
        return self.head(self.hidden(ids_B_T))
