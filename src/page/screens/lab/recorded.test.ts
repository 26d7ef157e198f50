import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepRecordedRun, type RecordedRun, readRecorded, recordedSteps } from '../../stores/recorded-run';
import { loadTree, treeSteps } from '../../stores/trees';
import { firstWords, framesOf, pictureAt, solvingInWords, toldRoom } from './recorded-rooms';
import { knownBy } from './recorded-steps';

let recorded: RecordedRun;

beforeAll(async () => {
  recorded = await readRecorded(readFileSync(new URL('../../../../public/recorded-run.json', import.meta.url)));
});

describe('the recorded run that ships', () => {
  it('has a result, a curve and trees of several steps, the first and the last among them', () => {
    const { view } = recorded;
    const steps = recordedSteps(recorded);
    expect(view.after?.rate).toBeGreaterThan(view.before?.rate ?? 1);
    expect(view.reports.length).toBe(view.config.settings.steps);
    expect(steps.length).toBeGreaterThanOrEqual(12);
    expect([steps[0], steps.at(-1)]).toEqual([1, view.step]);
  });

  it('is found by whoever asks for its trees', async () => {
    keepRecordedRun(recorded);
    const steps = await treeSteps(recorded.view.id);
    expect((await loadTree(recorded.view.id, steps[1] ?? 0))?.step).toBe(steps[1]);
    keepRecordedRun(undefined);
  });

  it('plays every room move by move, from its start to its end', () => {
    for (const { worlds } of recorded.trees)
      for (const world of worlds) {
        const frames = framesOf(world);
        expect(pictureAt(world, frames, 0)).toBe(world.start);
        expect(pictureAt(world, frames, 1e6)).toBe(frames.at(-1) ?? world.start);
        if (world.solved) expect(frames.length).toBeGreaterThan(0);
        expect(firstWords(world).length).toBeGreaterThan(0);
      }
  });

  it('tells the words of a room in which the roles do not only repeat each other, where there is one', () => {
    for (const tree of recorded.trees) expect(tree.worlds[toldRoom(tree)]).toBeDefined();
  });
});

it('how sure a team is of a room is counted over the answers to its last question', () => {
  const branch = (solved: boolean) => ({ solved });
  const groups = [{ branches: [branch(true)] }, { branches: [branch(true), branch(false), branch(false)] }];
  expect(solvingInWords({ groups } as never)).toBe('1 of 3 solved it');
});

it('at a step stands what was measured last by then, and before the first measurement the untrained team', () => {
  const { view } = recorded;
  const measured = (rate: number) => ({ ...view.references?.untrained, rate, n: 50 });
  const run = {
    config: view.config,
    references: { ...view.references, untrained: measured(0.1) },
    reports: [{ step: 1 }, { step: 2, validation: measured(0.4) }, { step: 3 }],
  } as never;
  expect(knownBy(run, 1)).toMatch(/^Untrained.*10.%.*50 validation rooms/);
  expect(knownBy(run, 3)).toMatch(/^After step 2 .*40.%/);
  expect(knownBy({ config: view.config, reports: [] }, 3)).toBe('');
  const tested = { ...(run as object), after: { ...measured(0.3), n: 200 } } as never;
  expect(knownBy(tested, 1)).not.toContain('test');
  expect(knownBy(tested, 3)).toMatch(/chosen by them, which flatters.* the 200 test rooms chose nothing/);
});
