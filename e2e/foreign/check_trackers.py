#!/usr/bin/env python3
"""A run's figures as Grove writes them for trackers, read back by the trackers themselves and compared with the run's own reports.

    python3 e2e/foreign/check_trackers.py [RUN_FOLDER]      # needs tensorboard, trackio[tensorboard], pandas; npm's packages; a GPU for Node

Without a folder a run of two small steps is trained first.
The figures expected are looked up here in the run's metrics.jsonl, by a table of this file. Checked:
  1. the CSV in pandas: every figure of every step
  2. the event files in TensorBoard, through both of its readers: values (as f32), steps, wall times, descriptions, texts, histograms
  3. the event files imported by Trackio (import_tf_events), under their full names
  4. the CSV imported by Trackio (import_csv), which cuts names to ten characters
Exit status 0: all agree. 1: something does not. 3: a package is missing, so nothing was checked.
"""
import atexit
import glob
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from datetime import datetime

TRACKED = tempfile.mkdtemp(prefix='trackers-')
atexit.register(shutil.rmtree, TRACKED, ignore_errors=True)
os.environ['TRACKIO_DIR'] = os.path.join(TRACKED, 'trackio')  # not among the person's own projects
try:
    import numpy
    import pandas
    import tbparse  # noqa: F401 (what trackio reads events with)
    import trackio
    from tensorboard.backend.event_processing import event_file_loader
    from tensorboard.backend.event_processing.plugin_event_multiplexer import EventMultiplexer
    from tensorboard.util import tensor_util
    from trackio.sqlite_storage import SQLiteStorage
    from trackio.utils import simplify_column_names
except ImportError as error:
    print(f'{error}: pip install tensorboard "trackio[tensorboard]"')
    sys.exit(3)

SMALL = ['worldsPerStep=2', 'branches=4', 'turns=1', 'validationWorlds=4', 'testWorlds=4', 'evaluateEvery=2']
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..')


def lab(*words):
    done = subprocess.run(['node', os.path.join(ROOT, 'src/headless/run-lab.mjs'), *words, '--quiet'], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f'lab {" ".join(words)} failed:\n{done.stderr}')


def expected(report):
    """Name in the trackers → the report's figure, for everything that a report has."""
    found = {'success/training': report['success'], 'success/branches': report.get('branchSuccess'), 'turns/training': report['turnsMean'],
             'tokens/generated': report['generatedTokens'], 'tokens/trained': report['trainedTokens']}
    roles = [(role, '', of) for role, of in report['roles'].items()]
    for world, of in report.get('worlds', {}).items():
        found |= {f'success/training@{world}': of['success'], f'turns/training@{world}': of['turnsMean']}
        roles += [(role, f'@{world}', inside) for role, inside in of['roles'].items()]
    for role, there, of in roles:
        influence = of.get('influence') if isinstance(of.get('influence'), dict) else {}
        names = {'reward': of['reward'], 'groups': of['groups'], 'flat_groups': of['flatGroups'], 'answers': of['samples'], 'answer_tokens': of['tokens'],
                 'influence': influence.get('share'), 'influence_plays': influence.get('plays'), 'influence_tokens': influence.get('tokens')}
        found |= {f'{name}/{role}{there}': value for name, value in names.items()}
        found |= {f'reward/{role}/{term}{there}': value for term, value in of['terms'].items()}
    policies = {'loss': 'loss', 'entropy_nats': 'entropy', 'kl_nats': 'kl', 'mismatch_nats': 'mismatch', 'gradient_norm': 'gradientNorm',
                'clipped_share': 'clippedShare', 'ratio_low': 'ratioLow', 'ratio_high': 'ratioHigh', 'weight_change': 'weightChange',
                'weight_distance': 'weightDistance', 'policy_tokens': 'trainedTokens', 'skipped': 'skipped'}
    for policy, of in report['updates'].items():
        found |= {f'{name}/{policy}': of.get(key) for name, key in policies.items()}
    for policy, of in report.get('baseDistances', {}).items():
        found |= {f'kl_from_base_nats/{policy}': of['k3'], f'kl_from_base_tokens/{policy}': of['tokens'], f'kl_from_base_groups/{policy}': of['groups']}
    validated = [('', report['validation'])] if 'validation' in report else []
    validated += [(f'@{world}', of) for world, of in report.get('validation', {}).get('worlds', {}).items()]
    for there, of in validated:
        names = {'success/validation': 'rate', 'success/validation_low': 'low', 'success/validation_high': 'high', 'problems/validation': 'n',
                 'problems/validation_solved': 'solved', 'turns/validation': 'turnsMean', 'tokens/validation': 'tokens', 'seconds/validation': 'seconds'}
        found |= {f'{name}{there}': of.get(key) for name, key in names.items()}
        passing = of.get('passThrough', {})
        found |= {f'last_role/{name}{there}': passing.get(key) for name, key in
                  {'turns': 'n', 'repeats': 'repeats', 'mends': 'mends', 'spoils': 'spoils', 'differs': 'differs'}.items()}
    for name, key in {'step': 'total', 'play': 'play', 'advantages': 'advantages', 'learn': 'learn', 'measure': 'measure', 'save': 'save'}.items():
        ms = report['timeMs'].get(key)
        found[f'seconds/{name}'] = None if ms is None else ms / 1000
    gpu = report.get('gpu', {})
    for name, key in {'dispatches': 'dispatches', 'submissions': 'submissions', 'waits': 'waits', 'bytes_up': 'bytesUp', 'bytes_down': 'bytesDown',
                      'product_bytes': 'productBytes', 'operations': 'operations'}.items():
        found[f'gpu/{name}'] = gpu.get(key)
    found['gpu/waited_seconds'] = gpu['waitedMs'] / 1000 if gpu else None
    return {name: float(value) for name, value in found.items() if value is not None}


