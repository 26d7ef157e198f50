// The play of one step or evaluation: many worlds in lockstep, one question to the sampler per role and turn. With K >
// 1 branches it grows a tree – all K are tried and scored, the pick rule names the trunk, the trunk continues; with K =
// 1 the same code plays a chain (V2). The roles of a parallel team are asked at once, and what they chose is carried
// out one after the other at the end of the turn. It does not know advantages, policies' weights or the engine.
import '../environments/whole';
import { check } from '../../basics/check';
import { seedFrom } from '../../basics/rng';
import type { Completion } from '../../contract/learner';
import type { Said } from '../agents/graph';
import { checkFits, type Team } from '../agents/team';
import type { Environment, Outcome, Picture, PlayerId } from '../environments/environment';
import { picturesOf, worldOf } from '../environments/players';
import { type AnsweredQuestion, groupOf, rescored, type ScoredQuestion, type Tried, tryAnswers } from './answers';
import { creditsOf, type Round } from './credit';
import { passingOf } from './pass-through';
import type { PlayedBoard, PlayedGroup, PlayedWorld, PlayOptions, PlayProgress, PlaySettings } from './play-settings';
import { actAll } from './programs';
import type { Sampler } from './sampler';
import { answersFrom } from './scripted';
import type { WayStep, WorldRecord } from './transcript';
import {
  type Asked,
  advance,
  askedNow,
  chanceAt,
  lastOf,
  type Place,
  type Position,
  type Question,
  questionTo,
  roundOver,
  take,
  teamTerm,
  turnBegun,
  waiting,
} from './turn';

/** What one role is asked in one game. */
export type AskedQuestion = Omit<AnsweredQuestion, 'completions' | keyof Place> & Place & Question;

export interface GameOptions extends PlayOptions {
  /** What became of those asked at once, where that is known already: nobody is asked then. */
  readonly settled?: (asked: readonly AskedQuestion[]) => Promise<readonly ScoredQuestion[] | undefined>;
}

interface Episode extends Position {
  readonly start: Picture;
  groups: PlayedGroup[];
  turns: number;
  /** What was said this turn. */
  spoken: readonly Said[];
  /** Of a team that is a graph. */
  way: WayStep[];
}

/** Plays the worlds of these seeds to their end. Results come in the order of the seeds, several games of a world next
 *  to each other, and do not depend on which worlds are played together. */
export async function playWorlds(
  settings: PlaySettings,
  seeds: readonly number[],
  sampler: Sampler,
  options: PlayOptions = {},
): Promise<PlayedWorld[]> {
  const { games = 1 } = settings;
  const single = games === 1 || settings.branches === 1;
  check(single, `several games of a world are chains: expected branches 1, got ${settings.branches}`);
  const places = seeds.flatMap((seed) => Array.from({ length: games }, (_, game) => ({ seed, game })));
  return playGames(settings, places, sampler, options);
}

/** Plays these games of worlds to their end. */
export async function playGames(
  settings: PlaySettings,
  places: readonly Pick<Position, 'seed' | 'game'>[],
  sampler: Sampler,
  { runner, onProgress, settled }: GameOptions = {},
): Promise<PlayedWorld[]> {
  const { environment, team, moveBudget, games = 1 } = settings;
  checkFits(team, environment.card);
  const episodes = places.map(({ seed, game }): Episode => {
    const state = environment.start(seed, settings.environmentSettings);
    const start = environment.picture(state);
    const nothingYet = {
      last: new Map(),
      ...turnBegun(team),
      groups: [],
      turns: 0,
      spoken: [],
      way: [],
      outcome: undefined,
      end: undefined,
    };
    return { seed, game, start, state, ...nothingYet };
  });
  const scoredFor = async (asked: readonly (Asked<Episode> & AskedQuestion)[], turn: number) =>
    (await settled?.(asked)) ?? (await scoredAnswers(settings, { turn, asked, sampler, runner }));
  for (let turn = 1; turn <= settings.turns; turn++) {
    const playing = episodes.filter((episode) => episode.end === undefined);
    if (playing.length === 0) break;
    const atTurnStart = new Map(playing.map((episode) => [episode, episode.state]));
    for (const episode of playing) Object.assign(episode, { ...turnBegun(team), spoken: [], outcome: undefined });
    for (let walking = playing; walking.length > 0; walking = walking.filter(isWalking)) {
      const asked = askedNow(settings, walking, turn).map((next) => ({ ...next, ...questionOf(settings, next) }));
      const scored = asked.length === 0 ? [] : await scoredFor(asked, turn);
      asked.forEach(({ episode, role, node, view }, index) => {
        const { group, chosen } = scored[index] as ScoredQuestion;
        const passing = settings.branches === 1 ? passingOf(team, role, view, { chosen, moveBudget }) : undefined;
        episode.groups.push(passing ? { ...group, passing } : group);
        const text = group.branches[group.trunk]?.text ?? '';
        take(episode, team, { role, node }, { chosen, text });
      });
      for (const episode of walking) episode.spoken = [...episode.spoken, ...episode.said.values()];
      const last = asked.at(-1)?.role.id;
      if (team.order === 'sequential' && last) onProgress?.(progressOf(settings, episodes, turn, last));
      for (const episode of walking) roundOver(episode, team, turn);
    }
    await carryOutWaiting(settings, playing, runner);
    // not before: until then no board of a parallel team has moved
    if (team.order === 'parallel') onProgress?.(progressOf(settings, episodes, turn, team.roles.at(-1)?.id ?? ''));
    for (const episode of playing) endTurn(settings, episode, atTurnStart.get(episode), turn);
  }
  return episodes.map((episode) => ({
    environment: environment.card.id,
    seed: episode.seed,
    ...(games > 1 ? { game: episode.game } : {}),
    start: episode.start,
    groups: episode.groups,
    solved: endOf(settings, episode) === 'solved',
    turns: episode.turns,
    end: endOf(settings, episode),
    ...(team.graph ? { way: episode.way } : {}),
  }));
}

