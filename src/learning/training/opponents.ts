// Whom the games of a step are played against: oneself, or a script of the world, in the shares that the settings give.
// The learner takes both sides in turn; a script trains nothing (Z4) and its answers are no generated tokens (Z6).
import type { TrainingSettings } from '../config/run-config';
import type { Environment, PlayerId } from '../environments/environment';
import { scriptPolicy } from '../rollouts/script-policy';
import type { Play } from '../rollouts/together';
import { bestScript } from './game-evaluation';

type Shares = Pick<TrainingSettings, 'randomOpponents' | 'bestOpponents'>;

/** Games next to each other in which `player` is a script; undefined in self-play. */
interface Against {
  readonly count: number;
  readonly script?: string;
  readonly player?: PlayerId;
}

/** The play as one for each opponent and side, its problems in their order: first self-play, then chance, then the
 *  best script. */
export function playsAgainst(play: Play, shares: Shares): Play[] {
  const { settings, seeds } = play;
  let first = 0;
  return opponentsOf(settings.environment, seeds.length, shares).flatMap(({ count, script, player }) => {
    const its = seeds.slice(first, first + count);
    first += count;
    if (its.length === 0) return [];
    if (script === undefined) return [{ settings, seeds: its }];
    const opponents = settings.team.roles.filter((role) => role.player === player).map(({ id }) => id);
    const policies = Object.fromEntries(opponents.map((role) => [role, scriptPolicy(script)]));
    return [{ settings: { ...settings, opponents, policies: { ...settings.policies, ...policies } }, seeds: its }];
  });
}

/** Counts sum to `n`. */
function opponentsOf(environment: Environment, n: number, { randomOpponents, bestOpponents }: Shares): Against[] {
  const [random, best] = [Math.round(n * randomOpponents), Math.round(n * (randomOpponents + bestOpponents))];
  return [
    { count: n - best },
    ...bySide(environment, random, 'random'),
    ...bySide(environment, best - random, bestScript(environment) ?? 'random'),
  ];
}

function bySide({ card: { players = [] } }: Environment, n: number, script: string): Against[] {
  const from = (index: number) => Math.round((index * n) / players.length);
  return players.map(({ id: player }, index) => ({ count: from(index + 1) - from(index), script, player }));
}
