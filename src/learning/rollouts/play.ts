// The play of one step or evaluation: many worlds in lockstep, one question to the sampler per role and turn. With K >
// 1 branches it grows a tree – all K are tried and scored, the pick rule names the trunk, the trunk continues; with K =
// 1 the same code plays a chain (V2). The roles of a parallel team are asked at once, and what they chose is carried
// out one after the other at the end of the turn. It does not know advantages, policies' weights or the engine.
import { check, present } from '../../basics/check';
import { seedFrom } from '../../basics/rng';
import type { Completion } from '../../contract/learner';
import type { Trial } from '../agents/reading';
import { type Heard, type LastTurn, lastTurnOf, type Role, type View } from '../agents/role';
import { checkFits, type Team } from '../agents/team';
import type { Outcome, Picture } from '../environments/environment';
import { scoreAnswers } from './answers';
import { passingOf } from './pass-through';
import type { PlayedGroup, PlayedWorld, PlayOptions, PlayProgress, PlaySettings } from './play-settings';
import { actAll } from './programs';
import type { Sampler } from './sampler';
import type { WorldRecord } from './transcript';

interface Episode {
  readonly seed: number;
  readonly game: number;
  readonly start: Picture;
  state: unknown;
  last: LastTurn;
  /** What roles said this turn; in a parallel team nobody is told. */
  heard: Heard[];
  /** What roles of a parallel team chose this turn, to be carried out at its end. */
  chosen: Trial[];
  groups: PlayedGroup[];
  turns: number;
  end: WorldRecord['end'] | undefined;
}

/** Plays the worlds of these seeds to their end. Results come in the order of the seeds, several games of a world next
 *  to each other, and do not depend on which worlds are played together. */
export async function playWorlds(
  settings: PlaySettings,
  seeds: readonly number[],
  sampler: Sampler,
  { runner, onProgress }: PlayOptions = {},
): Promise<PlayedWorld[]> {
  const { environment, team, moveBudget, games = 1 } = settings;
  checkFits(team, environment.card);
  const single = games === 1 || settings.branches === 1;
  check(single, `several games of a world are chains: expected branches 1, got ${settings.branches}`);
  const places = seeds.flatMap((seed) => Array.from({ length: games }, (_, game) => ({ seed, game })));
  const episodes = places.map(({ seed, game }): Episode => {
    const state = environment.start(seed, settings.environmentSettings);
    const start = environment.picture(state);
    return { seed, game, start, state, last: 'start', heard: [], chosen: [], groups: [], turns: 0, end: undefined };
  });
  for (let turn = 1; turn <= settings.turns; turn++) {
    const playing = episodes.filter((episode) => episode.end === undefined);
    if (playing.length === 0) break;
    const atTurnStart = new Map(playing.map((episode) => [episode, episode.state]));
    for (const episode of playing) episode.heard = [];
    for (const roles of roundsOf(team)) {
      const asked = roles
        .flatMap((role) => playing.map((episode) => ({ episode, role, view: viewOf(settings, episode, turn) })))
        .filter(({ role, view }) => !role.passes?.(view)) // G6
        .map((next) => questionOf(settings, next));
      if (asked.length === 0) continue;
      const answers = await sampler.sample(asked.map(({ group }) => group));
      const answered = asked.map((question, index) => ({
        ...question,
        completions: answers[index] as readonly Completion[],
      }));
      const scored = await scoreAnswers(settings, answered, runner);
      scored.forEach(({ group, chosen }, index) => {
        const { episode, role, view } = asked[index] as (typeof asked)[number];
        const passing = settings.branches === 1 ? passingOf(team, role, view, { chosen, moveBudget }) : undefined;
        episode.groups.push(passing ? { ...group, passing } : group);
        const text = group.branches[group.trunk]?.text ?? '';
        take(episode, role, chosen, { text, order: team.order });
      });
      onProgress?.(progressOf(settings, episodes, turn, (roles.at(-1) as Role).id));
    }
    await carryOutChosen(settings, playing, runner);
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
  }));
}

/** Running out of time is never success (W4); an answer that stands when the turns are over is judged as it is. */
function endOf({ environment }: PlaySettings, { end, state }: Episode): WorldRecord['end'] {
  return end ?? (environment.solved(state) ? 'solved' : 'out-of-turns');
}

