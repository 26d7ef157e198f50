// How a game of two with stakes of their own is evaluated: half the games from each side, against the script of the
// world that plays best, and a game counts where the team's side came off as well as the game allows (Z1). And what is
// computed of the policies themselves (Z5).
import type { Learner } from '../../contract/learner';
import type { Team } from '../agents/team';
import type { Environment, PlayerId } from '../environments/environment';
import { worldOf } from '../environments/players';
import type { Tokenizer } from '../language/tokenizer';
import type { PlaySettings } from '../rollouts/play-settings';
import { scriptPolicy } from '../rollouts/script-policy';
import type { Play } from '../rollouts/together';

export interface SidedGames {
  readonly subject: PlayerId;
  /** Index of the first of its problems among all, and how many there are. */
  readonly first: number;
  readonly count: number;
}

/** Whose game each of `n` problems is: the first half the first player's, or all of them that of whoever is measured;
 *  undefined where nobody has stakes of its own. */
export function sidesOf({ card }: Environment, n: number): readonly SidedGames[] | undefined {
  const { stakes, measured, players = [] } = card;
  if (stakes === undefined) return undefined;
  if (measured !== undefined) return [{ subject: measured, first: 0, count: n }];
  const from = (index: number) => Math.round((index * n) / players.length);
  return players.map(({ id }, index) => ({ subject: id, first: from(index), count: from(index + 1) - from(index) }));
}

/** The script that plays best: the first that a world names. */
export function bestScript({ players = {} }: Environment): string | undefined {
  return Object.values(players)[0]?.scripts?.[0];
}

/** Plays of which each problem is one side's, in the order of the problems. */
export function playsBySide(
  settings: PlaySettings,
  seeds: readonly number[],
  of: readonly SidedGames[],
  before = 0,
): Play[] {
  const { environment, team, policies } = settings;
  const script = bestScript(environment);
  return of.flatMap(({ subject, first, count }) => {
    const its = seeds.slice(Math.max(0, first - before), Math.max(0, first + count - before));
    if (its.length === 0) return [];
    const opponents =
      script === undefined ? [] : team.roles.filter(({ player }) => player !== subject).map(({ id }) => id);
    const against = Object.fromEntries(opponents.map((role) => [role, scriptPolicy(script ?? '')]));
    return [{ settings: { ...settings, subject, opponents, policies: { ...policies, ...against } }, seeds: its }];
  });
}

export interface ExactOptions {
  readonly environment: Environment;
  readonly team: Team;
  readonly policies: Readonly<Record<string, string>>;
  readonly tokenizer: Tokenizer;
  readonly learner: Pick<Learner, 'logprobs'>;
}

/** The world's exact figure of the policies; undefined where it has none. An answer's chance is that of its tokens, at
 *  temperature 1. */
export async function exactFigure({
  environment,
  team,
  policies,
  tokenizer,
  learner,
}: ExactOptions): Promise<{ readonly name: string; readonly value: number } | undefined> {
  const { exact } = environment;
  if (!exact) return undefined;
  const chances: number[][] = [];
  for (const { player, state, answers } of exact.views) {
    const role = team.roles.find((one) => one.player === player);
    const prompt = role?.prompt({
      environment: worldOf(environment, player),
      state,
      turn: 1,
      last: 'start',
      earlier: [],
    });
    const completions = answers.map((answer) => {
      const token_T = tokenizer.encode(answer);
      return { token_T, oldLogp_T: token_T.map(() => 0), advantage: 0 };
    });
    const [logp_K = []] = await learner.logprobs(policies[role?.id ?? ''] ?? player, [
      { prompt_P: tokenizer.encode(prompt ?? ''), completions },
    ]);
    chances.push(logp_K.map((logp_T) => Math.exp(logp_T.reduce((sum, logp) => sum + logp, 0))));
  }
  return { name: exact.name, value: exact.value(chances) };
}
