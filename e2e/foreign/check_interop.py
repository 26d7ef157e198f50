#!/usr/bin/env python3
"""What Grove writes, other programs read, and the other way round; all of them have to compute the same.

    python3 e2e/foreign/check_interop.py [RUN_FOLDER]      # needs torch, transformers, peft, pyarrow, pandas; npm's packages; a GPU for Node

Without a folder a run of one small step is trained first. Checked, each within 1e-3 (log-probabilities of every token of the
vocabulary at every place of a text):
  1. a role's exported adapter in PEFT against Grove's own engine
  2. the same role's merged model in transformers against PEFT
  3. an adapter that PEFT made and saved (A and B drawn anew), loaded into Grove, against PEFT
  4. the rollouts' Parquet in pandas against their JSONL
Exit status 0: all agree. 1: something does not. 3: a package is missing, so nothing was checked. `npm test` runs it where it can.
"""
import json
import os
import subprocess
import sys
import tempfile
import zipfile

try:
    import pandas
    import pyarrow.parquet
    import torch
    from peft import LoraConfig, PeftModel, get_peft_model
    from tokenizers import Tokenizer
    from transformers import AutoModelForCausalLM, AutoTokenizer
except ImportError as error:
    print(f'{error}: pip install torch transformers peft pyarrow pandas')
    sys.exit(3)

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..')
MODEL = os.path.join(ROOT, 'models/sprout')
TOLERANCE = 1e-3
ROLE = 'plan'
SMALL = ['worldsPerStep=2', 'branches=4', 'turns=1', 'validationWorlds=4', 'testWorlds=4', 'learningRate=0.01']


def lab(*words):
    done = subprocess.run(['node', os.path.join(ROOT, 'src/headless/run-lab.mjs'), *words, '--quiet'], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f'lab {" ".join(words)} failed:\n{done.stderr}')


def logps_of_lab(ids, folder, *words):
    file = os.path.join(folder, 'logits.json')
    lab('logits', '--model', 'sprout', '--tokens', ','.join(map(str, ids)), '--json', file, *words)
    with open(file) as opened:
        return torch.tensor(json.load(opened)['logp_T_V'])


def logps_of(model, ids):
    with torch.no_grad():
        return model.eval()(torch.tensor([ids])).logits[0].float().log_softmax(-1)


def base():
    return AutoModelForCausalLM.from_pretrained(MODEL, attn_implementation='eager', dtype=torch.float32)


def compare(what, one, other):
    apart = (one - other).abs().max().item()
    print(f'{what}: {apart:.1e} apart at most, over {one.numel()} log-probabilities')
    return [] if apart <= TOLERANCE else [f'{what}: {apart:.1e} is more than {TOLERANCE}']


def unzipped(path, folder):
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    return folder


def check_ours(run, ids, folder):
    at = lambda name: os.path.join(folder, name)
    lab('export', '--run', run, '--role', ROLE, '--out', at('adapter.zip'))
    lab('export', '--run', run, '--role', ROLE, '--format', 'merged', '--out', at('merged.zip'))
    peft = logps_of(PeftModel.from_pretrained(base(), unzipped(at('adapter.zip'), at('adapter'))), ids)
    moved = (peft - logps_of(base(), ids)).abs().max().item()
    print(f'the trained adapter moves log-probabilities by up to {moved:.3f}')
    merged = unzipped(at('merged.zip'), at('merged'))
    whole = logps_of(AutoModelForCausalLM.from_pretrained(merged, attn_implementation='eager', dtype=torch.float32), ids)
    faults = compare('1. our adapter, PEFT against Grove', peft, logps_of_lab(ids, folder, '--run', run, '--role', ROLE))
    faults += compare('2. our merged model, transformers against PEFT', whole, peft)
    text = 'sokoban 1 start\n@ 3 4 $ 2 3 . 1 1\nplan: UURD'
    if AutoTokenizer.from_pretrained(merged)(text).input_ids != Tokenizer.from_file(os.path.join(MODEL, 'tokenizer.json')).encode(text).ids:
        faults.append('2. the merged folder\'s tokenizer reads a text as other tokens than the base\'s')
    return faults if moved > 0 else [*faults, '1. the adapter changes nothing: was it trained?']


def check_theirs(ids, folder):
    torch.manual_seed(7)
    targets = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj']
    model = get_peft_model(base(), LoraConfig(r=8, lora_alpha=24, target_modules=targets, task_type='CAUSAL_LM'))
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if 'lora_B' in name:
                weight.normal_(0, 0.1)
    saved = os.path.join(folder, 'theirs')
    model.save_pretrained(saved)
    return compare('3. PEFT\'s adapter, Grove against PEFT', logps_of_lab(ids, folder, '--peft', saved), logps_of(model, ids))


def check_rollouts(run, folder):
    at = lambda name: os.path.join(folder, name)
    lab('export', '--run', run, '--out', at('rollouts.parquet'))
    lab('export', '--run', run, '--out', at('rollouts.jsonl'))
    table = pyarrow.parquet.read_table(at('rollouts.parquet'))
    frame = pandas.read_parquet(at('rollouts.parquet'))
    with open(at('rollouts.jsonl'), encoding='utf-8') as opened:
        lines = [json.loads(line) for line in opened]
    faults = [] if len(lines) == len(frame) else [f'4. {len(frame)} rows in Parquet, {len(lines)} lines of JSONL']
    for line, row in zip(lines, table.to_pylist()):
        if {name: value for name, value in row.items() if value is not None} != line:
            faults.append(f'4. step {line["step"]}, world {line["world"]}, branch {line["branch"]} differs')
            break
    groups = frame.groupby(['step', 'world', 'group'])
    centred = groups['advantage'].mean().abs().max()
    if (groups['prompt'].nunique() != 1).any() or (groups['is_trunk'].sum() != 1).any():
        faults.append('4. a group has several prompts, or not one trunk')
    print(f'4. rollouts: {len(frame)} rows, {len(frame.columns)} columns, {len(groups)} groups, mean advantage of a group at most {centred:.1e}')
    return faults


def main():
    ids = [(7 * i + 3) % 67 for i in range(24)]
    with tempfile.TemporaryDirectory() as folder:
        run = sys.argv[1] if len(sys.argv) > 1 else os.path.join(folder, 'run')
        if len(sys.argv) < 2:
            lab('train', '--preset', 'quick', '--steps', '1', '--out', run, *[word for knob in SMALL for word in ('--set', knob)])
        faults = check_ours(run, ids, folder) + check_theirs(ids, folder) + check_rollouts(run, folder)
    print('\n'.join(['FAULTS', *faults]) if faults else 'Grove, PEFT, transformers and pandas agree')
    sys.exit(1 if faults else 0)


main()
