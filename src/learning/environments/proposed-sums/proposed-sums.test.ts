import { expect, it } from 'vitest';
import '../whole';
import { rngFrom } from '../../../basics/rng';
import { canonicalQuestion } from '../maths/sheet';
import { worldOf } from '../players';
import { type Split, splitOfProblem, worldSeed } from '../splits';
import { type ProposedSumsState, proposedSums } from './proposed-sums';

const { proposer, solver } = proposedSums.players ?? {};
const linesAfter = (state: ProposedSumsState) => solver?.picture(state) ?? [];
const proposing = (kind: number) => ({ player: 'proposer', kind }) as const;

it('asks a question of the kind that is named, and knows whether it is answered right', () => {
  const start = proposedSums.start(worldSeed('train', 3), {});
  const signs = [/ \+ /, / - /, / \* /];
  signs.forEach((sign, index) => {
    const { state, why, done } = proposedSums.act(start, proposing(index + 1), 1);
    expect(linesAfter(state)[0]).toMatch(sign);
    expect(why).toBe(`asked "${linesAfter(state)[0]}"`);
    expect(done).toBe(false);
    const answer = solver?.solve(state);
    expect(proposedSums.act(state, answer as { player: 'solver' }, 1)).toMatchObject({
      solved: true,
      terms: { team: 1 },
    });
    const wrong = proposedSums.act(state, { player: 'solver', answer: '-1/7' }, 1);
    expect(wrong).toMatchObject({ solved: false, done: true, terms: { team: 0 } });
  });
});

it('reads calls by what they come to', () => {
  expect(worldOf(proposedSums, 'solver').wording.read('add 12 7')).toEqual({ player: 'solver', answer: '19' });
  expect(worldOf(proposedSums, 'solver').wording.read('add 12')).toBeUndefined();
});

it('pays the proposer most for what comes off half the time, and less for what its group says over and over', () => {
  const worth = (share: number, said: number) => proposer?.fromPlays?.(share, said);
  expect(worth(0.5, 1 / 8)).toBe(0.875);
  expect(worth(0.25, 1 / 4)).toBe(0.5);
  expect(worth(0.5, 1)).toBe(0);
  expect(worth(1, 1 / 8)).toBe(0);
  expect(worth(0, 1 / 8)).toBe(0);
});

it('V1: whatever is proposed, a question is one of the split of its seed', () => {
  for (const split of ['train', 'validation', 'test', 'report'] satisfies Split[])
    for (let index = 0; index < 10; index++)
      for (let kind = 1; kind <= 9; kind++) {
        const { state } = proposedSums.act(proposedSums.start(worldSeed(split, index), {}), proposing(kind), 1);
        expect(splitOfProblem(canonicalQuestion({ question: linesAfter(state)[0] ?? '' }))).toBe(split);
      }
});

it('draws the share of questions that it is told to, of all kinds alike', () => {
  const starts = Array.from({ length: 900 }, (_, seed) => proposedSums.start(seed, { drawn: 0.5 }));
  const drawn = starts.filter(({ proposed }) => proposed !== undefined);
  expect(Math.abs(drawn.length - 450)).toBeLessThan(60);
  for (const { proposed, drawn: kind } of drawn) expect(proposed).toBe(kind);
  const counts = Array.from({ length: 9 }, (_, kind) => starts.filter((one) => one.drawn === kind + 1).length);
  for (const count of counts) expect(Math.abs(count - 100)).toBeLessThan(40);
  expect(proposer?.waits?.(drawn[0] as ProposedSumsState)).toBe(true);
});

it('proposes the drawn kind where a script stands for the proposer', () => {
  const start = proposedSums.start(worldSeed('test', 1), {});
  const action = proposer?.script?.('drawn', start, rngFrom('script').number);
  expect(action).toEqual(proposing(start.drawn));
});
