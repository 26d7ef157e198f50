#!/usr/bin/env python3
"""Makes src/features/python-worlds/cli/golden/*.json: what CPython says of the data sets of reasoning-gym and the games
of TextArena, for the same seeds. By hand; the test needs no CPython. Made with Python 3.11, reasoning-gym 0.1.25 and
TextArena 0.7.4.

    pip install reasoning-gym==0.1.25 textarena==0.7.4
    python3 e2e/foreign/python_worlds.py

Of every data set three questions are asked with seed 42, and four answers are scored: its own, "7", nothing, and the
own one of the question before. Every game is played for one and for two players with seed 42, up to twelve actions,
each one of the words in brackets that the player was shown. All of it is done three times, with Python's hashes seeded
otherwise: what differs depends on the order of a set, or on chance that no seed reaches, and is marked as such – CPython
is not equal to itself there.
"""
import hashlib
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys

TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../src/features/python-worlds/cli/golden')
SEED, QUESTIONS, ACTIONS = 42, 3, 12
SECONDS = 5
HASH_SEEDS = ('0', '1', '7')


def digest(value):
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]


def questions():
    from reasoning_gym.factory import DATASETS, create_dataset

    found = {}
    for name in sorted(DATASETS):
        try:
            dataset = create_dataset(name, seed=SEED, size=QUESTIONS)
            entries = [dataset[index] for index in range(QUESTIONS)]
            asked = digest([[entry['question'], entry['answer']] for entry in entries])
            scores = []
            for index, entry in enumerate(entries):
                answers = [entry['answer'], '7', '', entries[index - 1]['answer']]
                scores.append([float(dataset.score_answer(answer, entry)) for answer in answers])
            found[name] = {'asked': asked, 'scores': scores}
        except Exception as error:
            found[name] = {'fault': type(error).__name__}
    return found


def games():
    import textarena
    from textarena.envs.registration import ENV_REGISTRY

    found = {}
    for id in ENV_REGISTRY:
        if id.endswith(('-train', '-raw')):
            continue
        for players in (1, 2):
            try:
                signal.alarm(SECONDS)
                found[f'{id} {players}'] = played(textarena, id, players)
            except Exception as error:
                found[f'{id} {players}'] = {'fault': type(error).__name__}
            finally:
                signal.alarm(0)
    return found


def played(textarena, id, players):
    random.seed(SEED)
    game = textarena.make(id)
    game.reset(num_players=players, seed=SEED)
    chance, actions, seen, done = random.Random(SEED), [], [], False
    while True:
        player, observation = game.get_observation()
        if not isinstance(observation, str):
            return {'fault': 'no words'}
        seen.append([player, observation])
        if len(actions) == ACTIONS:
            break
        named = [word for word in re.findall(r'\[[^\][\n]{1,24}\]', observation) if not re.search('player|game', word, re.I)]
        actions.append(chance.choice(list(dict.fromkeys(named)) or [f'[{digit}]' for digit in range(10)]))
        done, _ = game.step(action=actions[-1])
        if done:
            break
    rewards = {str(player): float(reward) for player, reward in sorted((game.close()[0] or {}).items())} if done else None
    return {'actions': actions, 'seen': digest(seen), 'rewards': rewards}


def raised(error):
    raise error


def under(seed, what):
    environment = {**os.environ, 'PYTHONHASHSEED': seed}
    told = subprocess.run([sys.executable, __file__, what], env=environment, capture_output=True, text=True, check=True)
    return json.loads(told.stdout.splitlines()[-1])


def main():
    if len(sys.argv) == 2:
        signal.signal(signal.SIGALRM, lambda *_: raised(TimeoutError('a game took too long')))
        socket.getaddrinfo = lambda *_, **__: raised(OSError('games that ask the network are left out'))
        print('\n' + json.dumps({'questions': questions, 'games': games}[sys.argv[1]]()))
        return
    os.makedirs(TARGET, exist_ok=True)
    for what in sys.argv[2:] or ('questions', 'games'):
        runs = [under(seed, what) for seed in HASH_SEEDS]
        first = runs[0]
        for name in first:
            if any(run[name] != first[name] for run in runs):
                first[name] = {'fault': 'CPython differs from itself'}
        lines = ',\n'.join(f'{json.dumps(name)}: {json.dumps(said)}' for name, said in first.items())
        with open(os.path.join(TARGET, f'{what}.json'), 'w') as file:
            file.write(f'{{\n{lines}\n}}\n')
        good = sum('fault' not in said for said in first.values())
        print(f'{what}: {good} of {len(first)}')


main()
