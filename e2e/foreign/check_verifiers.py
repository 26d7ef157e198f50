#!/usr/bin/env python3
"""A run's world as a `verifiers` package, read and played by the real one.

    python3 e2e/foreign/check_verifiers.py [RUN_FOLDER]      # needs verifiers 0.4; npm's packages; without a folder a GPU for Node

Without a folder a run of two small steps is trained first. Checked:
  1. verifiers finds the package by its name, loads its environment, and its tasks are the questions of the folder's data
  2. recorded games, played again through verifiers – a model that says what was said then, asked over HTTP – ask every
     role what it was asked, and give every answer the reward and the terms that Grove recorded
  3. so does the reward of every other recorded answer
  4. an answer that was cut is told from one that ended
  5. roles that do not learn are marked as such
Exit status 0: all agree. 1: something does not. 3: a package is missing, so nothing was checked.
"""
import asyncio
import json
import os
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

try:
    import verifiers.v1 as vf
    from verifiers import __version__ as version
except ImportError as error:
    print(f'{error}: pip install "verifiers>=0.4"')
    sys.exit(3)

from handed_off import HandedOff, apart, said_in, small_run, told


class Parrot(BaseHTTPRequestHandler):
    """An OpenAI-compatible server that says what it is given to say, and remembers what it was asked."""
    script = []
    asked = []

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers['content-length'])))
        Parrot.asked.append(body)
        said = Parrot.script.pop(0)
        choice = {'index': 0, 'message': {'role': 'assistant', 'content': said['text']}, 'finish_reason': 'stop' if said['ended'] else 'length'}
        usage = {'prompt_tokens': 1, 'completion_tokens': 1, 'total_tokens': 2}
        reply = {'id': 'parrot', 'object': 'chat.completion', 'created': 0, 'model': body['model'], 'choices': [choice], 'usage': usage}
        told = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header('content-type', 'application/json')
        self.send_header('content-length', str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_):
        pass


def games(handed):
    """Each recorded game as its problem and the trunk's answers."""
    played = {}
    for game, row in handed.answers():
        if row['is_trunk']:
            played.setdefault((row['step'], row['world']), (game['seed'], []))[1].append(row)
    return played.values()


async def play(env, handed, package, port, faults):
    client = vf.EvalClientConfig(base_url=f'http://127.0.0.1:{port}/v1', api_key_var='GROVE_CHECK_KEY')
    context = vf.ModelContext(model='parrot', client=client, sampling=vf.SamplingConfig(temperature=1.0))
    count, most = 0, 0.0
    async with env.serving():
        for seed, rows in games(handed):
            game = {'world': 0, 'seed': seed, 'said': []}
            Parrot.script, Parrot.asked = [said_in(row) for row in rows], []
            task = package.task_of(game, handed.world.shared.stand(game)['next'])
            episode = await env.run_slot(env.slots(task)[0], context)
            if not episode.ok or len(episode.traces) != len(rows):
                wrong = [error.message for trace in [episode, *episode.traces] for error in trace.errors]
                faults.append(f'2. the game {seed}: {len(episode.traces)} of {len(rows)} answers, {wrong}')
                continue
            for trace, row, asked in zip(episode.traces, rows, Parrot.asked):
                terms = {name: trace.metrics[name] for name in trace.metrics if name not in ('solved', 'game_solved', 'game_turns')}
                most = max(most, apart(terms, trace.reward, row))
                count += 1
                if trace.agent.name != row['role'] or asked['messages'][-1]['content'] != row['prompt']:
                    faults.append(f'2. step {row["step"]}, world {row["world"]}: {trace.agent.name} was asked otherwise')
                if trace.metrics['game_solved'] != float(row['world_solved']) or trace.metrics['game_turns'] != row['world_turns']:
                    faults.append(f'2. step {row["step"]}, world {row["world"]} ended otherwise')
        told('2. answers in games played through verifiers', count, most, faults)
        await cut(env, handed, package, context, faults)


async def cut(env, handed, package, context, faults):
    """4."""
    formats = []
    game, row = next((game, row) for game, row in handed.answers() if row['term_format'] == 1 and not game['said'])
    for ended in (True, False):
        rest = [{'text': '', 'ended': True}] * 8
        Parrot.script, Parrot.asked = [{'text': row['text'], 'ended': ended}, *rest], []
        task = package.task_of(game, handed.world.shared.stand(game)['next'])
        episode = await env.run_slot(env.slots(task)[0], context)
        formats.append(episode.traces[0].metrics['format'])
    print(f'4. the format of an answer that ended, and of the same one cut: {formats}')
    if formats != [1.0, 0.0]:
        faults.append(f'4. formats {formats}')


def main():
    faults = []
    os.environ['GROVE_CHECK_KEY'] = 'none'
    with tempfile.TemporaryDirectory() as folder:
        handed = HandedOff(sys.argv[1] if len(sys.argv) > 1 else small_run(folder), folder)
        env = vf.load_environment(vf.resolve_env_config({'taskset': {'id': handed.name, 'split': 'train', 'count': 64}}))
        package = sys.modules[f'{handed.name}.environment']
        tasks = list(env.taskset)
        first = tasks[0].data.role
        written = {row['prompt'][-1]['content'] for row in handed.rows(first)}
        known = sum(task.data.prompt[-1].content in written for task in tasks)
        print(f'1. {type(env).__name__} with {", ".join(env._agent_specs)}: {len(tasks)} tasks, {known} of them among the questions of data/{first}')
        if len(tasks) != 64 or known != 64 or len({task.key for task in tasks}) != 64:
            faults.append('1. the tasks are not the questions of the data')
        server = ThreadingHTTPServer(('127.0.0.1', 0), Parrot)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        asyncio.run(play(env, handed, package, server.server_port, faults))
        server.shutdown()
        count, most = 0, 0.0
        for game, row in handed.answers():
            scored = handed.world.shared.score(game, row['text'], row['stop'] == 'end')
            most = max(most, apart(scored['terms'], scored['reward'], row))
            count += 1
        told('3. recorded answers', count, most, faults)
        config = handed.world.about()['config']
        learning = {role for role, policy in config['policies'].items() if policy != 'base' and role not in config['frozen']}
        if set(config['policies']) - package._untrained != learning:
            faults.append(f'5. {package._untrained} are said not to learn')
        handed.world.shared.close()
    print('\n'.join(['FAULTS', *faults]) if faults else f'Grove and verifiers {version} agree')
    sys.exit(1 if faults else 0)


main()
