// A beginner divides the first two numbers, whatever stands between them, and answers with the first: hardly ever
// right.
import type { Rng } from '../../../basics/rng';
import type { Beginner } from '../environment';
import type { MathsState } from './sheet';

function numbersOf({ question }: MathsState): readonly string[] {
  const numbers = question.match(/\d+/g) ?? [];
  return numbers.length === 0 ? ['0'] : numbers;
}

function twoOf([first = '0', second = first]: readonly string[]): string {
  return `${first} ${second}`;
}

const operations = ['add', 'sub', 'mul', 'div'] as const;

export const mathsBeginner: Beginner<MathsState> = {
  callsAtOnce: 1,
  call: (state) => `div ${twoOf(numbersOf(state))}`,
  blindCall: (state, rng: Rng) => `${rng.pick(operations)} ${twoOf(rng.shuffle(numbersOf(state)))}`,
  moves: (state) => numbersOf(state)[0] as string,
};
