// Whom the games of a step are played against: oneself, a script of the world, or oneself as one was some steps ago, in
// the shares that the settings give. The learner takes both sides in turn; an opponent trains nothing (Z4), a script's
// answers are no generated tokens (Z6), and those of an earlier checkpoint are (Z7).
import { type Rng, rngFrom } from '../../basics/rng';
import { basePolicy, type PolicyName } from '../../contract/learner';
import { groupsBy } from '../algorithm/grouping';
import type { RunConfig, TrainingSettings } from '../config/run-config';
import type { Environment, PlayerId } from '../environments/environment';
import { pastPolicy } from '../rollouts/past-policy';
import { scriptPolicy } from '../rollouts/script-policy';
import type { Play } from '../rollouts/together';
import { bestScript } from './game-evaluation';

export type Shares = Pick<TrainingSettings, 'randomOpponents' | 'bestOpponents' | 'pastOpponents'>;

/** Games next to each other in which `player` is an opponent; undefined in self-play. */
interface Against {
  readonly count: number;
  readonly player?: PlayerId;
  /** Who speaks for the opponent in place of the run's policy. */
  readonly instead?: (own: PolicyName) => PolicyName;
}

/** Most frozen checkpoints that are kept to be played against. */
export const mostFrozen = 8;

/** After which steps the checkpoints were frozen that step `step` (from 1) may be played against, ascending: as many
 *  steps apart as evaluations are, or twice, four times … as many, so that at most `mostFrozen` spread over the run so
 *  far. The first is how the run began, or what a fork goes on from; before that there is none. */
export function frozenSteps({ settings: { evaluateEvery }, fork }: RunConfig, step: number): number[] {
  const first = fork?.step ?? 0;
  const done = step - 1 - first;
  if (done < 0) return [];
  let apart = evaluateEvery;
  while (Math.floor(done / apart) >= mostFrozen) apart *= 2;
  return Array.from({ length: Math.floor(done / apart) + 1 }, (_, index) => first + index * apart);
}

/** The play as one for each opponent and side, its problems in their order: first self-play, then chance, then the
 *  best script, then the frozen checkpoints, each game's drawn by the chance of the play. */
export function playsAgainst(play: Play, shares: Shares, frozen: readonly number[]): Play[] {
  const { settings, seeds } = play;
  let first = 0;
  return opponentsOf(play, shares, frozen).flatMap(({ count, instead, player }) => {
    const its = seeds.slice(first, first + count);
    first += count;
    if (its.length === 0) return [];
    if (instead === undefined) return [{ settings, seeds: its }];
    const opponents = settings.team.roles.filter((role) => role.player === player).map(({ id }) => id);
    const policies = Object.fromEntries(opponents.map((role) => [role, instead(settings.policies[role] ?? role)]));
    return [{ settings: { ...settings, opponents, policies: { ...settings.policies, ...policies } }, seeds: its }];
  });
}

/** Counts sum to the games of the play. */
function opponentsOf({ settings, seeds }: Play, shares: Shares, frozen: readonly number[]): Against[] {
  const { environment, stream } = settings;
  const { randomOpponents, bestOpponents, pastOpponents } = shares;
  const upTo = (share: number) => Math.round(seeds.length * share);
  const [random, best] = [upTo(randomOpponents), upTo(randomOpponents + bestOpponents)];
  const past = frozen.length === 0 ? best : upTo(randomOpponents + bestOpponents + pastOpponents);
  const script = (name: string) => () => scriptPolicy(name);
  return [
    { count: seeds.length - past },
    ...bySide(environment, random, script('random')),
    ...bySide(environment, best - random, script(bestScript(environment) ?? 'random')),
    ...bySide(environment, past - best).flatMap(({ count, player }) =>
      drawnSteps(frozen, count, rngFrom(stream, 'past', player)).map((same) => ({
        count: same.length,
        player,
        instead: (own: PolicyName) => (own === basePolicy ? own : pastPolicy(same[0] as number, own)),
      })),
    ),
  ];
}

function bySide({ card: { players = [] } }: Environment, n: number, instead?: Against['instead']) {
  const from = (index: number) => Math.round((index * n) / players.length);
  return players.map(({ id: player }, index) => ({
    count: from(index + 1) - from(index),
    player,
    ...(instead ? { instead } : {}),
  }));
}

/** One for each of `count` games, the same next to each other, ascending. */
function drawnSteps(frozen: readonly number[], count: number, rng: Rng): number[][] {
  const drawn = Array.from({ length: count }, () => rng.pick(frozen)).sort((a, b) => a - b);
  return groupsBy(drawn, String);
}
