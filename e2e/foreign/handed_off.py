"""A folder that `lab hand-off --to python` writes, and the games that the same run recorded: what the checks of TRL, verl
and verifiers have in common."""
import importlib
import json
import os
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..')
SMALL = ['worldsPerStep=4', 'branches=4', 'turns=2', 'validationWorlds=4', 'testWorlds=4']
TOLERANCE = 1e-9


def lab(*words):
    done = subprocess.run(['node', os.path.join(ROOT, 'src/headless/run-lab.mjs'), *words, '--quiet'], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f'lab {" ".join(words)} failed:\n{done.stderr}')


def small_run(folder):
    """A run of two small steps."""
    run = os.path.join(folder, 'run')
    lab('train', '--preset', 'sokoban', '--steps', '2', '--out', run, *[word for knob in SMALL for word in ('--set', knob)])
    return run


class HandedOff:
    """What was written of a run, and its package, imported."""

    def __init__(self, run, folder):
        self.folder = os.path.join(folder, 'handed-off')
        lab('hand-off', '--run', run, '--to', 'python', '--numbers', 'f32', '--out', self.folder)
        rollouts = os.path.join(folder, 'rollouts.jsonl')
        lab('export', '--run', run, '--out', rollouts)
        with open(rollouts, encoding='utf-8') as opened:
            self.rollouts = [json.loads(line) for line in opened]
        [self.name] = [name for name in os.listdir(self.folder) if name.startswith('grove_')]
        sys.path.insert(0, self.folder)
        self.world = importlib.import_module(f'{self.name}.world')

    def at(self, *path):
        return os.path.join(self.folder, *path)

    def rows(self, role, split='train'):
        with open(self.at('data', role, f'{split}.jsonl'), encoding='utf-8') as opened:
            return [json.loads(line) for line in opened]

    def answers(self):
        """(where its game stands, the recorded answer) for every branch that was recorded."""
        said, of = [], None
        for place in sorted({(row['step'], row['world'], row['group']) for row in self.rollouts}):
            rows = [row for row in self.rollouts if (row['step'], row['world'], row['group']) == place]
            if of != place[:2]:
                said, of = [], place[:2]
            game = {'world': 0, 'seed': rows[0]['seed'], 'said': list(said)}
            for row in rows:
                yield game, row
            [trunk] = [row for row in rows if row['is_trunk']]
            said.append(said_in(trunk))


def said_in(row):
    return {'text': row['text'], 'ended': row['stop'] == 'end'}


def terms_of(row):
    return {name.removeprefix('term_'): value for name, value in row.items() if name.startswith('term_') and value is not None}


def apart(terms, reward, row):
    """What is said of an answer against the record of it: undefined terms and others' count as infinitely far."""
    recorded = terms_of(row)
    if set(terms) != set(recorded):
        return float('inf')
    return max([abs(reward - row['reward']), *(abs(terms[name] - recorded[name]) for name in terms)])


def told(what, count, most, faults, tolerance=TOLERANCE):
    print(f'{what}: {count}, {most:.1e} apart at most')
    if count == 0 or most > tolerance:
        faults.append(f'{what}: {count}, {most:.1e} apart')
