# reasoning-gym as questions: what a data set asks, and what it makes of an answer. An entry is made anew from its seed
# whenever an answer is scored, so nothing of it has to survive JSON.
import dataclasses
import json

from reasoning_gym.factory import DATASETS, create_dataset


def catalogue():
    """[[name, group, sentence], ...] of every data set."""
    found = []
    for name in sorted(DATASETS):
        kind = DATASETS[name][0]
        group = kind.__module__.split(".")[1]
        lines = (kind.__doc__ or "").strip().splitlines()
        found.append([name, group, lines[0] if lines else ""])
    return found


def settings(name):
    """[[setting, usual value], ...] of a data set: those that are plain values."""
    usual = DATASETS[name][1]()
    fields = [(field.name, getattr(usual, field.name)) for field in dataclasses.fields(usual)]
    return [[key, value] for key, value in fields if type(value) in (bool, int, float, str) and key not in ("seed", "size")]


def ask(name, config, first, count):
    """[[question, answer, score of that answer, metadata as words], ...] of `count` entries."""
    dataset = create_dataset(name, **config)
    asked = []
    for index in range(first, first + count):
        entry = dataset[index]
        answer = entry["answer"]
        words = {key: value for key, value in entry["metadata"].items() if isinstance(value, str)}
        asked.append([entry["question"], answer, score_of(dataset, answer, entry), words])
    return asked


def score(name, config, index, answer):
    dataset = create_dataset(name, **config)
    return score_of(dataset, answer, dataset[index])


def score_of(dataset, answer, entry):
    return float(dataset.score_answer(answer, entry))


def told(value):
    print('\n' + json.dumps(value))
