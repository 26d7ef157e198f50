#!/usr/bin/env python3
"""Reads an exported adapter as a stranger would, and computes with it. For use by hand; the tests need no Python.

    python3 e2e/foreign/check_adapter.py ZIP MODEL_FOLDER [--text IDS]

Checks the zip (adapter_model.safetensors, adapter_config.json, README.md; they may lie one folder deep), PEFT's names, shapes and
dtypes against MODEL_FOLDER/config.json, that all numbers are finite, and computes logits with models/torch/decoder.py of the base
with and without the adapter. IDS: token ids with commas between them. Knows nothing of Grove's own readers and writers.
Exit status 1 and a list of faults when something is wrong. Where transformers and peft are installed, they load
the same folders and have to compute the same logits.
"""
import argparse
import json
import os
import sys
import tempfile
import zipfile

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../models/torch'))
from decoder import LINEARS, Config, Decoder, adapter_shapes_of, read_folder  # noqa: E402
from safetensors_file import read_header, read_safetensors  # noqa: E402

FILES = ('adapter_model.safetensors', 'adapter_config.json', 'README.md')


def unpacked(path, folder, faults):
    """{file name: path} of the three files."""
    with zipfile.ZipFile(path) as archive:
        broken = archive.testzip()
        if broken:
            faults.append(f'{broken}: wrong checksum')
        names = [name for name in archive.namelist() if not name.endswith('/')]
        archive.extractall(folder)
    print(f'zip: {", ".join(names)}')
    found = {os.path.basename(name): os.path.join(folder, name) for name in names}
    faults += [f'{name} is missing' for name in FILES if name not in found]
    faults += [f'{name} is not expected' for name in found if name not in FILES]
    if len({os.path.dirname(name) for name in names}) > 1:
        faults.append(f'the files lie in different folders: {names}')
    return found


def check_config(config, faults):
    """What peft.LoraConfig.from_pretrained needs to build the same adapter."""
    if config.get('peft_type') != 'LORA':
        faults.append(f'peft_type: expected LORA, got {config.get("peft_type")}')
    if config.get('task_type') != 'CAUSAL_LM':
        faults.append(f'task_type: expected CAUSAL_LM, got {config.get("task_type")}')
    for name, kind in (('r', int), ('lora_alpha', (int, float)), ('target_modules', list), ('base_model_name_or_path', str)):
        if not isinstance(config.get(name), kind):
            faults.append(f'{name}: got {config.get(name)!r}')
    for name, plain in (('bias', 'none'), ('fan_in_fan_out', False), ('use_rslora', False), ('use_dora', False),
                        ('modules_to_save', None), ('rank_pattern', {}), ('alpha_pattern', {})):
        if config.get(name, plain) != plain:
            faults.append(f'{name}: expected {plain!r}, got {config[name]!r}')
    linears = {linear.split('.')[1] for linear in LINEARS}
    surplus = set(config.get('target_modules') or []) - linears
    if surplus:
        faults.append(f'target_modules: {sorted(surplus)} are no linear layers of the model')


def check_tensors(model, config, header, tensors, faults):
    """Exactly the matrices of the targeted layers, in f32 and finite."""
    wanted = {name: shape for name, shape in adapter_shapes_of(model, config['r']).items()
              if name.split('.')[-3] in config['target_modules']}
    faults += [f'{name} is missing' for name in wanted if name not in tensors]
    faults += [f'{name} is not expected' for name in tensors if name not in wanted]
    for name, tensor in tensors.items():
        if name in wanted and list(tensor.shape) != wanted[name]:
            faults.append(f'{name}: expected shape {wanted[name]}, got {list(tensor.shape)}')
        if header[name]['dtype'] != 'F32':
            faults.append(f'{name}: expected F32, got {header[name]["dtype"]}')
        if not torch.isfinite(tensor).all():
            faults.append(f'{name} has numbers that are not finite')
    norms = {part: sum(t.double().pow(2).sum().item() for name, t in tensors.items() if f'lora_{part}' in name) ** 0.5
             for part in 'AB'}
    print(f'{len(tensors)} tensors, {sum(t.numel() for t in tensors.values()):,} parameters, '
          f'|A| {norms["A"]:.4f}, |B| {norms["B"]:.4f}' + ('' if norms['B'] else '  (B is zero: this adapter was never trained)'))


