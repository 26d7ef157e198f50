#!/usr/bin/env python3
"""Makes src/basics/statistics/golden/golden.json with programs that share no line with Grove. By hand; tests need no
Python. Made with rliable 1.2.0, arch 7.2.0, SciPy 1.17.1, statsmodels 0.15.0, numpy 2.4.6 (arch does not open with pandas 3).

    pip install rliable scipy statsmodels "pandas<3"
    python3 e2e/foreign/make_statistics_golden.py

Interquartile means, probabilities of improvement and performance profiles are rliable's. Every bootstrap stands there
twice: with few resamples and the very indices that were drawn, to be repeated exactly, and with 10,000 of its own, to be
met within Monte Carlo error. The paired bootstrap is SciPy's, McNemar's test and the power of the paired t test are
statsmodels', quantiles SciPy's. Connor's formula is written out here; beside it stands the power of the exact test at
that number, summed over all outcomes.
"""
import json
import os

import numpy as np
from rliable import library, metrics
from scipy import optimize, stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.power import TTestPower

TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../src/basics/statistics/golden/golden.json')
FEW, MANY = 60, 10_000
DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
rng = np.random.default_rng(20261122)


def rates(runs, tasks, centre, spread):
    """Success rates of 500 problems, so that there are ties."""
    means = np.clip(rng.normal(centre, spread, (runs, tasks)), 0, 1)
    return np.round(means * 500) / 500


def drawing(act):
    """What act() returns, and all that it drew of np.random.choice, rliable's only chance, a base-36 digit each."""
    drawn, choice = [], np.random.choice

    def recorded(count, shape, replace):
        assert replace
        indices = rng.integers(0, count, shape)
        drawn.extend(indices.flatten().tolist())
        return indices

    np.random.choice = recorded
    try:
        return act(), ''.join(DIGITS[index] for index in drawn)
    finally:
        np.random.choice = choice


def estimated(scores, function):
    """Values with intervals, of few resamples (with what was drawn) and of many."""
    def with_reps(reps):
        points, intervals = library.get_interval_estimates({'x': scores}, function, reps=reps)
        return {'values': points['x'].tolist(), 'lows': intervals['x'][0].tolist(), 'highs': intervals['x'][1].tolist()}
    few, draws = drawing(lambda: with_reps(FEW))
    np.random.seed(1)
    return {'few': {**few, 'resamples': FEW, 'draws': draws}, 'many': with_reps(MANY)}


def aggregates():
    shapes = [(3, 1), (5, 1), (5, 3), (10, 1), (4, 6), (7, 2)]
    cases = []
    for runs, tasks in shapes:
        x, y = rates(runs, tasks, 0.9, 0.06), rates(max(3, runs - 1), tasks, 0.86, 0.06)
        case = {'x': x.tolist(), 'y': y.tolist(), 'iqm': float(metrics.aggregate_iqm(x)),
                'improvement': float(metrics.probability_of_improvement(x, y)),
                'itself': float(metrics.probability_of_improvement(x, x))}
        cases.append(case)
    return cases


def intervals():
    x, y = rates(5, 3, 0.9, 0.06), rates(4, 3, 0.86, 0.06)
    taus = [0.7, 0.8, 0.85, 0.9, 0.95, 1.0]
    one = lambda metric: lambda *scores: np.array([metric(*scores)])
    return {
        'x': x.tolist(), 'y': y.tolist(), 'taus': taus,
        'iqm': estimated(x, one(metrics.aggregate_iqm)),
        'improvement': estimated([x, y], one(metrics.probability_of_improvement)),
        'profile': estimated(x, lambda scores: library.score_distributions(scores, np.array(taus))),
    }


class Recorder(np.random.Generator):
    """A generator that writes down its whole numbers."""

    def __init__(self):
        super().__init__(np.random.PCG64(3))
        self.drawn = []

    def integers(self, *args, **kwargs):
        indices = super().integers(*args, **kwargs)
        self.drawn.extend(np.asarray(indices).flatten().tolist())
        return indices


