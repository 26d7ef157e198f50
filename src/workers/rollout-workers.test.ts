import { expect, test } from 'vitest';
import { teamById } from '../learning/agents';
import { environmentById } from '../learning/environments';
import { plainLanguage } from '../learning/language/tokenizer';
import type { Play } from '../learning/rollouts/together';
import type { ClosableRolloutWorker } from './rollout-pool';
import type { Vocabulary } from './rollout-worker-api';
import { rolloutWorkers } from './rollout-workers';

const model = (hash: string) => ({ hash, tokenizerJson: { hash }, language: plainLanguage });
const settings = { environment: environmentById('plan-path'), team: teamById('tool-and-plan') } as Play['settings'];
const plays = [{ settings, seeds: [1, 2, 3, 4] }];
const sampler = { sample: async () => [] };

interface FakeWorker extends ClosableRolloutWorker {
  readonly model: string;
  closed: number;
  played: number;
  /** Ends its present play. */
  end: (fault?: Error) => void;
}

function place(size = 2) {
  const started: FakeWorker[] = [];
  const start = ({ tokenizerJson }: Vocabulary): ClosableRolloutWorker => {
    const worker: FakeWorker = {
      model: (tokenizerJson as { hash: string }).hash,
      closed: 0,
      played: 0,
      end: () => {},
      play: () => {
        worker.played++;
        return new Promise((resolve, reject) => {
          worker.end = (fault) => (fault ? reject(fault) : resolve([]));
        });
      },
      close: () => {
        worker.closed++;
        worker.end(new Error('ended'));
      },
    };
    started.push(worker);
    return worker;
  };
  return { started, playerFor: rolloutWorkers({ size, start }) };
}

const played = async (workers: readonly FakeWorker[], work: Promise<unknown>) => {
  await Promise.resolve();
  for (const worker of workers) worker.end();
  return work;
};

test('runs of one model share their workers; another model’s take their place', async () => {
  const { started, playerFor } = place();
  const first = playerFor(model('a'), {});
  await played(started, first(plays, sampler));
  const next = playerFor(model('a'), { teams: [] });
  await played(started, next(plays, sampler));
  expect(started.map(({ model, played }) => [model, played])).toEqual([
    ['a', 2],
    ['a', 2],
  ]);
  playerFor(model('b'), {});
  expect(started.map(({ model, closed }) => [model, closed])).toEqual([
    ['a', 1],
    ['a', 1],
    ['b', 0],
    ['b', 0],
  ]);
});

test('workers that play are ended when they are done, and not before', async () => {
  const { started, playerFor } = place();
  const work = playerFor(model('a'), {})(plays, sampler);
  playerFor(model('b'), {});
  expect(started.map(({ closed }) => closed)).toEqual([0, 0, 0, 0]);
  await played(started.slice(0, 2), work);
  expect(started.map(({ closed }) => closed)).toEqual([1, 1, 0, 0]);
});

test('a player whose workers are gone plays on new ones', async () => {
  const { started, playerFor } = place();
  const player = playerFor(model('a'), {});
  playerFor(model('b'), {});
  const work = player(plays, sampler);
  expect(started.map(({ model, closed }) => [model, closed]).slice(2)).toEqual([
    ['b', 1],
    ['b', 1],
    ['a', 0],
    ['a', 0],
  ]);
  await played(started.slice(4), work);
});

test('a play that failed ends all its workers; the next one finds new ones', async () => {
  const { started, playerFor } = place();
  const player = playerFor(model('a'), {});
  const work = player(plays, sampler);
  started[0]?.end(new Error('a rollout worker broke'));
  await expect(work).rejects.toThrow('a rollout worker broke');
  expect(started.map(({ closed }) => closed)).toEqual([1, 1]);
  const again = player(plays, sampler);
  expect(started).toHaveLength(4);
  await played(started.slice(2), again);
  expect(started.map(({ closed }) => closed)).toEqual([1, 1, 0, 0]);
});
