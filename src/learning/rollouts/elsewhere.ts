// What a role would say elsewhere: its answer to another problem, which influence puts in the place of its own (C4).
// The problem is drawn by the group's own chance from a few that the play's stream names, and not from the worlds of
// the step, so that a record does not depend on what it is played together with. The role is asked at the start of that
// problem, after the roles before it.
import { rngFrom, seedFrom } from '../../basics/rng';
import type { Completion } from '../../contract/learner';
import type { ProgramRunner } from '../agents/program-runner';
import { graphOf } from '../agents/team';
import { worldOf } from '../environments/players';
import { type Split, splitOfSeed, worldSeed } from '../environments/splits';
import { type AnsweredQuestion, type Tried, tryAnswers } from './answers';
import type { PlaySettings } from './play-settings';
import type { Sampler } from './sampler';
import type { RoleId } from './transcript';
import { type Asked, askedAt, type Position, questionTo, roundOver, take, turnBegun } from './turn';

/** Those who are asked at once, and by whom they are answered. */
export interface Asking {
  readonly turn: number;
  readonly asked: readonly Asked<Position>[];
  readonly sampler: Sampler;
  readonly runner: ProgramRunner | undefined;
}

export interface Elsewhere {
  /** The answer, tried where the role really is. */
  readonly tried: Tried;
  /** Generated for it. */
  readonly tokens: number;
}

/** Problems to draw from: some worlds are slow to begin (Sokoban for two: 40 ms). */
const problems = 8;

interface Visit extends Position {
  /** Of those asked. */
  readonly index: number;
  tokens: number;
}

/** Of each of those asked; undefined where every problem looks the same to it, or it passes there. */
export async function answersElsewhere(settings: PlaySettings, round: Asking): Promise<(Elsewhere | undefined)[]> {
  const { team } = settings;
  if (team.graph) return round.asked.map(() => undefined); // by which way it would come to be asked is not known
  const { roles, order } = team;
  const visits = round.asked.flatMap((one, index) => visitOf(settings, one, { index, turn: round.turn }));
  const [first] = round.asked;
  const earlier = order === 'sequential' && first ? roles.slice(0, roles.indexOf(first.role)) : [];
  for (const role of earlier) {
    const answered = await answersOf(settings, round, visits, () => role.id);
    const tried = await tryAnswers(settings, answered, round.runner);
    answered.forEach(({ episode }, i) => {
      const [{ answer, trial }] = tried[i] as [Tried];
      take(episode, team, { role, node: role.id }, { chosen: trial, text: answer.text });
    });
    for (const visit of visits) roundOver(visit, team, 1);
  }
  const roleOf = ({ index }: Visit) => (round.asked[index] as Asked<Position>).role.id;
  const answered = await answersOf(settings, round, visits, roleOf);
  const here = answered.map((one): AnsweredQuestion => {
    const { view } = round.asked[one.episode.index] as Asked<Position>;
    return { ...one, view };
  });
  const tried = await tryAnswers(settings, here, round.runner);
  const found = new Map(answered.map(({ episode: { index, tokens } }, i) => [index, { tried: tried[i]?.[0], tokens }]));
  return round.asked.map((_, index) => {
    const { tried: one, tokens = 0 } = found.get(index) ?? {};
    return one && { tried: one, tokens };
  });
}

/** The start of another problem, the first from a drawn one on that looks different to the role. */
function visitOf(
  settings: PlaySettings,
  { episode: { seed, game }, role, view }: Asked<Position>,
  { index, turn }: { index: number; turn: number },
): Visit[] {
  const { environment, stream } = settings;
  const seen = view.environment.picture(view.state).join('\n');
  const drawn = rngFrom(stream, seed, turn, role.id, 'elsewhere', game).integer(problems);
  for (let next = 0; next < problems; next++) {
    const state = startOf(settings, splitOfSeed(seed), (drawn + next) % problems);
    if (worldOf(environment, role.player).picture(state).join('\n') === seen) continue;
    const nothingYet = { last: new Map(), ...turnBegun(settings.team), outcome: undefined, end: undefined };
    return [{ seed, game, state, ...nothingYet, index, tokens: 0 }];
  }
  return [];
}

/** Of each play, what was begun already. */
const begun = new WeakMap<PlaySettings, Map<number, unknown>>();

function startOf(settings: PlaySettings, split: Split, problem: number): unknown {
  const states = begun.get(settings) ?? new Map<number, unknown>();
  begun.set(settings, states);
  const seed = worldSeed(split, seedFrom(settings.stream, 'elsewhere') + problem);
  if (!states.has(seed)) states.set(seed, settings.environment.start(seed, settings.environmentSettings));
  return states.get(seed);
}

/** One answer of a role in each visit that goes on, its tokens counted. */
async function answersOf(
  settings: PlaySettings,
  { turn, sampler }: Asking,
  visits: readonly Visit[],
  roleOf: (visit: Visit) => RoleId,
): Promise<(AnsweredQuestion & Asked<Visit>)[]> {
  const going = visits.filter(({ end }) => end === undefined);
  const asked = going.flatMap((visit) => {
    const node = graphOf(settings.team).nodes.find(({ id }) => id === roleOf(visit));
    return node ? askedAt(settings, node, [visit], 1) : [];
  });
  if (asked.length === 0) return [];
  const questions = asked.map(({ episode: { seed, game }, role, view }) =>
    questionTo(settings, role, view, [seedFrom(settings.stream, seed, turn, role.id, 'says elsewhere', game)]),
  );
  const completions = await sampler.sample(questions.map(({ group }) => group));
  return asked.map(({ episode, role, view, node, visit }, i) => {
    const { prompt, prompt_P } = questions[i] as (typeof questions)[number];
    const said = completions[i] as readonly Completion[];
    episode.tokens += said[0]?.token_T.length ?? 0;
    return {
      seed: episode.seed,
      game: episode.game,
      episode,
      role,
      node,
      visit,
      view,
      prompt,
      prompt_P,
      completions: said,
    };
  });
}