def paired():
    n = 30
    first = rng.random(n) < 0.8
    second = np.where(rng.random(n) < 0.3, rng.random(n) < 0.4, first)

    def with_reps(reps, chance):
        found = stats.bootstrap((first, second), lambda a, b, axis=-1: np.mean(a * 1.0 - b * 1.0, axis=axis), paired=True,
                                vectorized=True, n_resamples=reps, method='percentile', rng=chance)
        return [float(found.confidence_interval.low), float(found.confidence_interval.high)]

    recorder = Recorder()
    few = with_reps(FEW, recorder)
    assert len(recorder.drawn) == FEW * n
    return {'first': [int(solved) for solved in first], 'second': [int(solved) for solved in second],
            'few': {'interval': few, 'resamples': FEW, 'draws': ''.join(DIGITS[index] for index in recorder.drawn)},
            'many': with_reps(MANY, np.random.default_rng(5))}


def mcnemars():
    pairs = [(0, 0), (1, 0), (0, 6), (3, 3), (5, 12), (40, 41), (60, 25), (25, 60), (0, 500), (700, 800), (1300, 1100)]
    return [[b, c, float(mcnemar([[0, b], [c, 0]], exact=True).pvalue) if b + c else 1.0] for b, c in pairs]


def t_tests():
    test = TTestPower()
    powers = [[n, effect, float(test.power(effect, n, 0.05))] for n in (2, 3, 5, 10, 30, 100) for effect in (0.2, 0.8, 1.7, 5.0)]
    powers = [row for row in powers if np.isfinite(row[2])]  # SciPy's noncentral t gives up where the power is all but 1
    needed = [[effect, int(np.ceil(test.solve_power(effect, None, 0.05, 0.8) - 1e-9))] for effect in (0.1, 0.25, 0.5, 0.8, 1.0, 5 / 3)]
    shown = []
    for n in (3, 5, 8, 20, 100):
        near = test.solve_power(None, n, 0.05, 0.8)  # to six digits
        shown.append([n, optimize.brentq(lambda d: test.power(d, n, 0.05) - 0.8, 0.99 * near, 1.01 * near, xtol=1e-14)])
    return {'powers': powers, 'needed': needed, 'shown': shown}


def exact_power(n, d, discordant):
    """Of McNemar's exact test at 0.05: over the number of discordant problems and how they fall."""
    total, share = 0.0, (discordant + d) / (2 * discordant)
    for m in range(n + 1):
        weight = stats.binom.pmf(m, n, discordant)
        if weight < 1e-14:
            continue
        k = np.arange(m + 1)
        rejects = 2 * stats.binom.cdf(np.minimum(k, m - k), m, 0.5) <= 0.05
        total += weight * stats.binom.pmf(k, m, share)[rejects].sum()
    return float(total)


def connor():
    z = stats.norm.ppf([0.975, 0.8])
    found = []
    for d, discordant in [(0.02, 0.1), (0.05, 0.2), (0.05, 0.1), (0.1, 0.2), (0.1, 0.5), (0.2, 0.3)]:
        n = ((z[0] * np.sqrt(discordant) + z[1] * np.sqrt(discordant - d * d)) / d) ** 2
        found.append([d, discordant, float(n), exact_power(int(np.ceil(n)), d, discordant)])
    return found


def quantiles():
    normal = [[p, float(stats.norm.ppf(p))] for p in (0.001, 0.025, 0.3, 0.5, 0.8, 0.975, 0.9999)]
    below = [[x, float(stats.norm.cdf(x))] for x in (-8.0, -3.0, -0.1, 0.0, 1.0, 2.5, 6.0)]
    student = [[p, df, float(stats.t.ppf(p, df))] for p in (0.9, 0.975, 0.999) for df in (1, 2, 3, 4, 7, 20, 99)]
    return {'normal': normal, 'normalBelow': below, 'student': student}


golden = {'aggregates': aggregates(), 'intervals': intervals(), 'paired': paired(), 'mcnemar': mcnemars(), 't': t_tests(),
          'connor': connor(), 'quantiles': quantiles()}
with open(TARGET, 'w', encoding='utf8') as file:
    json.dump(golden, file, separators=(',', ':'))
    file.write('\n')
print(os.path.getsize(TARGET), 'bytes')
