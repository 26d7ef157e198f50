// Bargaining over several kinds of things at once (after Lewis et al. 2017, arXiv 1706.05125, without their
// conversation): what is on the table is known to both, what it is worth only to oneself. An offer is one digit, what
// its maker keeps. What could have been had is computed exactly (deals.ts).
import { check } from '../../../../basics/check';
import { valuesFrom } from '../../../../basics/knobs';
import { rngFrom } from '../../../../basics/rng';
import { indexOfSeed } from '../../splits';
import { drawn, type GameRules, gameFrom, type Side, sides } from '../game';
import { bargainingFace } from './card';
import { dealsOn, type Share, tables, total, worth } from './deals';
import { agree, type BargainingPosition, dealtOf, isOver, mover, moves, offered, shareOf, walkAway } from './offers';
import { conceder, greedy, soft } from './scripts';

const names = ['First', 'Second'] as const;

const plural = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;
/** "2 hats, 1 ball", without a kind of which there is none. */
const inWords = ([hats, balls]: Share) =>
  [hats > 0 ? plural(hats, 'hat') : '', balls > 0 ? plural(balls, 'ball') : '']
    .filter((words) => words !== '')
    .join(', ');

function picture(position: BargainingPosition, side?: Side): string[] {
  const { counts, values, said } = position;
  const known = (one: Side) => side === undefined || side === one;
  const told = [...said].map((digit, index) => `${names[index % 2 === 0 ? 0 : 1]} ${done(digit)}`);
  const dealt = dealtOf(position);
  return [
    `on the table: ${inWords(counts)}`,
    ...sides.map((one) => `${names[one]}: ${known(one) ? `a hat ${values[one][0]}, a ball ${values[one][1]}` : '?'}`),
    ...told,
    ...(isOver(position) && side === undefined ? [`First has ${dealt[0]}, Second ${dealt[1]} of ${total}`] : []),
  ];
}

const done = (digit: string) =>
  digit === agree ? 'agrees' : digit === walkAway ? 'walks away' : `keeps ${inWords(shareOf(digit))}`;

const spaced = (digits: string) => [...digits].map((digit) => ` ${digit}`).join('');

const rules: GameRules<BargainingPosition> = {
  ...bargainingFace,
  start(seed, settings) {
    const { offers } = valuesFrom(bargainingFace.knobs, settings) as { offers: number };
    check(Number.isInteger(seed) && seed >= 0, `a world seed is a whole number from 0, got ${seed}`);
    // The tables come in turn, each as often as any other.
    const counts = tables[indexOfSeed(seed) % tables.length] as Share;
    const { values } = drawn(dealsOn(counts), rngFrom('bargaining', seed).number);
    return Object.freeze({ counts, values, offers, said: '' });
  },
  mover,
  moves,
  play: (position, move) => Object.freeze({ ...position, said: position.said + move }),
  payoff: (position, side) => dealtOf(position)[side] / total,
  gaveUp: () => 0,
  /** What is on the table, what it is worth, what was offered, and what to agree would bring. */
  seen: (position, side) => {
    const { counts, values, said } = position;
    const left = offered(position);
    const brings = left ? `had${spaced(String(worth(values[side], left)))}\n` : '';
    const own = values[side].map((value) => spaced(String(value))).join('');
    return `at ${counts.join(' ')}\nown${own}\nhear${spaced(said)}\n${brings}`;
  },
  picture,
  told: (_position, move) => done(move),
  alike: (position, side, random) => {
    const own = position.values[side];
    const fitting = dealsOn(position.counts).filter(({ values }) => String(values[side]) === String(own));
    return Object.freeze({ ...position, values: drawn(fitting, random).values });
  },
  cue: 'answer',
  help: `a digit: ${agree} to agree, 2 to 9 for what you keep (1 + 3 × hats + balls), and after the last offer ${walkAway} to walk away`,
  scripts: { conceder, greedy, soft },
  byHand: {
    kind: 'choose',
    named: (_state, { move = '' }) =>
      move === agree ? 'Agree' : move === walkAway ? 'Walk away' : `Keep ${inWords(shareOf(move))}`,
  },
};

export const bargaining = gameFrom(rules);
