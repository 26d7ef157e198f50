// The play of one step or evaluation: many worlds in lockstep, one question to the sampler per role and turn. With K > 1 branches it
// grows a tree – all K are tried and judged, the pick rule names the trunk, the trunk continues; with K = 1 the same code plays a
// chain (V2). It does not know advantages, policies' weights or the engine.
import { check, present } from '../../basics/check';
import { rngFrom, seedFrom } from '../../basics/rng';
import { deviation, mean } from '../../basics/statistics';
import { tryAnswer } from '../agents/reading';
import type { LastTurn, Proposal, Role, View, Wording } from '../agents/role';
import type { Team } from '../agents/team';
import { type PickRule, pickTrunk } from '../algorithm/pick-rule';
import { type RewardWeights, rewardOf } from '../algorithm/rewards';
import type { Environment, EnvironmentSettings, Picture } from '../environments/environment';
import type { Tokenizer } from '../language/tokenizer';
import type { Completion } from '../training/learner';
import type { Sampler } from './sampler';
import type { BranchRecord, GroupRecord, WorldRecord } from './transcript';

export interface PlaySettings {
  readonly environment: Environment;
  readonly environmentSettings: EnvironmentSettings;
  readonly team: Team;
  /** σ: role → policy. */
  readonly policies: Readonly<Record<string, string>>;
  readonly tokenizer: Tokenizer;
  readonly wording: Wording;
  readonly weights: RewardWeights;
  /** K; 1 plays chains. */
  readonly branches: number;
  readonly turns: number;
  readonly moveBudget: number;
  /** 0 is greedy. */
  readonly temperature: number;
  readonly pickRule: PickRule;
  /** Of the softmax pick rule; default 1. */
  readonly pickTemperature?: number;
  /** Whole games of each world, side by side and independent; more than one only with `branches` 1. Default 1. */
  readonly games?: number;
  /** Names the chance of this play: the run's seed, the purpose, the step. */
  readonly stream: number;
}

/** A group as it was played: the record, and the token ids that training needs. */
export interface PlayedGroup extends GroupRecord {
  readonly prompt_P: readonly number[];
}

export interface PlayedWorld extends Omit<WorldRecord, 'groups'> {
  readonly groups: readonly PlayedGroup[];
}

interface Seat {
  readonly seed: number;
  readonly game: number;
  readonly start: Picture;
  state: unknown;
  last: LastTurn;
  proposal: Proposal | undefined;
  groups: PlayedGroup[];
  turns: number;
  end: WorldRecord['end'] | undefined;
}

export interface PlayProgress {
  readonly turn: number;
  readonly role: string;
  readonly boards: readonly { readonly picture: Picture; readonly solved: boolean; readonly turn: number }[];
  readonly finished: number;
}

/** Plays the worlds of these seeds to their end. Results come in the order of the seeds, several games of a world next to each
 *  other, and do not depend on which worlds are played together. */
export async function playWorlds(
  settings: PlaySettings,
  seeds: readonly number[],
  sampler: Sampler,
  onProgress?: (progress: PlayProgress) => void,
): Promise<PlayedWorld[]> {
  const { environment, team } = settings;
  const { games = 1 } = settings;
  check(
    games === 1 || settings.branches === 1,
    `several games of a world are chains: expected branches 1, got ${settings.branches}`,
  );
  const places = seeds.flatMap((seed) => Array.from({ length: games }, (_, game) => ({ seed, game })));
  const seats = places.map(({ seed, game }): Seat => {
    const state = environment.start(seed, settings.environmentSettings);
    return {
      seed,
      game,
      start: environment.picture(state),
      state,
      last: 'start',
      proposal: undefined,
      groups: [],
      turns: 0,
      end: undefined,
    };
  });
  for (let turn = 1; turn <= settings.turns; turn++) {
    const playing = seats.filter((seat) => seat.end === undefined);
    if (playing.length === 0) break;
    for (const seat of playing) seat.proposal = undefined;
    const atTurnStart = new Map(playing.map((seat) => [seat, seat.state]));
    for (const role of team.roles) {
      const asked = playing
        .map((seat) => ({ seat, view: viewOf(settings, seat, atTurnStart.get(seat), turn) }))
        .filter(({ view }) => !role.passes?.(view)); // G6
      if (asked.length === 0) continue;
      const questions = asked.map(({ seat, view }) => ({ seat, view, ...questionOf(settings, role, view) }));
      const groups = questions.map(({ seat, prompt, maxTokens }) => ({
        policy: settings.policies[role.id] ?? role.id,
        prompt_P: settings.tokenizer.encode(prompt),
        seed_K: Array.from({ length: settings.branches }, (_, k) =>
          seedFrom(settings.stream, seat.seed, turn, role.id, seat.game + k),
        ),
        maxTokens,
        temperature: settings.temperature,
      }));
      const answers = await sampler.sample(groups);
      questions.forEach(({ seat, view, prompt }, index) => {
        const group = groups[index] as (typeof groups)[number];
        const completions = answers[index] as readonly Completion[];
        takeTurn({ settings, seat, role, view, prompt, prompt_P: group.prompt_P, completions });
      });
      onProgress?.(progressOf(settings, seats, turn, role.id));
    }
    for (const seat of playing) endTurn(settings, seat, atTurnStart.get(seat), turn);
  }
  return seats.map((seat) => ({
    environment: environment.card.id,
    seed: seat.seed,
    ...(games > 1 ? { game: seat.game } : {}),
    start: seat.start,
    groups: seat.groups,
    solved: seat.end === 'solved',
    turns: seat.turns,
    end: seat.end ?? 'out-of-turns', // running out of time is never success (W4)
  }));
}