def single(value):
    return float(numpy.float32(value))


def compare(what, wanted, got):
    """Both: (step, name) → value."""
    faults = [f'{what}: step {step}, {name}: wanted {wanted.get((step, name))}, got {got.get((step, name))}'
              for step, name in sorted(wanted.keys() | got.keys())
              if not same(wanted.get((step, name)), got.get((step, name)))]
    print(f'{what}: {len(wanted)} figures of {len({name for _, name in wanted})} names, {len(faults)} differ')
    return faults


def same(one, other):
    return one is not None and other is not None and (math.isclose(one, other, rel_tol=1e-14) or (math.isnan(one) and math.isnan(other)))


def rows_of(frame, names=lambda name: name):
    return {(int(row['step']), names(name)): float(row[name]) for _, row in frame.iterrows()
            for name in frame.columns if name not in ('step', 'timestamp') and not pandas.isna(row[name])}


def of_trackio(project):
    [run] = SQLiteStorage.get_runs(project)
    found = {}
    for row in SQLiteStorage.get_logs(project, run):
        found |= {(row['step'], name): float(value) for name, value in row.items() if name not in ('step', 'timestamp')}
    return run, found


def check_wall_times(run, reports, doneAt, what):
    """The run's beginning and the time of its steps and validations up to each."""
    at, faults = run['createdAt'] / 1000, []
    for report in reports:
        at += report['timeMs']['total'] / 1000 + report.get('validation', {}).get('seconds', 0)
        if abs(doneAt[report['step']] - at) > 2e-3:
            faults.append(f'{what}: step {report["step"]} at {doneAt[report["step"]]}, wanted {at}')
    print(f'{what}: wall times of {len(reports)} steps, {len(faults)} differ')
    return faults


