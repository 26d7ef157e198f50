import { describe, expect, it } from 'vitest';
import type { BranchRecord, GroupRecord } from '../../../learning/rollouts/transcript';
import { alternativesAt, chanceInWords, rarestOf, tokensOf } from './token-reading';

const branch = {
  token_T: [4, 5],
  piece_T: [' U', 'D'],
  logp_T: [Math.log(0.5), Math.log(0.01)],
} as unknown as BranchRecord;
const group = {
  next: [
    {
      from: [
        [4, ' U', 0.5],
        [5, 'D', 0.3],
      ],
      to: { 4: 1 },
    },
    {
      from: [
        [6, '\n', 0.9],
        [4, ' U', 0.09],
      ],
    },
  ],
} as unknown as GroupRecord;

describe('tokensOf', () => {
  it('tells the probability, and shows spaces', () => {
    expect(tokensOf(branch)[0]).toMatchObject({ text: '·U', title: '“·U”  probability 0.500 · log −0.69' });
  });
});

describe('alternativesAt', () => {
  it('marks the drawn token among the likeliest', () => {
    expect(alternativesAt(group, branch, 0)).toEqual([
      { text: '·U', probability: 0.5, drawn: true },
      { text: 'D', probability: 0.3, drawn: false },
    ]);
  });

  it('puts it behind them where it is none of them', () => {
    expect(alternativesAt(group, branch, 1).map(({ text, drawn }) => [text, drawn])).toEqual([
      ['↵', false],
      ['·U', false],
      ['D', true],
    ]);
  });

  it('has nothing where none were kept', () => {
    expect(alternativesAt({} as GroupRecord, branch, 0)).toEqual([]);
  });
});

it('finds the rarest token', () => {
  expect(rarestOf(tokensOf(branch))).toBe(1);
});

it('says small chances in words', () => {
  expect([0.5, 0.0312, 0.0005, 0.0004].map(chanceInWords)).toEqual([
    '50\u202f%',
    '3.1\u202f%',
    '0.1\u202f%',
    'under 0.1\u202f%',
  ]);
});