function viewOf(settings: PlaySettings, seat: Seat, stateAtTurnStart: unknown, turn: number): View {
  const sequential = settings.team.order === 'sequential';
  const common = { environment: settings.environment, turn, last: seat.last };
  return sequential
    ? { ...common, state: seat.state, ...(seat.proposal ? { proposal: seat.proposal } : {}) } // sees what earlier roles did THIS turn (G5)
    : { ...common, state: stateAtTurnStart };
}

function questionOf(
  { tokenizer, wording, moveBudget }: PlaySettings,
  role: Role,
  view: View,
): { prompt: string; maxTokens: number } {
  const symbols = moveBudget * view.environment.wording.symbolsPerMove;
  if (wording === 'compact') return { prompt: role.prompt(view), maxTokens: role.maxTokens(symbols) };
  const chat = present(tokenizer.chat, 'the instruct wording needs a model with a chat template: take the compact wording');
  return { prompt: chat(role.instruct.ask(view, moveBudget)), maxTokens: role.instruct.maxTokens(symbols) };
}

interface TurnTaken {
  readonly settings: PlaySettings;
  readonly seat: Seat;
  readonly role: Role;
  readonly view: View;
  readonly prompt: string;
  readonly prompt_P: readonly number[];
  readonly completions: readonly Completion[];
}

/** Judges the K answers, writes the group down, and only then chooses the trunk and moves on (G2, G3). */
function takeTurn({ settings, seat, role, view, prompt, prompt_P, completions }: TurnTaken): void {
  const { environment, tokenizer, weights, moveBudget } = settings;
  const before = environment.picture(view.state);
  const tried = completions.map((completion) => {
    const text = tokenizer.decode(completion.token_T);
    const trial = tryAnswer({ environment, role, state: view.state, text, stop: completion.stop, moveBudget });
    const terms = { ...trial.outcome.terms, format: trial.format };
    const branch: BranchRecord = {
      token_T: completion.token_T,
      piece_T: tokenizer.pieces(completion.token_T),
      logp_T: completion.logp_T,
      text,
      stop: completion.stop,
      moves: trial.moves,
      ...(trial.programOutput === undefined ? {} : { programOutput: trial.programOutput }),
      why: trial.why,
      terms,
      reward: rewardOf(weights, terms, trial.outcome.solved),
      advantage: 0,
      solved: trial.outcome.solved,
      excess: trial.outcome.excess,
      after: environment.picture(trial.outcome.state),
      frames: trial.outcome.frames,
    };
    return { trial, branch };
  });
  const branches = tried.map(({ branch }) => branch);
  const reward_K = branches.map((branch) => branch.reward);
  const pick = { rule: settings.pickRule, temperature: settings.pickTemperature ?? 1 };
  const trunk = pickTrunk(pick, branches, rngFrom(settings.stream, seat.seed, view.turn, role.id, 'trunk'));
  seat.groups.push({
    role: role.id,
    policy: settings.policies[role.id] ?? role.id,
    turn: view.turn,
    prompt,
    promptTokens: prompt_P.length,
    prompt_P,
    before,
    branches,
    trunk,
    meanReward: mean(reward_K),
    deviation: deviation(reward_K),
  });
  const chosen = (tried[trunk] as (typeof tried)[number]).trial;
  if (role.answers === 'program') seat.proposal = chosen.proposal;
  else {
    seat.state = chosen.outcome.state;
    if (chosen.outcome.done) seat.end = chosen.outcome.solved ? 'solved' : 'lost';
  }
}

function endTurn(settings: PlaySettings, seat: Seat, stateAtTurnStart: unknown, turn: number): void {
  const { describe } = settings.environment.wording;
  seat.turns = turn;
  seat.last = describe(seat.state) === describe(stateAtTurnStart) ? 'still' : 'moved';
}

function progressOf({ environment }: PlaySettings, seats: readonly Seat[], turn: number, role: string): PlayProgress {
  const boards = seats.slice(0, 8).map((seat) => ({
    picture: environment.picture(seat.state),
    solved: environment.solved(seat.state),
    turn: seat.turns || turn,
  }));
  return { turn, role, boards, finished: seats.filter((seat) => seat.end !== undefined).length };
}
