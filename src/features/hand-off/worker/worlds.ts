// Which of our worlds PettingLLMs has, how they are called there, and what of a run's settings it has no place for.
import { check } from '../../../basics/check';
import type { ArchivedFile } from '../../../files/formats/zip';
import { kindOfWorld } from '../../../learning/catalogue';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld } from '../../../learning/config/worlds';
import type { EnvironmentSettings } from '../../../learning/environments/environment';
import type { ProblemNeed } from './problem-need';
import { codeRowOf, mathsRowOf, questionFiles, questionSet } from './question-files';
import { sudokuFile } from './sudoku-file';

export interface TheirWorld {
  readonly env: 'stateful_env' | 'math_env' | 'code_env';
  readonly dataset: string;
  readonly benchmark: string;
  /** Longest prompt and answer in the paper, in tokens. */
  readonly tokens: { readonly prompt: number; readonly answer: number };
  /** Our role → their registered agent. */
  readonly agents: Readonly<Record<string, string>>;
  /** Files that its loader reads; none where it draws its problems from seeds. */
  files(config: RunConfig, need: ProblemNeed): ArchivedFile[];
  /** What of the run it has no place for, one sentence each. */
  lost(settings: EnvironmentSettings): string[];
}

const stateful = {
  env: 'stateful_env',
  dataset: 'polaris', // asked for, and not read by this environment
  tokens: { prompt: 16_384, answer: 4096 },
  agents: { tool: 'tool_call_agent', plan: 'plan_agent' },
} as const;

const seeded = 'The problems: PettingLLMs draws its own from seeds, of the same kind, but not the ones of this run.';

const resampled = 'The order of problems: PettingLLMs draws them anew at every step, without a seed.';

/** By the kind of our environment. */
const theirWorlds: Readonly<Record<string, TheirWorld>> = {
  sokoban: {
    ...stateful,
    benchmark: 'sokoban',
    files: () => [],
    lost: ({ boxes }) => [seeded, ...(boxes === 1 ? [] : [`${boxes} boxes: its rooms always have one.`])],
  },
  'plan-path': {
    ...stateful,
    benchmark: 'plan_path',
    files: () => [],
    lost: ({ blocked }) => [
      seeded,
      ...(blocked === 0.22 ? [] : [`A share of ${blocked} blocked cells: its maps always have 0.22.`]),
    ],
  },
  sudoku: {
    ...stateful,
    benchmark: 'suduku',
    files: sudokuFile,
    lost: ({ size }) =>
      size === 6
        ? ['6×6 grids with boxes of 2×3: it checks boxes of the square root of the size, so it cannot judge them.']
        : [],
  },
  maths: {
    env: 'math_env',
    dataset: questionSet,
    benchmark: questionSet,
    tokens: { prompt: 8192, answer: 4096 },
    agents: { tool: 'tool_generator', reasoner: 'reasoning_generator' },
    files: questionFiles({ folder: 'math', rowOf: mathsRowOf, needs: 'it needs a question and its answer' }),
    lost: () => [resampled],
  },
  code: {
    env: 'code_env',
    dataset: questionSet,
    benchmark: questionSet,
    tokens: { prompt: 8192, answer: 4096 },
    agents: { coder: 'code_generator', tester: 'test_generator' },
    files: questionFiles({ folder: 'code', rowOf: codeRowOf, needs: 'it tries programs by what they read and print' }),
    lost: () => [
      resampled,
      'Problems whose hidden tests call a function: PettingLLMs tries programs only by what they read and print.',
      'Programs in JavaScript: PettingLLMs runs Python.',
    ],
  },
};

/** Throws where it has no such world, and no agent for one of the roles. */
export function theirWorldOf({ worlds, definitions, policies }: RunConfig): TheirWorld {
  const { environment } = firstWorld({ worlds });
  const kind = kindOfWorld(environment, definitions);
  const found = Object.hasOwn(theirWorlds, kind) ? theirWorlds[kind] : undefined;
  check(
    found,
    `PettingLLMs has no world that works for "${environment}": a run can be handed off in ${Object.keys(theirWorlds).join(', ')}`,
  );
  for (const role of Object.keys(policies))
    check(
      Object.hasOwn(found.agents, role),
      `PettingLLMs has no agent for the role "${role}": in this world a team of ${Object.keys(found.agents).join(', ')} can be handed off`,
    );
  return found;
}
