// The play of one step or evaluation: many worlds in lockstep, one question to the sampler per role and turn. With K > 1 branches it
// grows a tree – all K are tried and judged, the pick rule names the trunk, the trunk continues; with K = 1 the same code plays a
// chain (V2). The roles of a parallel team are asked at once, and what they chose is carried out one after the other at the end of the
// turn. It does not know advantages, policies' weights or the engine.
import { check, present } from '../../basics/check';
import { seedFrom } from '../../basics/rng';
import type { Trial } from '../agents/reading';
import { type Heard, type LastTurn, lastTurnOf, type Role, type View } from '../agents/role';
import { checkFits, type Team } from '../agents/team';
import type { Outcome, Picture } from '../environments/environment';
import type { Completion } from '../training/learner';
import { judgeAnswers } from './answers';
import { passingOf } from './pass-through';
import type { PlayedGroup, PlayedWorld, PlayOptions, PlayProgress, PlaySettings } from './play-settings';
import { actAll } from './programs';
import type { Sampler } from './sampler';
import type { WorldRecord } from './transcript';

interface Seat {
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

/** Plays the worlds of these seeds to their end. Results come in the order of the seeds, several games of a world next to each
 *  other, and do not depend on which worlds are played together. */
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
  const seats = places.map(({ seed, game }): Seat => {
    const state = environment.start(seed, settings.environmentSettings);
    const start = environment.picture(state);
    return { seed, game, start, state, last: 'start', heard: [], chosen: [], groups: [], turns: 0, end: undefined };
  });
  for (let turn = 1; turn <= settings.turns; turn++) {
    const playing = seats.filter((seat) => seat.end === undefined);
    if (playing.length === 0) break;
    const atTurnStart = new Map(playing.map((seat) => [seat, seat.state]));
    for (const seat of playing) seat.heard = [];
    for (const roles of roundsOf(team)) {
      const asked = roles
        .flatMap((role) => playing.map((seat) => ({ seat, role, view: viewOf(settings, seat, turn) })))
        .filter(({ role, view }) => !role.passes?.(view)) // G6
        .map((next) => questionOf(settings, next));
      if (asked.length === 0) continue;
      const answers = await sampler.sample(asked.map(({ group }) => group));
      const answered = asked.map((question, index) => ({ ...question, completions: answers[index] as readonly Completion[] }));
      const judged = await judgeAnswers(settings, answered, runner);
      judged.forEach(({ group, chosen }, index) => {
        const { seat, role, view } = asked[index] as (typeof asked)[number];
        const passing = settings.branches === 1 ? passingOf(team, role, view, { chosen, moveBudget }) : undefined;
        seat.groups.push(passing ? { ...group, passing } : group);
        const text = group.branches[group.trunk]?.text ?? '';
        take(seat, role, chosen, { text, order: team.order });
      });
      onProgress?.(progressOf(settings, seats, turn, (roles.at(-1) as Role).id));
    }
    await carryOutChosen(settings, playing, runner);
    for (const seat of playing) endTurn(settings, seat, atTurnStart.get(seat), turn);
  }
  return seats.map((seat) => ({
    environment: environment.card.id,
    seed: seat.seed,
    ...(games > 1 ? { game: seat.game } : {}),
    start: seat.start,
    groups: seat.groups,
    solved: endOf(settings, seat) === 'solved',
    turns: seat.turns,
    end: endOf(settings, seat),
  }));
}

/** Running out of time is never success (W4); an answer that stands when the turns are over is judged as it is. */
function endOf({ environment }: PlaySettings, { end, state }: Seat): WorldRecord['end'] {
  return end ?? (environment.solved(state) ? 'solved' : 'out-of-turns');
}

/** Roles that are asked at once: each by itself, or all of a parallel team. */
function roundsOf({ roles, order }: Team): (readonly Role[])[] {
  return order === 'parallel' ? [roles] : roles.map((role) => [role]);
}