/** Roles that are asked at once: each by itself, or all of a parallel team. */
function roundsOf({ roles, order }: Team): (readonly Role[])[] {
  return order === 'parallel' ? [roles] : roles.map((role) => [role]);
}

function viewOf({ environment }: PlaySettings, { state, last, heard }: Episode, turn: number): View {
  const proposal = heard.findLast((one) => one.proposal !== undefined)?.proposal;
  return { environment, turn, last, state, earlier: heard, ...(proposal ? { proposal } : {}) };
}

interface Next {
  readonly episode: Episode;
  readonly role: Role;
  readonly view: View;
}

function questionOf(settings: PlaySettings, { episode, role, view }: Next) {
  const { tokenizer, stream, branches, policies } = settings;
  const { temperature = settings.temperature, maxTokens: longest } = settings.sampling?.[role.id] ?? {};
  const { prompt, maxTokens } = promptOf(settings, role, view);
  const prompt_P = tokenizer.encode(prompt);
  const group = {
    policy: policies[role.id] ?? role.id,
    prompt_P,
    seed_K: Array.from({ length: branches }, (_, k) =>
      seedFrom(stream, episode.seed, view.turn, role.id, episode.game + k),
    ),
    maxTokens: longest ?? maxTokens,
    temperature,
  };
  return { episode, role, view, prompt, prompt_P, seed: episode.seed, game: episode.game, group };
}

function promptOf(
  { tokenizer, wording, moveBudget }: PlaySettings,
  role: Role,
  view: View,
): { prompt: string; maxTokens: number } {
  const symbols = moveBudget * view.environment.wording.symbolsPerMove;
  if (wording === 'compact') return { prompt: role.prompt(view), maxTokens: role.maxTokens(symbols) };
  const chat = present(
    tokenizer.chat,
    'the instruct wording needs a model with a chat template: take the compact wording',
  );
  return { prompt: chat(role.instruct.ask(view, moveBudget)), maxTokens: role.instruct.maxTokens(symbols) };
}

/** What the trunk does: a proposal changes nothing, an action the world; in a parallel team not before the end of the
 *  turn. */
function take(
  episode: Episode,
  { id, answers }: Role,
  chosen: Trial,
  { text, order }: { text: string; order: Team['order'] },
): void {
  const { moves, proposal, programOutput: output, why, outcome, action } = chosen;
  const heard = {
    role: id,
    text,
    moves,
    ...(proposal ? { proposal } : {}),
    ...(output === undefined ? {} : { output }),
    why,
  };
  if (order === 'sequential') episode.heard = [...episode.heard, heard];
  if (answers === 'program') return;
  if (order === 'sequential') advance(episode, outcome);
  else if (action !== undefined) episode.chosen.push(chosen);
}

function advance(episode: Episode, outcome: Outcome<unknown>): void {
  episode.state = outcome.state;
  if (outcome.done) episode.end = outcome.solved ? 'solved' : 'lost';
}

/** The actions of a parallel team, one after the other on the common state. The first was tried on that very state
 *  already. */
async function carryOutChosen(
  settings: PlaySettings,
  episodes: readonly Episode[],
  runner: PlayOptions['runner'],
): Promise<void> {
  for (const episode of episodes) if (episode.chosen[0]) advance(episode, episode.chosen[0].outcome);
  for (let index = 1; index < settings.team.roles.length; index++) {
    const waiting = episodes.filter((episode) => episode.end === undefined && index < episode.chosen.length);
    const acts = waiting.map((episode) => ({ state: episode.state, action: episode.chosen[index]?.action }));
    const outcomes = await actAll(settings.environment, acts, settings.moveBudget, runner);
    waiting.forEach((episode, i) => advance(episode, outcomes[i] as Outcome<unknown>));
  }
  for (const episode of episodes) episode.chosen = [];
}

function endTurn(settings: PlaySettings, episode: Episode, stateAtTurnStart: unknown, turn: number): void {
  episode.turns = turn;
  episode.last = lastTurnOf(settings.environment, stateAtTurnStart, episode.state);
}

function progressOf(
  { environment }: PlaySettings,
  episodes: readonly Episode[],
  turn: number,
  role: string,
): PlayProgress {
  const boards = episodes.slice(0, 8).map((episode) => ({
    environment: environment.card.id,
    picture: environment.picture(episode.state),
    solved: environment.solved(episode.state),
    turn: episode.turns || turn,
  }));
  return { turn, role, boards, finished: episodes.filter((episode) => episode.end !== undefined).length };
}
