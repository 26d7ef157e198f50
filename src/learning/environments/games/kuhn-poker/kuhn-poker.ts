// Kuhn poker (Kuhn 1950): three cards, one each, one chip in the pot from both, one bet. U raises – a bet, or a call
// of one –, D lies low: a check, or a fold. The equilibria are a family known in full, the value is −1/18 chips for who
// begins, and what a policy loses to its best response is computed exactly (exploitability.ts).

import { check } from '../../../../basics/check';
import { valuesFrom } from '../../../../basics/knobs';
import { indexOfSeed } from '../../splits';
import { drawn, type GameRules, type GameState, gameFrom, type Side, sides } from '../game';
import { chipsOf, deals, equilibrium, type KuhnPosition, letters, mover, scaled, views } from './cards';
import { exploitability, type KuhnPolicy } from './exploitability';

const words = (played: string) => [...played].map((move) => ` ${move}`).join('');
const raised = (played: string) => played.endsWith('U');

function picture({ cards, played }: KuhnPosition, side?: Side): string[] {
  const shown = sides.map((one) => (side === undefined || side === one ? letters[cards[one]] : '?'));
  return [`first: ${shown[0]}`, `second: ${shown[1]}`, `played:${words(played) || ' nothing'}`];
}

const rules: GameRules<KuhnPosition> = {
  id: 'kuhn-poker',
  name: 'Kuhn poker',
  sentence:
    'Two players hold one card of three each and may bet a chip; who faces a bet calls or folds, the higher card wins.',
  knobs: {},
  players: [
    { id: 'first', name: 'First', sentence: 'Sees its own card, bets or checks first, and may have to answer a bet.' },
    { id: 'second', name: 'Second', sentence: 'Sees its own card and what the first one did.' },
  ],
  stakes: 'zero-sum',
  form: 'text',
  symbols: {},
  start(seed, settings) {
    valuesFrom(rules.knobs, settings);
    check(Number.isInteger(seed) && seed >= 0, `a world seed is a whole number from 0, got ${seed}`);
    // The deals come in turn, each as often as any other.
    const [first, second] = deals[indexOfSeed(seed) % deals.length] as (typeof deals)[number];
    return Object.freeze({ cards: Object.freeze([first, second] as const), played: '' });
  },
  mover,
  moves: (position) => (mover(position) === undefined ? [] : ['U', 'D']),
  play: (position, move) => Object.freeze({ ...position, played: position.played + move }),
  payoff: (position, side) => scaled(chipsOf(position, side)),
  gaveUp: (_position, side, loser) => scaled(side === loser ? -1 : 1),
  seen: ({ cards, played }, side) => `can U D\nhear ${cards[side]}${words(played)}\n`,
  picture,
  told: ({ played }, move) =>
    move === 'U' ? (raised(played) ? 'calls' : 'bets') : raised(played) ? 'folds' : 'checks',
  alike: ({ cards, played }, side, random) => {
    const hidden = drawn(
      [1, 2, 3].filter((card) => card !== cards[side]),
      random,
    );
    const drawnCards = side === 0 ? ([cards[0], hidden] as const) : ([hidden, cards[1]] as const);
    return Object.freeze({ played, cards: Object.freeze(drawnCards) });
  },
  cue: 'walker',
  help: 'U (bet, or call a bet) or D (check, or fold)',
  scripts: {
    equilibrium: ({ cards, played }, random) =>
      random() < equilibrium(cards[played.length % 2 === 0 ? 0 : 1], played) ? 'U' : 'D',
  },
  byHand: {
    kind: 'choose',
    named: ({ position }, { move }) => {
      const faced = raised(position.played);
      return move === 'U' ? (faced ? 'Call' : 'Bet') : faced ? 'Fold' : 'Check';
    },
  },
  exact: {
    name: 'exploitability',
    sentence:
      'What a best response wins from the policy, in chips a game, the mean over both sides; 0 is an equilibrium, and play at random has 0.458.',
    views: views.map(({ side, card, played }) => ({
      player: side === 0 ? 'first' : 'second',
      state: stateOf(side, card, played),
      answers: ['U', 'D'],
    })),
    value: (probability_Q_A) => exploitability(policyFrom(probability_Q_A)),
  },
};

function stateOf(side: Side, card: number, played: string): GameState<KuhnPosition> {
  const hidden = card === 1 ? 2 : 1;
  const cards = side === 0 ? ([card, hidden] as const) : ([hidden, card] as const);
  return Object.freeze({ position: Object.freeze({ cards: Object.freeze(cards), played }), game: 0 });
}

/** From the chances of U and of D in each view, in the order of `views`. */
export function policyFrom(probability_Q_A: readonly (readonly number[])[]): KuhnPolicy {
  const chances = new Map(views.map(({ card, played }, q) => [`${card}${played}`, probability_Q_A[q] ?? []] as const));
  return (card, played) => {
    const [up = 0, down = 0] = chances.get(`${card}${played}`) ?? [];
    return { U: up, D: down };
  };
}

export const kuhnPoker = gameFrom(rules);