const isWalking = ({ walk }: Position) => walk.active.length > 0;

/** What was answered to each of those asked, tried and written down as a group. */
async function scoredAnswers(
  settings: PlaySettings,
  { asked, ...round }: Omit<Round, 'asked' | 'tried'> & { readonly asked: readonly (Asked<Episode> & AskedQuestion)[] },
): Promise<ScoredQuestion[]> {
  const answers = await answersFrom(settings, asked, round.sampler);
  const answered = asked.map((question, i) => ({ ...question, completions: answers[i] as readonly Completion[] }));
  const tried = await tryAnswers(settings, answered, round.runner);
  const credits = await creditsOf(settings, { ...round, asked, tried });
  return answered.map((question, i) => groupOf(settings, question, tried[i] as Tried[], credits?.[i]));
}

function questionOf(settings: PlaySettings, { episode, role, view, node, visit }: Asked<Episode>) {
  const { seed, game } = episode;
  const { stream, opponents } = settings;
  const branches = opponents?.includes(role.id) ? 1 : settings.branches;
  const at = chanceAt({ node, visit }, role);
  const seed_K = Array.from({ length: branches }, (_, k) =>
    seedFrom(stream, seed, view.turn, role.id, game + k, ...at),
  );
  const { group, ...question } = questionTo(settings, role, view, seed_K);
  const { alternatives: likeliest } = settings;
  return { seed, game, ...question, group: likeliest ? { ...group, likeliest } : group };
}

/** Running out of time is never success (W4); an answer that stands when the turns are over is judged as it is. */
function endOf({ environment, subject }: PlaySettings, { end, state }: Episode): WorldRecord['end'] {
  if (subject !== undefined && end !== undefined)
    return worldOf(environment, subject).solved(state) ? 'solved' : 'lost';
  return end ?? (environment.solved(state) ? 'solved' : 'out-of-turns');
}

/** The actions that wait for the end of the turn, one after the other on the common state. The first was tried on that
 *  very state already, where nobody acted after it. */
async function carryOutWaiting(
  settings: PlaySettings,
  episodes: readonly Episode[],
  runner: PlayOptions['runner'],
): Promise<void> {
  const queues = new Map(episodes.map((episode) => [episode, waiting(episode)]));
  const longest = Math.max(0, ...[...queues.values()].map(({ length }) => length));
  for (const [episode, [first]] of queues) if (first && episode.outcome === undefined) advance(episode, first.outcome);
  for (let index = 0; index < longest; index++) {
    const acting = episodes.flatMap((episode) => {
      const trial = queues.get(episode)?.[index];
      const isDone = index === 0 && episode.outcome === trial?.outcome;
      return trial === undefined || isDone || episode.end !== undefined ? [] : [{ episode, action: trial.action }];
    });
    const acts = acting.map(({ episode, action }) => ({ state: episode.state, action }));
    const outcomes = await actAll(settings.environment, acts, settings.moveBudget, runner);
    acting.forEach(({ episode }, i) => advance(episode, outcomes[i] as Outcome<unknown>));
  }
}

function endTurn(settings: PlaySettings, episode: Episode, stateAtTurnStart: unknown, turn: number): void {
  const { environment, credit, team } = settings;
  episode.turns = turn;
  episode.way.push(...episode.walk.passages.map((passage) => ({ turn, ...passage })));
  episode.last = lastOf(environment, stateAtTurnStart, episode.state);
  if (credit !== 'after-turn' || settings.branches === 1) return;
  // The same for all answers of a group: no comparison inside it depends on which became the trunk.
  const shared = {
    team: teamTerm(environment, stateAtTurnStart, episode.state, episode.outcome),
    solved: environment.solved(episode.state) ? 1 : 0,
  };
  const ends = team.order === 'sequential' && !team.graph ? episode.groups.at(-1) : undefined;
  episode.groups = episode.groups.map((group) =>
    group.turn === turn && group !== ends ? rescored(settings, group, shared) : group,
  );
}

function progressOf(
  { environment, team }: PlaySettings,
  episodes: readonly Episode[],
  turn: number,
  role: string,
): PlayProgress {
  const boards = episodes.slice(0, 8).map((episode): PlayedBoard => {
    const seen = picturesOf(environment, episode.state);
    const said = saidIn(environment, team, episode);
    return {
      environment: environment.card.id,
      picture: environment.picture(episode.state),
      solved: environment.solved(episode.state),
      turn: episode.end === undefined ? turn : episode.turns || turn,
      ...(seen ? { seen } : {}),
      ...(said ? { said } : {}),
    };
  });
  return { turn, role, boards, finished: episodes.filter((episode) => episode.end !== undefined).length };
}

/** The last message that stands in this turn. */
function saidIn({ card }: Environment, { roles, order }: Team, { spoken }: Episode): PlayedBoard['said'] {
  const { players = [] } = card;
  const messages = (order === 'sequential' ? spoken : []).flatMap(({ role, moves }) => {
    const player = roles.find(({ id }) => id === role)?.player;
    return players.some(({ id, speaks }) => speaks && id === player)
      ? [{ player: player as PlayerId, words: moves }]
      : [];
  });
  return messages.at(-1);
}
