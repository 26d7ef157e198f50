// The K answers to each of many questions, scored: read and tried each on its own copy, written down as one group, and
// only then the trunk is chosen (G2, G3). What has to be run for that – the answers' own programs, then those a world
// judges by – is run in one call each for all of them together. It does not know whose turn is next, nor what the trunk
// does to a world.
import { rngFrom, seedFrom } from '../../basics/rng';
import { deviation, mean } from '../../basics/statistics';
import type { Completion } from '../../contract/learner';
import type { ProgramRunner } from '../agents/program-runner';
import { graderPrograms, programOf, type ReadAnswer, readAnswer, type Trial, tryAnswer } from '../agents/reading';
import type { Role, View } from '../agents/role';
import { pickTrunk } from '../algorithm/pick-rule';
import { rewardOf } from '../algorithm/rewards';
import type { PlayedGroup, PlaySettings } from './play-settings';
import { runAll, worldInWords } from './programs';
import { type ValidityTerm, validityTermOf } from './term-names';
import type { BranchRecord } from './transcript';

export interface AnsweredQuestion {
  /** Of the world. */
  readonly seed: number;
  /** Which of several games of it. */
  readonly game: number;
  readonly role: Role;
  readonly view: View;
  readonly prompt: string;
  readonly prompt_P: readonly number[];
  readonly completions: readonly Completion[];
}

export interface ScoredQuestion {
  readonly group: PlayedGroup;
  /** The trunk's. */
  readonly chosen: Trial;
}

/** scored[i] to questions[i]. */
export async function scoreAnswers(
  settings: PlaySettings,
  questions: readonly AnsweredQuestion[],
  runner: ProgramRunner | undefined,
): Promise<ScoredQuestion[]> {
  const answers = questions.flatMap((question) => answersTo(settings, question));
  const programs = answers.map(programOf);
  const printed = await runAll(runner, programs, (index) => `the role "${answers[index]?.role.id}"`);
  const read = answers.map((answer, index) => readAnswer(answer, programs[index]?.[0], printed[index]?.[0]));
  const results = await runAll(runner, read.map(graderPrograms), () => worldInWords(settings.environment));
  const trials = read.map((answer, index) => ({ answer, trial: tryAnswer(answer, results[index]) }));
  let first = 0;
  return questions.map((question) => {
    first += question.completions.length;
    return groupOf(settings, question, trials.slice(first - question.completions.length, first));
  });
}

function answersTo(
  { tokenizer, moveBudget, stream }: PlaySettings,
  { seed, game, role, view, completions }: AnsweredQuestion,
) {
  return completions.map(({ token_T, stop }, k) => ({
    role,
    view,
    text: tokenizer.decode(token_T),
    stop,
    moveBudget,
    programSeed: role.program ? seedFrom(stream, seed, view.turn, role.id, game + k, 'program') : 0,
  }));
}

interface Tried {
  readonly answer: ReadAnswer;
  readonly trial: Trial;
}

function groupOf(settings: PlaySettings, question: AnsweredQuestion, tried: readonly Tried[]): ScoredQuestion {
  const { seed, role, view, prompt, prompt_P, completions } = question;
  const validity = validityTermOf(role, settings.environment.card);
  const branches = tried.map((one, k) => branchOf(settings, one, completions[k] as Completion, validity));
  const reward_K = branches.map((branch) => branch.reward);
  const pick = { rule: settings.pickRule, temperature: settings.pickTemperature ?? 1 };
  const trunk = pickTrunk(pick, branches, rngFrom(settings.stream, seed, view.turn, role.id, 'trunk'));
  const group = {
    role: role.id,
    policy: settings.policies[role.id] ?? role.id,
    turn: view.turn,
    prompt,
    promptTokens: prompt_P.length,
    prompt_P,
    before: view.environment.picture(view.state),
    branches,
    trunk,
    meanReward: mean(reward_K),
    deviation: deviation(reward_K),
  };
  return { group, chosen: (tried[trunk] as Tried).trial };
}

function branchOf(
  { tokenizer, weights, environment }: PlaySettings,
  { answer, trial }: Tried,
  completion: Completion,
  validity: ValidityTerm,
): BranchRecord {
  const { team, legal, progress } = trial.outcome.terms;
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
    terms: { team, [validity]: legal, progress, format },
    reward: rewardOf(weights, { team, legal, progress, format }, trial.outcome.solved),
    advantage: 0,
    solved: trial.outcome.solved,
    excess: trial.outcome.excess,
    after: environment.picture(trial.outcome.state),
    frames: trial.outcome.frames,
  };
}
