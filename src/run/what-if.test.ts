// Games of a run's trees played on, through the trainer, on the table learner.
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { openStorage } from '../files/storage/storage';
import { settingsFrom } from '../learning/config/run-config';
import type { WorldRecord } from '../learning/rollouts/transcript';
import type { Replacement } from '../learning/rollouts/what-if';
import type { LabKinds } from './run-store';
import { config, small, tableTrainer } from './table-trainer.test-data';
import type { TrainerApi, TrainerEvent } from './trainer-api';
import { weightsNear } from './what-if';

let events: TrainerEvent[];
let trainer: TrainerApi;
let database: string;
beforeEach(async () => {
  ({ trainer, events, database } = await tableTrainer());
});

async function trained(changes: Partial<typeof config> = {}): Promise<string> {
  const runId = await trainer.start({ ...config, ...changes });
  const isAtRest = (event: TrainerEvent) => event.kind === 'status' && event.status !== 'running';
  await expect.poll(() => events.some(isAtRest), { interval: 5 }).toBe(true);
  return runId;
}

async function firstWorld(runId: string, step: number): Promise<WorldRecord> {
  return (await trainer.tree(runId, step))?.worlds[0] as WorldRecord;
}

/** Without what only a whole step can tell. */
const played = ({ groups, ...world }: WorldRecord) => ({
  ...world,
  groups: groups.map(({ role, turn, prompt, trunk, branches }) => ({
    ...{ role, turn, prompt, trunk },
    branches: branches.map(({ advantage: _, afterLogp_T: __, ...branch }) => branch),
  })),
});

test.each([
  ['as a tree', {}],
  ['as whole games', { grouping: 'world' }],
] as const)(
  'the first step was played with the weights the run began with: nothing changes, %s',
  async (_, changes) => {
    const runId = await trained({ settings: settingsFrom({ ...small, ...changes }) });
    for (const world of [0, 1]) {
      const record = (await trainer.tree(runId, 1))?.worlds[world] as WorldRecord;
      const from = { turn: 1, role: 'tool', by: { kind: 'nothing' } } as const;
      const { asItWas, instead, weightsOf } = await trainer.whatIf({ runId, step: 1, world, from });
      expect(weightsOf).toBe(0);
      expect(played(asItWas)).toEqual(played(record));
      expect(instead).toEqual(asItWas);
    }
  },
);

test('a step under a curriculum is played on as its reports say that it was played', async () => {
  const worlds = [...config.worlds, { environment: 'plan-path', environmentSettings: { size: 5 }, share: 1 }];
  const settings = settingsFrom({ ...small, curriculum: 'success', worldsPerStep: 8 }); // 4 + 4: nothing was validated
  const runId = await trained({ worlds, settings });
  const from = { turn: 1, role: 'tool', by: { kind: 'nothing' } } as const;
  const ask = { runId, step: 3, world: 4, from };
  expect((await trainer.whatIf(ask)).asItWas.environment).toBe('plan-path');
  const { metrics } = await openStorage<LabKinds>(database);
  const [report, , , last] = await metrics.list(runId);
  const validation = { ...last!.validation!, worlds: { sokoban: { ...last!.validation!, rate: 0.5 } } };
  await metrics.append(runId, { ...report!, validation }); // with it 7 + 1
  await expect(trainer.whatIf(ask)).rejects.toThrow('was played with other settings than the run has now');
});

test('another answer is played on beside the same weights’ own game, and how far it is told', async () => {
  const runId = await trained();
  const from = { turn: 1, role: 'plan', by: { kind: 'text', text: 'UD' } } as const;
  const { asItWas, instead, weightsOf } = await trainer.whatIf({ runId, step: 3, world: 0, from });
  expect([2, 4]).toContain(weightsOf);
  const record = await firstWorld(runId, 3);
  expect(asItWas.groups[1]?.branches).toEqual(record.groups[1]?.branches);
  const { branches = [], trunk = -1 } = instead.groups[1] ?? {};
  expect(branches[trunk]?.text).toBe('UD');
  const told = events.filter((event) => event.kind === 'what-if');
  expect(told.length).toBeGreaterThan(0);
  for (const { done, total } of told) expect(done).toBeLessThanOrEqual(total);
});

test('a game for watching is played on with a person’s answer in the place of a role’s', async () => {
  const asked = { team: { kind: 'run', runId: await trained() }, config, seed: 12 } as const;
  const record = await trainer.play(asked);
  const from = (by: Replacement) => ({ turn: 1, role: 'plan', by });
  expect(await trainer.play({ ...asked, instead: { record, from: from({ kind: 'nothing' }) } })).toEqual(record);
  const { groups } = await trainer.play({ ...asked, instead: { record, from: from({ kind: 'text', text: 'UD' }) } });
  expect(groups[0]).toEqual(record.groups[0]);
  expect(groups[1]?.branches[groups[1].trunk]?.text).toBe('UD');
});

test('what is missing is said, and a game can be cancelled', async () => {
  const runId = await trained();
  const from = { turn: 1, role: 'tool', by: { kind: 'silence' } } as const;
  await expect(trainer.whatIf({ runId: 'none', step: 1, world: 0, from })).rejects.toThrow('there is no run "none"');
  await expect(trainer.whatIf({ runId, step: 9, world: 0, from })).rejects.toThrow('the tree of step 9 is not kept');
  await expect(trainer.whatIf({ runId, step: 1, world: 7, from })).rejects.toThrow('is not kept');
  const first = trainer.whatIf({ runId, step: 1, world: 0, from });
  await expect(trainer.whatIf({ runId, step: 1, world: 0, from })).rejects.toThrow('played on already');
  await trainer.cancelWhatIf();
  await expect(first).rejects.toThrow('it was cancelled');
  await trainer.cancelWhatIf(); // nothing to cancel
  expect(await trainer.whatIf({ runId, step: 1, world: 0, from })).toMatchObject({ weightsOf: 0 });
  const { runs } = await openStorage<LabKinds>(database);
  await runs.update(runId, { baseHash: 'another one' });
  await expect(trainer.whatIf({ runId, step: 1, world: 0, from })).rejects.toThrow('stands on another base model');
});

describe('the weights nearest to those of a step', () => {
  const near = (kept: Readonly<Record<string, number>>, step: number, run: Partial<typeof config> = {}) =>
    weightsNear(
      {
        checkpoints: {
          replace: async () => {},
          load: async (_, slot = 'current') => {
            const at = kept[slot];
            return at === undefined ? undefined : { step: at, configHash: '', policies: {} };
          },
        },
      },
      { id: 'run', config: { ...config, ...run } },
      step,
    ).then((found) => found.step);

  it('are the beginning’s, the best or the last', async () => {
    const kept = { best: 12, current: 20 };
    expect([await near(kept, 0), await near(kept, 7), await near(kept, 12), await near(kept, 19)]).toEqual([
      0, 12, 12, 20,
    ]);
  });

  it('are not those before a cold start, nor those of another run that are gone', async () => {
    const cold = { settings: settingsFrom({ ...small, coldStartSteps: 5 }) };
    expect(await near({ current: 20 }, 0, cold)).toBe(20);
    await expect(near({}, 0, cold)).rejects.toThrow('no checkpoint yet');
    const start = { start: { plan: { run: 'other', policy: 'plan', hash: '', baseHash: '' } } };
    expect(await near({ current: 20 }, 0, start as Partial<typeof config>)).toBe(20);
    expect(await near({ current: 20, start: 0 }, 0, start as Partial<typeof config>)).toBe(0);
  });
});
