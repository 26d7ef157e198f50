// Maths's state and rules: a question and what was said to it. A final answer is the team's; an opinion is what one
// role thinks, for the others to see. A round is the opinions since the last final answer, and the answer that ends it.
// The problem is over when more than half of those who spoke in a round gave its final answer: the team itself can see
// that, whether it is right or wrong (V8). With verdicts the world tells: a right final answer ends the problem, and so
// does a wrong one on which all agree. Knows nothing of budgets and rewards.
import { sameAnswer } from './same-answer';

/** Something said: a final answer, or with `by` the opinion of a role. */
export interface Said {
  readonly by?: string;
  readonly answer: string;
}

export interface MathsState {
  readonly question: string;
  /** The right answer; never part of a prompt. */
  readonly answer: string;
  /** The calls that solve it, where they are known; never part of a prompt. */
  readonly way?: string;
  /** The world tells whether a final answer was right. */
  readonly verdicts?: true;
  /** In order. */
  readonly said: readonly Said[];
}

/** The state in which nothing was said yet. */
export function sheetOf(problem: Pick<MathsState, 'question' | 'answer' | 'way'>): MathsState {
  return Object.freeze({ ...problem, said: Object.freeze([]) });
}

export const isRight = ({ answer }: MathsState, said: string): boolean => sameAnswer(said, answer);

/** The team's answer, as it stands, is right. Without verdicts the problem may go on all the same. */
export function isSolved(state: MathsState): boolean {
  const final = state.said.findLast(({ by }) => by === undefined);
  return final !== undefined && isRight(state, final.answer);
}

/** Nothing more can be said. Without verdicts it does not depend on the right answer. */
export function isOver(state: MathsState): boolean {
  const { final, opinions = [] } = state.said.at(-1)?.by === undefined ? (roundsOf(state).at(-1) ?? {}) : {};
  if (final === undefined) return false;
  const agreeing = opinions.filter(({ answer }) => sameAnswer(answer, final)).length;
  if (state.verdicts) return isRight(state, final) || (opinions.length > 0 && agreeing === opinions.length);
  return agreeing + 1 > (opinions.length + 1) / 2;
}

export interface Round {
  /** The latest of each role, in the order in which the roles spoke. */
  readonly opinions: readonly Said[];
  /** Absent while the round goes on. */
  readonly final?: string;
}

/** At least one round; the last is open unless the problem is over. */
export function roundsOf({ said }: MathsState): readonly Round[] {
  const rounds: { opinions: Said[]; final?: string }[] = [];
  for (const one of said) {
    const last = rounds.at(-1);
    const open = last === undefined || last.final !== undefined ? { opinions: [] } : last;
    if (open !== last) rounds.push(open);
    if (one.by === undefined) open.final = one.answer;
    else open.opinions = [...open.opinions.filter(({ by }) => by !== one.by), one];
  }
  return rounds;
}

/** Opinions of the round that goes on. */
function opinionsOf(state: MathsState): readonly Said[] {
  const last = roundsOf(state).at(-1);
  return last === undefined || last.final !== undefined ? [] : last.opinions;
}

/** With verdicts: a final answer like this was given before, so it is known to be wrong. */
export function isKnownWrong({ said, verdicts }: MathsState, answer: string): boolean {
  return verdicts === true && said.some((one) => one.by === undefined && sameAnswer(one.answer, answer));
}

/** The state after something was said; the very same object when it says nothing new or all is over. */
export function told(state: MathsState, one: Said): MathsState {
  if (isOver(state) || isKnownWrong(state, one.answer)) return state;
  const before = opinionsOf(state).find(({ by }) => by === one.by);
  if (one.by !== undefined && before !== undefined && sameAnswer(before.answer, one.answer)) return state;
  return Object.freeze({ ...state, said: Object.freeze([...state.said, Object.freeze({ ...one })]) });
}

/** The question, and a line for each round: opinions and final answer, in the order in which they were given. */
export function describeSheet(state: MathsState): string {
  const question = state.question.replace(/\s+/g, ' ').trim();
  return [question, ...roundsOf(state).map(lineOf)].map((line) => `${line}\n`).join('');
}

/** The question, equal where only the terms of a sum or the factors of a product of two numbers have changed places. */
export function canonicalQuestion({ question }: Pick<MathsState, 'question'>): string {
  const inOrder = (sign: string) => (_: string, one: string, other: string) =>
    [one, other].sort((a, b) => Number(a) - Number(b)).join(` ${sign} `);
  return question
    .replace(/(?<![-*/] )\b(\d+) \* (\d+)\b(?! [*^])/g, inOrder('*'))
    .replace(/(?<![-*/] )\b(\d+) \+ (\d+)\b(?! [*/^])/g, inOrder('+'));
}

/** "had 15 21". */
export function lineOf({ opinions, final }: Round): string {
  return `had ${[...opinions.map(({ answer }) => answer), ...(final === undefined ? [] : [final])].join(' ')}`;
}