function viewOf({ environment }: PlaySettings, { state, last, heard }: Seat, turn: number): View {
  const proposal = heard.findLast((one) => one.proposal !== undefined)?.proposal;
  return { environment, turn, last, state, earlier: heard, ...(proposal ? { proposal } : {}) };
}

interface Next {
  readonly seat: Seat;
  readonly role: Role;
  readonly view: View;
}

function questionOf(settings: PlaySettings, { seat, role, view }: Next) {
  const { tokenizer, stream, branches, policies } = settings;
  const { temperature = settings.temperature, maxTokens: longest } = settings.sampling?.[role.id] ?? {};
  const { prompt, maxTokens } = promptOf(settings, role, view);
  const prompt_P = tokenizer.encode(prompt);
  const group = {
    policy: policies[role.id] ?? role.id,
    prompt_P,
    seed_K: Array.from({ length: branches }, (_, k) => seedFrom(stream, seat.seed, view.turn, role.id, seat.game + k)),
    maxTokens: longest ?? maxTokens,
    temperature,
  };
  return { seat, role, view, prompt, prompt_P, seed: seat.seed, game: seat.game, group };
}

function promptOf(
  { tokenizer, wording, moveBudget }: PlaySettings,
  role: Role,
  view: View,
): { prompt: string; maxTokens: number } {
  const symbols = moveBudget * view.environment.wording.symbolsPerMove;
  if (wording === 'compact') return { prompt: role.prompt(view), maxTokens: role.maxTokens(symbols) };
  const chat = present(tokenizer.chat, 'the instruct wording needs a model with a chat template: take the compact wording');
  return { prompt: chat(role.instruct.ask(view, moveBudget)), maxTokens: role.instruct.maxTokens(symbols) };
}

/** What the trunk does: a proposal changes nothing, an action the world; in a parallel team not before the end of the turn. */
function take(seat: Seat, { id, answers }: Role, chosen: Trial, { text, order }: { text: string; order: Team['order'] }): void {
  const { moves, proposal, programOutput: output, why, outcome, action } = chosen;
  const heard = { role: id, text, moves, ...(proposal ? { proposal } : {}), ...(output === undefined ? {} : { output }), why };
  if (order === 'sequential') seat.heard = [...seat.heard, heard];
  if (answers === 'program') return;
  if (order === 'sequential') advance(seat, outcome);
  else if (action !== undefined) seat.chosen.push(chosen);
}

function advance(seat: Seat, outcome: Outcome<unknown>): void {
  seat.state = outcome.state;
  if (outcome.done) seat.end = outcome.solved ? 'solved' : 'lost';
}

/** The actions of a parallel team, one after the other on the common state. The first was tried on that very state already. */
async function carryOutChosen(settings: PlaySettings, seats: readonly Seat[], runner: PlayOptions['runner']): Promise<void> {
  for (const seat of seats) if (seat.chosen[0]) advance(seat, seat.chosen[0].outcome);
  for (let index = 1; index < settings.team.roles.length; index++) {
    const waiting = seats.filter((seat) => seat.end === undefined && index < seat.chosen.length);
    const acts = waiting.map((seat) => ({ state: seat.state, action: seat.chosen[index]?.action }));
    const outcomes = await actAll(settings.environment, acts, settings.moveBudget, runner);
    waiting.forEach((seat, i) => advance(seat, outcomes[i] as Outcome<unknown>));
  }
  for (const seat of seats) seat.chosen = [];
}

function endTurn(settings: PlaySettings, seat: Seat, stateAtTurnStart: unknown, turn: number): void {
  seat.turns = turn;
  seat.last = lastTurnOf(settings.environment, stateAtTurnStart, seat.state);
}

function progressOf({ environment }: PlaySettings, seats: readonly Seat[], turn: number, role: string): PlayProgress {
  const boards = seats.slice(0, 8).map((seat) => ({
    environment: environment.card.id,
    picture: environment.picture(seat.state),
    solved: environment.solved(seat.state),
    turn: seat.turns || turn,
  }));
  return { turn, role, boards, finished: seats.filter((seat) => seat.end !== undefined).length };
}
