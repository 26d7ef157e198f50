// The K answers to each of many questions, read and tried each on its own copy; then, with what each is worth to the
// team, written down as one group, and only then the trunk is chosen (G2, G3). What has to be run for that – the
// answers' own programs, then those a world judges by – is run in one call each for all of them together. It does not
// know whose turn is next, nor what the trunk does to a world.
import { rngFrom, seedFrom } from '../../basics/rng';
import { deviation, mean } from '../../basics/statistics';
import type { Completion } from '../../contract/learner';
import { tokensOf } from '../../contract/patches';
import type { ProgramRunner } from '../agents/program-runner';
import { graderPrograms, programOf, type ReadAnswer, readAnswer, type Trial, tryAnswer } from '../agents/reading';
import type { Role, View } from '../agents/role';
import { pickTrunk } from '../algorithm/pick-rule';
import { rewardOf } from '../algorithm/rewards';
import { nextTokens } from './next-tokens';
import type { PlayedGroup, PlaySettings } from './play-settings';
import { runAll, worldInWords } from './programs';
import { type ValidityTerm, validityTermOf, validityTerms } from './term-names';
import type { BranchRecord, FollowedPlay, SaidElsewhere } from './transcript';
import { chanceAt } from './turn';

export interface AnsweredQuestion {
  /** Of the world. */
  readonly seed: number;
  /** Which of several games of it. */
  readonly game: number;
  readonly role: Role;
  /** Of the graph; absent: a role that speaks once, at a node of its own name. */
  readonly node?: string;
  readonly visit?: number;
  readonly view: View;
  readonly prompt: string;
  readonly prompt_P: readonly number[];
  readonly completions: readonly Completion[];
}

/** The answer of a role that says nothing at all. */
export const silence: Completion = { token_T: [], logp_T: [], stop: 'end' };

/** What came of the plays that followed an answer. */
export interface Credited {
  /** The team term in the answer's reward. */
  readonly team: number;
  /** Share of the plays in which the problem was solved. */
  readonly solved: number;
  readonly followed: readonly FollowedPlay[];
  /** The plays that followed silence, where that is taken off. */
  readonly baseline?: readonly FollowedPlay[];
  /** Of the group, like the baseline. */
  readonly elsewhere?: SaidElsewhere;
}

export interface ScoredQuestion {
  readonly group: PlayedGroup;
  /** The trunk's. */
  readonly chosen: Trial;
}

/** An answer on its own copy of the state. */
export interface Tried {
  readonly answer: ReadAnswer;
  readonly trial: Trial;
}

/** tried[i][k] to answer k of questions[i]. */
export async function tryAnswers(
  settings: PlaySettings,
  questions: readonly AnsweredQuestion[],
  runner: ProgramRunner | undefined,
): Promise<Tried[][]> {
  const answers = questions.flatMap((question) => answersTo(settings, question));
  const programs = answers.map(programOf);
  const printed = await runAll(runner, programs, (index) => `the role "${answers[index]?.role.id}"`);
  const read = answers.map((answer, index) => readAnswer(answer, programs[index]?.[0], printed[index]?.[0]));
  const results = await runAll(runner, read.map(graderPrograms), () => worldInWords(settings.environment));
  const trials = read.map((answer, index) => ({ answer, trial: tryAnswer(answer, results[index]) }));
  let first = 0;
  return questions.map(({ completions }) => {
    first += completions.length;
    return trials.slice(first - completions.length, first);
  });
}

function answersTo(
  { tokenizer, moveBudget, stream }: PlaySettings,
  { seed, game, role, node = role.id, visit = 1, view, completions }: AnsweredQuestion,
) {
  const at = chanceAt({ node, visit }, role);
  return completions.map(({ token_T, stop }, k) => ({
    role,
    view,
    text: tokenizer.decode(token_T),
    stop,
    moveBudget,
    programSeed: role.program ? seedFrom(stream, seed, view.turn, role.id, game + k, 'program', ...at) : 0,
  }));
}

