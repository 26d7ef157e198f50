#!/usr/bin/env python3
"""What Grove hands over to TRL, trained by the real one on a processor: two steps of GRPO for each role.

    python3 e2e/foreign/check_trl.py [RUN_FOLDER]      # needs trl, peft, datasets, torch; npm's packages; without a folder a GPU for Node

Without a folder a run of two small steps is trained first. Checked, for each role:
  1. the reward function: every recorded answer gets the reward that Grove recorded, and its terms are logged
  2. train_trl.py, with the folder's model and adapter: what TRL's trainer shows its model is Grove's own prompt, token by
     token; it starts from the run's adapter and moves it, and every reward is that of the world's server
  3. the trained adapter is saved and PEFT loads it
Exit status 0: all agree. 1: something does not. 3: a package is missing, so nothing was checked.
"""
import argparse
import importlib
import json
import os
import sys
import tempfile

try:
    import torch
    from peft import PeftModel
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from trl import GRPOTrainer, __version__ as version
except ImportError as error:
    print(f'{error}: pip install trl peft datasets torch')
    sys.exit(3)

from handed_off import HandedOff, apart, small_run, told

STEPS = 2


def rewards(handed, role, tokenizer, faults):
    """1."""
    reward = importlib.import_module(f'{handed.name}.rewards').trl_reward([tokenizer.eos_token_id])
    most, count = 0.0, 0
    for game, row in handed.answers():
        if row['role'] != role:
            continue
        logged = {}
        truth = {'style': 'rule', 'ground_truth': json.dumps(game)}
        completion = [{'role': 'assistant', 'content': tokenizer.decode(row['tokens'], skip_special_tokens=True)}]
        [got] = reward(completions=[completion], completion_ids=[row['tokens']], reward_model=[truth], log_metric=logged.__setitem__)
        terms = {name.removeprefix('grove/'): value for name, value in logged.items()}
        most, count = max(most, apart(terms, got, row)), count + 1
    told(f'1. {role}: recorded answers through the reward function', count, most, faults)


def trained(handed, role, folder, faults):
    """2. and 3."""
    script = importlib.import_module('train_trl')
    seen = []
    scored = GRPOTrainer._calculate_rewards

    def watched(self, inputs, prompts, completions, completion_ids_list):
        out = scored(self, inputs, prompts, completions, completion_ids_list)
        seen.append((inputs, completion_ids_list, out[:, 0].tolist()))
        return out

    GRPOTrainer._calculate_rewards = watched
    given = argparse.Namespace(role=role, steps=STEPS, out=os.path.join(folder, 'trained'), questions=2, answers=4, cpu=True)
    trainer = script.trained(given)
    GRPOTrainer._calculate_rewards = scored
    tokenizer, most, count = trainer.processing_class, 0.0, 0
    for inputs, all_ids, got in seen:
        for example, ids, reward in zip(inputs, all_ids, got):
            game = json.loads(example['reward_model']['ground_truth'])
            text = tokenizer.decode(ids, skip_special_tokens=True)
            ours = handed.world.shared.score(game, text, ids[-1] == tokenizer.eos_token_id)
            most, count = max(most, abs(reward - ours['reward'])), count + 1
    steps = trainer.state.global_step
    told(f'2. {role}: rewards in {steps} steps of TRL', count, most, faults, tolerance=1e-6)
    if steps != STEPS or count != STEPS * 8:
        faults.append(f'2. {role}: {steps} steps, {count} answers')
    shown = {row['prompt']: row['prompt_tokens'] for row in handed.rollouts if row['role'] == role}
    rows = [row for row in handed.rows(role) if row['prompt'][0]['content'] in shown]
    for row in rows:
        ids = tokenizer.apply_chat_template(row['prompt'], add_generation_prompt=True, tokenize=True, return_dict=False)
        if tokenizer.decode(ids) != row['prompt'][0]['content'] or len(ids) != shown[row['prompt'][0]['content']]:
            faults.append(f'2. {role}: a prompt is other tokens than it was to Grove')
    saved = os.path.join(folder, 'saved', role)
    trainer.save_model(saved)
    base = lambda: AutoModelForCausalLM.from_pretrained(handed.at('models/base'), dtype=torch.float32)
    before = PeftModel.from_pretrained(base(), handed.at('adapters', role)).state_dict()
    after = PeftModel.from_pretrained(base(), saved).state_dict()
    moved = {name: (after[name] - before[name]).abs().max().item() for name in before}
    adapter = max(value for name, value in moved.items() if 'lora_' in name)
    others = max(value for name, value in moved.items() if 'lora_' not in name)
    print(f'3. {role}: {len(rows)} prompts are Grove\'s own; the run\'s adapter moved by up to {adapter:.1e}, the base by {others:.0e}')
    # Adam's first steps are as long as the learning rate, whatever the gradient
    rate = json.load(open(handed.at('trl.json')))['grpo']['learning_rate']
    if not 0 < adapter <= 2 * STEPS * rate or others > 0 or not rows:
        faults.append(f'3. {role}: the adapter moved by {adapter}, the base by {others}, at a rate of {rate}')


def main():
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        handed = HandedOff(sys.argv[1] if len(sys.argv) > 1 else small_run(folder), folder)
        tokenizer = AutoTokenizer.from_pretrained(handed.at('models/base'))
        for role in json.load(open(handed.at('trl.json')))['roles']:
            rewards(handed, role, tokenizer, faults)
            trained(handed, role, folder, faults)
        handed.world.shared.close()
    print('\n'.join(['FAULTS', *faults]) if faults else f'Grove and TRL {version} agree')
    sys.exit(1 if faults else 0)


main()
