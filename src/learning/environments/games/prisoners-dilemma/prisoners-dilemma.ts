// The iterated prisoner's dilemma (Axelrod 1984): both choose at once, round after round; U cooperates, D defects. Who
// moves second in a round does not see what the first chose. Rewards are mixed: both gain by cooperating, each by
// defecting once. Points as Axelrod's: 5 for defecting on who cooperates, 3 each, 1 each, 0.
import { check } from '../../../../basics/check';
import { valuesFrom } from '../../../../basics/knobs';
import { drawn, type GameRules, gameFrom, other, type Side } from '../game';
import { dilemmaFace } from './card';

export interface DilemmaPosition {
  readonly rounds: number;
  /** Of each side, what it chose in the rounds that are over: "UUD". */
  readonly chosen: readonly [string, string];
  /** What the first chose in this round, which the second does not see. */
  readonly secret?: string;
}

const names = ['Row', 'Column'] as const;

/** Points of a round. */
export function pointsOf(own: string, others: string): number {
  if (own === 'U') return others === 'U' ? 3 : 0;
  return others === 'U' ? 5 : 1;
}

function mean({ chosen, rounds }: DilemmaPosition, side: Side): number {
  const points = [...chosen[side]].map((own, round) => pointsOf(own, chosen[other(side)][round] ?? 'U'));
  return points.reduce((sum, one) => sum + one, 0) / (5 * rounds);
}

const mover = ({ chosen, rounds, secret }: DilemmaPosition): Side | undefined =>
  chosen[0].length >= rounds ? undefined : secret === undefined ? 0 : 1;
const spaced = (moves: string) => [...moves].map((move) => ` ${move}`).join('');
const lastOf = (moves: string) => moves.slice(-1);
const moverIn = (position: DilemmaPosition): Side => mover(position) ?? 0;

const rules: GameRules<DilemmaPosition> = {
  ...dilemmaFace,
  start(seed, settings) {
    const { rounds } = valuesFrom(dilemmaFace.knobs, settings) as { rounds: number };
    check(Number.isInteger(seed) && seed >= 0, `a world seed is a whole number from 0, got ${seed}`);
    return Object.freeze({ rounds, chosen: Object.freeze(['', ''] as const) });
  },
  mover,
  moves: (position) => (mover(position) === undefined ? [] : ['U', 'D']),
  play: ({ rounds, chosen, secret }, move) =>
    secret === undefined
      ? Object.freeze({ rounds, chosen, secret: move })
      : Object.freeze({ rounds, chosen: Object.freeze([chosen[0] + secret, chosen[1] + move] as const) }),
  payoff: mean,
  /** The other has what both would have had who always cooperate. */
  gaveUp: (_position, side, loser) => (side === loser ? 0 : 0.6),
  held: (position, side) => mean(position, side) >= 0.6 - 1e-9,
  seen: ({ chosen }, side) => `can U D\nhear${spaced(lastOf(chosen[side]))}${spaced(lastOf(chosen[other(side)]))}\n`,
  picture: ({ chosen }, side) => {
    const lines = chosen.map((moves, one) => `${names[one]}:${spaced(moves) || ' nothing'}`);
    return side === undefined ? lines : chosen.map((_, one) => lines[one] ?? '');
  },
  told: (_position, move) => (move === 'U' ? 'cooperates' : 'defects'),
  alike: (position, side, random) =>
    side === 1 && position.secret !== undefined
      ? Object.freeze({ ...position, secret: drawn(['U', 'D'], random) })
      : position,
  cue: 'walker',
  help: 'U (cooperate) or D (defect)',
  scripts: {
    'tit-for-tat': (position) => lastOf(position.chosen[other(moverIn(position))]) || 'U',
    'always-defect': () => 'D',
    'always-cooperate': () => 'U',
  },
  byHand: { kind: 'choose', named: (_state, { move }) => (move === 'U' ? 'Cooperate' : 'Defect') },
};

export const prisonersDilemma = gameFrom(rules);
