#!/usr/bin/env python3
"""The folder that `lab hand-off` writes for PettingLLMs, read by PettingLLMs's own code, on a processor.

    python3 e2e/foreign/check_pettingllms.py CHECKOUT      # needs hydra-core, datasets, numpy; npm's packages; a GPU for Node

CHECKOUT: of github.com/pettingllms-ai/PettingLLMs at a054fb1, which is no package of PyPI's. For runs of one small step
in Sokoban, Sudoku and maths is checked:
  1. Hydra composes the configuration over the checkout's own (`ppo_trainer/eval.yaml`): every value of ours arrives, every
     reference leads somewhere, and below each model's `ppo_trainer_config` every key is one that the checkout knows
  2. run.sh puts the files where it says
  3. the checkout's own loaders read the problems: Sudoku grids by their seeds, training ones and those of validation
     apart; maths questions with their answers
Its trainer, its rollouts and its rewards need GPUs, vLLM and its fork of verl, and are not tried.
Exit status 0: all agree. 1: something does not. 3: a package is missing, so nothing was checked.
"""
import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

try:
    import datasets
    from hydra import __version__ as version, compose, initialize_config_dir
    from omegaconf import OmegaConf
except ImportError as error:
    print(f'{error}: pip install hydra-core datasets numpy')
    sys.exit(3)

from handed_off import lab

SMALL = ['worldsPerStep=2', 'branches=2', 'turns=1', 'validationWorlds=4', 'testWorlds=4']
# Read by the trainer beside what the file holds (multi_agents_ppo_trainer.py).
OF_THE_TRAINER = {'filter_method', 'filter_ratio'}


def handed_off(world, folder):
    run, out = os.path.join(folder, f'run-{world}'), os.path.join(folder, f'out-{world}')
    lab('train', '--preset', world, '--steps', '1', '--out', run, *[word for knob in SMALL for word in ('--set', knob)])
    lab('hand-off', '--run', run, '--out', out)
    [file] = os.listdir(os.path.join(out, 'config'))
    return out, file.removesuffix('.yaml')


def placed(out, checkout, name, faults):
    """2. run.sh with a Python that only says what it was asked to start."""
    fake = os.path.join(out, 'python3')
    with open(fake, 'w') as opened:
        opened.write('#!/bin/sh\necho "$@"\n')
    os.chmod(fake, 0o755)
    environment = {**os.environ, 'PETTINGLLMS': checkout, 'GPUS': '8', 'PATH': f'{out}:{os.environ["PATH"]}'}
    done = subprocess.run(['bash', os.path.join(out, 'run.sh')], capture_output=True, text=True, env=environment)
    if done.returncode != 0 or f'--config-name {name}' not in done.stdout:
        faults.append(f'2. run.sh: {done.stdout}{done.stderr}')
    return [word for word in done.stdout.split() if '=' in word]


def leaves(tree, path=''):
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from leaves(value, f'{path}{key}.')
        else:
            yield f'{path}{key}', value


def composed(out, checkout, name, overrides, faults):
    """1."""
    config_folder = os.path.join(checkout, 'pettingllms/config')
    with initialize_config_dir(os.path.join(config_folder, 'grove'), version_base=None):
        config = compose(name, overrides=overrides)
    OmegaConf.to_container(config, resolve=True)
    with initialize_config_dir(os.path.join(config_folder, 'ppo_trainer'), version_base=None):
        theirs = compose('eval')
    ours = OmegaConf.load(os.path.join(out, 'config', f'{name}.yaml'))
    del ours.defaults
    changed = {word.split('=')[0] for word in overrides}
    count = 0
    for key, value in leaves(OmegaConf.to_container(OmegaConf.merge(ours, OmegaConf.from_dotlist(overrides)), resolve=True)):
        count += 1
        if OmegaConf.select(config, key) != value:
            faults.append(f'1. {key} is {OmegaConf.select(config, key)} and not {value}')
        inside = key.split('.ppo_trainer_config.')[-1]
        known = inside == key or inside in OF_THE_TRAINER or OmegaConf.select(theirs, inside, default='unknown') != 'unknown'
        if not known:
            faults.append(f'1. its trainer knows no {inside}')
    print(f'1. {name}: Hydra composes it; {count} values of ours arrive, {len(changed)} of them changed by run.sh')
    return config


def problems(out, checkout, config, world, faults):
    """3."""
    if world == 'sudoku':
        state = importlib.import_module('pettingllms.multi_agent_env.stateful.env_state')
        with open(os.path.join(out, f'data/sudoku_environments/sudoku_{config.env.map_size}x{config.env.map_size}.json')) as opened:
            written = json.load(opened)
        seeds = {'train': range(50), 'validation': range(100_000, 100_050)}
        grids = {split: [state.SudukuEnvState(seed=seed, config=config).puzzle for seed in of] for split, of in seeds.items()}
        wrong = [seed for split, of in seeds.items() for seed, grid in zip(of, grids[split]) if grid != written[seed % len(written)]['puzzle']]
        common = [grid for grid in grids['train'] if grid in grids['validation']]
        print(f'3. sudoku: {sum(map(len, grids.values()))} grids loaded by its own state, {len(wrong)} others than ours, {len(common)} in both splits')
        faults += [f'3. seeds {wrong} give other grids'] if wrong or common else []
    if world == 'maths':
        utils = importlib.import_module('pettingllms.multi_agent_env.math.math_utils')
        loaded = utils.load_math_problem_batch([0, 1, 2, 3], mode='train', config=config)
        test = utils.load_math_problem_batch([0], mode='validate', config=config, benchmark_name=config.env.benchmark)
        rows = datasets.load_dataset('parquet', data_files=os.path.join(out, 'data/math/test/grove.parquet'), split='train')
        answers = {row['question']: row['solution'] for row in rows}
        wrong = [one for one in test if answers.get(one['question']) != one['solution']]
        print(f'3. maths: {len(loaded)} questions to train on and {len(test)} to validate, {len(wrong)} otherwise than ours: {test[0]}')
        if wrong or len(loaded) != 4 or len(test) != len(rows):
            faults.append(f'3. maths: {len(wrong)} questions are read otherwise')


def main():
    if len(sys.argv) < 2:
        print('name a checkout of PettingLLMs')
        sys.exit(3)
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        checkout = os.path.join(folder, 'PettingLLMs')
        shutil.copytree(os.path.join(sys.argv[1], 'pettingllms'), os.path.join(checkout, 'pettingllms'))
        sys.path.insert(0, checkout)
        for world in ('sokoban', 'sudoku', 'maths'):
            out, name = handed_off(world, folder)
            overrides = placed(out, checkout, name, faults)
            config = composed(out, checkout, name, overrides, faults)
            problems(out, checkout, config, world, faults)
    print('\n'.join(['FAULTS', *faults]) if faults else f'Grove, PettingLLMs and Hydra {version} agree')
    sys.exit(1 if faults else 0)


main()
