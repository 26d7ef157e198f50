// A league: players of a zero-sum game – checkpoints of a run, scripts of the world –, each against each, half of the
// games from each side and on the same openings. Pure: who computes the answers is handed in.
import { check, present } from '../../../basics/check';
import { seedFrom } from '../../../basics/rng';
import type { PolicyName } from '../../../contract/learner';
import type { Catalogue } from '../../../learning/catalogue';
import type { RunConfig } from '../../../learning/config/run-config';
import { worldSeed } from '../../../learning/environments/splits';
import type { Tokenizer } from '../../../learning/language/tokenizer';
import type { PlaySettings } from '../../../learning/rollouts/play-settings';
import type { Sampler } from '../../../learning/rollouts/sampler';
import { scriptPolicy } from '../../../learning/rollouts/script-policy';
import { type Play, type Player, playTogether } from '../../../learning/rollouts/together';
import type { RoleId, WorldRecord } from '../../../learning/rollouts/transcript';
import { worldsAtOnce } from '../../../learning/training/evaluate';
import { playsOf } from '../../../learning/training/step';
import { worthToFirst } from './step-games';

export interface Entrant {
  /** In the table. */
  readonly name: string;
  /** Who speaks for a role on either side. */
  readonly speaks: (role: RoleId) => PolicyName;
}

/** A game between two entrants, by their indices, the first side's first. */
export interface LeagueGame {
  readonly sides: readonly [number, number];
  /** To the first side, in [0, 1]; 0.5 is a draw. */
  readonly worth: number;
}

export interface LeagueOptions {
  readonly config: RunConfig;
  readonly catalogue: Catalogue;
  readonly tokenizer: Tokenizer;
  readonly sampler: Sampler;
  readonly entrants: readonly Entrant[];
  /** Of each two, half from each side. */
  readonly games: number;
  readonly seed: number;
  readonly player?: Player;
  readonly onProgress?: (done: number, total: number) => void;
}

/** The scripts of a game as entrants. */
export function scriptsOf({ environment }: Pick<PlaySettings, 'environment'>): Entrant[] {
  const scripts = Object.values(environment.players ?? {})[0]?.scripts ?? [];
  return scripts.map((name) => ({ name, speaks: () => scriptPolicy(name) }));
}

/** How the games of a run's league are played. Throws where the run's world is no zero-sum game. */
export function leagueSettings(options: Pick<LeagueOptions, 'config' | 'catalogue' | 'tokenizer'>): PlaySettings {
  const settings = chainsOf(options);
  const { id, stakes } = settings.environment.card;
  check(
    stakes === 'zero-sum',
    `a league is of a game in which one wins what the other loses, and the world "${id}" is none`,
  );
  return settings;
}

/** As chains, at the temperature of the run's training. */
export function chainsOf({
  config,
  catalogue,
  tokenizer,
}: Pick<LeagueOptions, 'config' | 'catalogue' | 'tokenizer'>): PlaySettings {
  const none = { randomOpponents: 0, bestOpponents: 0, pastOpponents: 0 };
  const alone = { ...config, settings: { ...config.settings, ...none } };
  const [play] = playsOf({ config: alone, step: 1, tokenizer, catalogue });
  return { ...present(play, 'a run plays a world').settings, branches: 1, games: 1, credit: 'own' };
}

/** Every two entrants' games, in order. */
export async function playLeague(options: LeagueOptions): Promise<LeagueGame[]> {
  const { entrants, games } = options;
  check(
    games >= 2 && games % 2 === 0,
    `half of the games are played from each side: expected an even number, got ${games}`,
  );
  const settings = leagueSettings(options);
  const first = settings.environment.card.players?.[0]?.id ?? '';
  const pairs = entrants.flatMap((_, a) => entrants.flatMap((_, b) => (a === b ? [] : [[a, b] as const])));
  const played = await playPairs({ ...options, settings, pairs, each: games / 2 });
  return played.flatMap(({ sides, worlds }) =>
    worlds.map((world) => ({ sides, worth: present(worthToFirst(world, first), 'somebody moves in every game') })),
  );
}

type Sides = LeagueGame['sides'];

/** Games of pairs of entrants, each pair's on the same openings. */
export async function playPairs({
  settings,
  pairs,
  each,
  ...options
}: Pick<LeagueOptions, 'entrants' | 'seed' | 'sampler' | 'player' | 'onProgress'> & {
  readonly settings: PlaySettings;
  readonly pairs: readonly Sides[];
  readonly each: number;
}): Promise<{ readonly sides: Sides; readonly worlds: readonly WorldRecord[] }[]> {
  const { entrants, seed, sampler, player = playTogether, onProgress } = options;
  const [first = { id: '' }, second = { id: '' }] = settings.environment.card.players ?? [];
  const seeds = Array.from({ length: each }, (_, index) => worldSeed('test', index));
  const playOf = (sides: Sides): Play => {
    const [one, other] = sides.map((index) => entrants[index] as Entrant) as [Entrant, Entrant];
    const speaker = { [first.id]: one, [second.id]: other };
    const policies = settings.team.roles.map(({ id, player = '' }) => [id, speaker[player]?.speaks(id) ?? id] as const);
    const stream = seedFrom(seed, 'league', one.name, other.name);
    return { settings: { ...settings, policies: Object.fromEntries(policies), stream }, seeds };
  };
  const atOnce = Math.max(1, Math.floor(worldsAtOnce / each));
  const played: { sides: Sides; worlds: WorldRecord[] }[] = [];
  for (let begin = 0; begin < pairs.length; begin += atOnce) {
    const some = pairs.slice(begin, begin + atOnce);
    const worlds = await player(some.map(playOf), sampler);
    some.forEach((sides, index) => {
      played.push({ sides, worlds: worlds.slice(index * each, (index + 1) * each) });
    });
    onProgress?.(played.length * each, pairs.length * each);
  }
  return played;
}