def check_events(folder, run, reports, wanted):
    faults = []
    multiplexer = EventMultiplexer(tensor_size_guidance={'scalars': 0, 'text': 0, 'histograms': 0})
    multiplexer.AddRunsFromDirectory(folder)
    multiplexer.Reload()
    [name] = multiplexer.Runs()
    scalars = multiplexer.PluginRunToTagToContent('scalars')[name]
    got = {(event.step, tag): float(tensor_util.make_ndarray(event.tensor_proto)) for tag in scalars for event in multiplexer.Tensors(name, tag)}
    faults += compare(f'TensorBoard, run "{name}"', {key: single(value) for key, value in wanted.items()}, got)
    said = [tag for tag in scalars if multiplexer.SummaryMetadata(name, tag).summary_description]
    print(f'TensorBoard: {len(said)} of {len(scalars)} tags say what they are')
    if len(said) != len(scalars):
        faults.append('TensorBoard: some tags have no description')
    faults += check_wall_times(run, reports, {event.step: event.wall_time for event in multiplexer.Tensors(name, 'success/training')}, 'TensorBoard')
    texts = {tag: tensor_util.make_ndarray(multiplexer.Tensors(name, tag)[0].tensor_proto).item().decode()
             for tag in multiplexer.PluginRunToTagToContent('text')[name]}
    settings = run['config']['settings']
    missing = [key for key, value in settings.items() if f'| {key} | {json.dumps(value).strip(chr(34))} |' not in texts['configuration']]
    print(f'TensorBoard: {len(settings) - len(missing)} of {len(settings)} settings in its text; results: {len(texts["results"].splitlines()) - 2} rows')
    faults += [f'TensorBoard: the setting {key} is not in its text' for key in missing]
    for role in reports[0]['roles']:
        for event, report in zip(multiplexer.Tensors(name, f'advantages/{role}'), reports):
            bins = tensor_util.make_ndarray(event.tensor_proto)
            if bins[:, 2].tolist() != report['roles'][role]['advantageHistogram'] or not numpy.allclose(bins[[0, -1], [0, 1]], [-3, 3]):
                faults.append(f'TensorBoard: the advantages of {role} at step {report["step"]}')
    [path] = glob.glob(os.path.join(folder, '*', 'events.out.tfevents.*'))
    plain = {(event.step, value.tag): value.simple_value for event in event_file_loader.LegacyEventFileLoader(path).Load()
             for value in event.summary.value if value.HasField('simple_value')}
    return faults + compare('TensorBoard, checksums and bare events', {key: single(value) for key, value in wanted.items()}, plain)


def main(folder):
    with open(os.path.join(folder, 'run.json')) as opened:
        run = json.load(opened)
    with open(os.path.join(folder, 'metrics.jsonl')) as opened:
        reports = [json.loads(line) for line in opened]
    wanted = {(report['step'], name): value for report in reports for name, value in expected(report).items()}
    at = lambda name: os.path.join(TRACKED, name)
    lab('export', '--run', folder, '--format', 'steps', '--out', at('steps.csv'))
    lab('export', '--run', folder, '--format', 'tensorboard', '--out', at('events.zip'))
    with zipfile.ZipFile(at('events.zip')) as archive:
        archive.extractall(at('events'))

    frame = pandas.read_csv(at('steps.csv'))
    faults = compare('CSV in pandas', wanted, rows_of(frame))
    stamps = {int(row['step']): datetime.fromisoformat(row['timestamp']).timestamp() for _, row in frame.iterrows()}
    faults += check_wall_times(run, reports, stamps, 'CSV')
    faults += check_events(at('events'), run, reports, wanted)
    trackio.import_tf_events(at('events'), project='events')
    name, got = of_trackio('events')
    faults += compare(f'Trackio from events, run "{name}"', {key: single(value) for key, value in wanted.items()}, got)
    trackio.import_csv(at('steps.csv'), project='csv', name=run['name'])
    name, got = of_trackio('csv')
    short = simplify_column_names(list(frame.columns))
    faults += compare(f'Trackio from CSV, run "{name}"', {(step, short[name]): value for (step, name), value in wanted.items()}, got)
    last = reports[-1]
    print(f'step {last["step"]}: success/training {last["success"]:.4f}, ' + ', '.join(
        f'reward/{role} {of["reward"]:.4f}' for role, of in last['roles'].items()))
    for fault in faults[:20]:
        print(fault)
    return 1 if faults else 0


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as made:
        given = sys.argv[1] if len(sys.argv) > 1 else os.path.join(made, 'run')
        if len(sys.argv) == 1:
            lab('train', '--preset', 'quick', '--steps', '2', '--out', given, *[word for knob in SMALL for word in ('--set', knob)])
        sys.exit(main(given))