def compute(fields, weights, config, tensors, ids):
    """Prints how the next-token distribution of the base moves under the adapter; returns the adapted logits."""
    model = Config(fields)
    adapter = {name: torch.zeros(shape) for name, shape in adapter_shapes_of(model, config['r']).items()}
    adapter.update(tensors)  # layers that the adapter leaves out keep A = B = 0
    row = torch.tensor([ids])
    with torch.no_grad():
        base = Decoder(model, weights).forward(row)
        adapted = Decoder(model, weights, adapter, config['lora_alpha'] / config['r']).forward(row)
    if not torch.isfinite(adapted).all():
        raise SystemExit('the adapted logits are not finite')
    logp, base_logp = adapted.log_softmax(-1), base.log_softmax(-1)
    kl = (logp.exp() * (logp - base_logp)).sum(-1).mean().item()
    print(f'logits of {len(ids)} tokens: largest change {(adapted - base).abs().max().item():.4f}, mean KL to the base {kl:.5f}')
    for name, rows in (('base', base_logp), ('adapted', logp)):
        top = rows[0, -1].topk(min(5, model.vocab))
        print(f'  next token, {name}: ' + ', '.join(f'{i} {p.exp():.3f}' for i, p in zip(top.indices.tolist(), top.values)))
    return adapted


def check_with_peft(adapter_folder, model_folder, ids, ours):
    """Where transformers and peft are installed: they load the same folders and compute the same logits."""
    try:
        from peft import PeftModel
        from transformers import AutoModelForCausalLM
    except ImportError as error:
        print(f'transformers and peft were not asked: {error}')
        return
    base = AutoModelForCausalLM.from_pretrained(model_folder, attn_implementation='eager')
    with torch.no_grad():
        theirs = PeftModel.from_pretrained(base, adapter_folder).eval()(torch.tensor([ids])).logits
    apart = (theirs - ours).abs().max().item()
    print(f'transformers and peft compute the same logits up to {apart:.1e}')
    if apart > 1e-3 * ours.abs().max().item():
        raise SystemExit('transformers and peft compute other logits')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('zip'), parser.add_argument('model_folder')
    parser.add_argument('--text', help='token ids, with commas between them; default: 24 ids spread over the vocabulary')
    options = parser.parse_args()
    fields, weights = read_folder(options.model_folder)
    model, faults = Config(fields), []
    with tempfile.TemporaryDirectory() as folder:
        found = unpacked(options.zip, folder, faults)
        if not all(name in found for name in FILES):
            raise SystemExit('\n'.join(faults))
        with open(found['adapter_config.json']) as file:
            config = json.load(file)
        check_config(config, faults)
        print(f"adapter_config.json: r {config.get('r')}, alpha {config.get('lora_alpha')}, "
              f"targets {config.get('target_modules')}, base {config.get('base_model_name_or_path')}")
        header, _, _ = read_header(found['adapter_model.safetensors'])
        tensors = read_safetensors(found['adapter_model.safetensors'])
        if isinstance(config.get('r'), int) and config.get('target_modules'):
            check_tensors(model, config, header, tensors, faults)
        with open(found['README.md'], encoding='utf-8') as file:
            card = file.read()
        if not card.startswith('---\n') or 'base_model' not in card:
            faults.append('README.md: expected a card whose front matter names base_model')
        if faults:
            raise SystemExit('\n'.join(['FAULTS', *faults]))
        ids = [int(i) for i in options.text.split(',')] if options.text else [(7 * i + 3) % model.vocab for i in range(24)]
        adapted = compute(fields, weights, config, tensors, ids)
        check_with_peft(os.path.dirname(found['adapter_config.json']), options.model_folder, ids, adapted)
    print('the adapter reads and computes')


if __name__ == '__main__':
    main()