/** `credit_K`: what each answer is worth to the team by what follows it (credit.ts); its own team term where absent. */
export function groupOf(
  settings: PlaySettings,
  question: AnsweredQuestion,
  tried: readonly Tried[],
  credit_K?: readonly Credited[],
): ScoredQuestion {
  const { seed, role, node = role.id, visit = 1, view, prompt, prompt_P, completions } = question;
  const at = chanceAt({ node, visit }, role);
  const validity = validityTermOf(role, settings.environment.card);
  const branches = tried.map((one, k) =>
    branchOf(settings, one, completions[k] as Completion, { validity, credit: credit_K?.[k] }),
  );
  const reward_K = branches.map((branch) => branch.reward);
  const next = nextTokens(completions, settings.tokenizer);
  const pick = { rule: settings.pickRule, temperature: settings.pickTemperature ?? 1 };
  const trunk = pickTrunk(pick, branches, rngFrom(settings.stream, seed, view.turn, role.id, 'trunk', ...at));
  const group = {
    role: role.id,
    policy: settings.policies[role.id] ?? role.id,
    turn: view.turn,
    ...(node === role.id ? {} : { node }),
    ...(visit === 1 ? {} : { visit }),
    prompt,
    promptTokens: tokensOf(prompt_P),
    prompt_P,
    before: settings.environment.picture(view.state),
    ...(role.player === undefined ? {} : { player: role.player, seen: view.environment.picture(view.state) }),
    branches,
    trunk,
    ...(next ? { next } : {}),
    ...(credit_K?.[0]?.baseline ? { baseline: credit_K[0].baseline } : {}),
    ...(credit_K?.[0]?.elsewhere ? { elsewhere: credit_K[0].elsewhere } : {}),
    meanReward: mean(reward_K),
    deviation: deviation(reward_K),
  };
  return { group, chosen: (tried[trunk] as Tried).trial };
}

/** The group with this team term in place of each answer's own. */
export function rescored(
  { weights }: PlaySettings,
  group: PlayedGroup,
  { team, solved }: Pick<Credited, 'team' | 'solved'>,
): PlayedGroup {
  const branches = group.branches.map((branch) => {
    const { format = 0, right = 0, progress = right, ...others } = branch.terms;
    const legal = others[validityTerms.find((name) => name in others) ?? 'legal'] ?? 0;
    return {
      ...branch,
      terms: { ...branch.terms, team },
      reward: rewardOf(weights, { team, legal, progress, format }, solved),
    };
  });
  const reward_K = branches.map(({ reward }) => reward);
  return { ...group, branches, meanReward: mean(reward_K), deviation: deviation(reward_K) };
}

function branchOf(
  { tokenizer, weights, environment }: PlaySettings,
  { answer, trial }: Tried,
  completion: Completion,
  { validity, credit }: { validity: ValidityTerm; credit: Credited | undefined },
): BranchRecord {
  const { legal, progress } = trial.outcome.terms;
  const { team, solved } = credit ?? { team: trial.outcome.terms.team, solved: trial.outcome.solved };
  const { format } = trial;
  return {
    token_T: completion.token_T,
    piece_T: tokenizer.pieces(completion.token_T),
    logp_T: completion.logp_T,
    text: answer.text,
    stop: completion.stop,
    moves: trial.moves,
    ...(trial.programOutput === undefined ? {} : { programOutput: trial.programOutput }),
    why: trial.why,
    terms: { team, [validity]: legal, [answer.role.accepts ? 'right' : 'progress']: progress, format },
    reward: rewardOf(weights, { team, legal, progress, format }, solved),
    advantage: 0,
    solved: trial.outcome.solved,
    excess: trial.outcome.excess,
    after: environment.picture(trial.outcome.state),
    frames: trial.outcome.frames,
    ...(credit ? { followed: credit.followed } : {}),
  };
}
