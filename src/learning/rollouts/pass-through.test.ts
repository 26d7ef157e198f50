// What the last role makes of proposals, on boards whose best call is known.
import { describe, expect, it } from 'vitest';
import { pairs, playPair } from '../agents/played-teams.fixture';
import { worldSeed } from '../environments/splits';
import { evaluationOf } from '../training/evaluate';
import { passThroughInWords } from './pass-through';
import type { PassThrough } from './transcript';

const nothingRuns = () => {
  throw new Error('calls are the world’s own: nothing is run');
};
const pairNamed = (name: string) => pairs.find((pair) => pair.name === name)!;
const seeds = Array.from({ length: 4 }, (_, index) => worldSeed('train', index));

/** What each role says, by its id, when the best call of the board is `best` and the moves it makes are `moves`. */
type Says = (found: { best: string; moves: string }) => Readonly<Record<string, string>>;

async function countedOn(name: string, says: Says, turns = 1): Promise<PassThrough | undefined> {
  const pair = pairNamed(name);
  const { calls, wording } = pair.environment;
  const { worlds } = await playPair(pair, {
    run: nothingRuns,
    seeds,
    changes: { branches: 1, turns },
    speech: ({ role, view }) => {
      const best = calls.best(view.state) ?? '';
      const moves = wording.write(calls.run(view.state, best, 12).action);
      return says({ best, moves })[role.id] ?? '';
    },
  });
  return evaluationOf(worlds).passThrough;
}

describe.each(['sokoban', 'plan-path', 'sudoku', 'blocksworld'])('on %s', (world) => {
  it.each<[string, Says, Partial<PassThrough>]>([
    ['the same moves repeat the proposal', ({ best, moves }) => ({ tool: best, plan: moves }), { repeats: 4 }],
    ['doing what a program does that does nothing repeats it', () => ({ tool: 'hm', plan: '?' }), { repeats: 4 }],
    ['moving where nothing was proposed mends it', ({ moves }) => ({ tool: 'hm', plan: moves }), { mends: 4 }],
    ['leaving a good proposal undone spoils it', ({ best }) => ({ tool: best, plan: '?' }), { spoils: 4 }],
  ])('%s', async (_, says, expected) => {
    const none = { repeats: 0, mends: 0, spoils: 0, differs: 0 };
    expect(await countedOn(`tool-and-plan on ${world}`, says)).toEqual({ role: 'plan', n: 4, ...none, ...expected });
  });
});

it('counts every turn', async () => {
  expect(await countedOn('tool-and-plan on sokoban', () => ({ tool: 'hm', plan: '?' }), 3)).toMatchObject({
    n: 12,
    repeats: 12,
  });
});

describe('on maths', () => {
  it('an answer is compared with the tool’s opinion as if it were the answer', async () => {
    const says =
      (plan: string): Says =>
      ({ best, moves }) => ({
        tool: plan === 'spoil' ? best : 'add 0 0',
        reasoner: plan === 'mend' ? moves : plan === 'repeat' ? '0' : '987654',
      });
    const name = 'maths-tool-and-reasoner on maths';
    expect(await countedOn(name, says('mend'))).toMatchObject({ role: 'reasoner', n: 4, mends: 4 });
    expect(await countedOn(name, says('repeat'))).toMatchObject({ n: 4, repeats: 4 });
    expect(await countedOn(name, says('spoil'))).toMatchObject({ n: 4, spoils: 4 });
    expect(await countedOn(name, says('differ'))).toMatchObject({ n: 4, differs: 4 });
  });
  it('a judge that takes one of two opinions repeats it', async () => {
    const says: Says = ({ best, moves }) => ({ one: 'add 0 0', two: best, judge: moves });
    expect(await countedOn('maths-solvers-and-judge on maths', says)).toMatchObject({
      role: 'judge',
      n: 4,
      repeats: 4,
    });
  });
});

it('nothing is counted where nobody proposes, or nobody is told', async () => {
  expect(await countedOn('plan-alone on sokoban', () => ({ plan: '?' }))).toBeUndefined();
  expect(await countedOn('maths-side-by-side on maths', () => ({ tool: 'add 0 0', reasoner: '1' }))).toBeUndefined();
});

it('says plainly where a second role adds nothing', () => {
  const of = (repeats: number, mends: number, spoils: number): PassThrough => {
    return { role: 'plan', n: 200, repeats, mends, spoils, differs: 200 - repeats - mends - spoils };
  };
  expect(passThroughInWords(of(198, 1, 0))).toBe(
    'the plan role repeats the proposal in 99.0 % of 200 turns, mends it in 0.5 %, spoils it in 0.0 %, differs at the same worth in 0.5 %: it adds next to nothing',
  );
  expect(passThroughInWords(of(200, 0, 0))).toMatch(/: it adds nothing$/);
  expect(passThroughInWords(of(100, 10, 30))).toMatch(/: it does more harm than good$/);
  expect(passThroughInWords(of(100, 1, 2))).toMatch(/: it adds nothing$/); // two spoilt and one mended may be chance
  expect(passThroughInWords(of(100, 60, 10))).toMatch(/same worth in 15.0 %$/);
});
