// The columns of a table of rollouts: one row for each branch, all that surrounds it repeated in the row, so that any
// tool can filter and group without joining. Described once: JSONL, Parquet and the list of columns
// (`rolloutColumnsText`) are made from these cards. Left out of the trees: the frames between board before and after,
// which the moves determine.
import type { RecordedRun } from './run-json';

export type RolloutTree = RecordedRun['trees'][number];
type World = RolloutTree['worlds'][number];
type Group = World['groups'][number];
type Branch = Group['branches'][number];

export type Cell = string | number | boolean | readonly number[] | readonly string[] | undefined;
export type CellType = 'text' | 'integer' | 'number' | 'truth' | 'integers' | 'numbers' | 'texts';

export interface RolloutColumn {
  readonly name: string;
  readonly type: CellType;
  readonly unit?: string;
  readonly meaning: string;
  /** Whether a row may have nothing here. */
  readonly optional?: boolean;
  of(row: RolloutRow): Cell;
}

export interface RolloutRow {
  readonly runId: string;
  readonly step: number;
  readonly world: World;
  readonly worldIndex: number;
  readonly group: Group;
  readonly groupIndex: number;
  readonly branch: Branch;
  readonly branchIndex: number;
}

const board = (picture: readonly string[]) => picture.join('\n');

// biome-ignore format: a table
const fixedColumns: readonly RolloutColumn[] = [
  { name: 'run_id', type: 'text', meaning: 'the run', of: ({ runId }) => runId },
  { name: 'step', type: 'integer', unit: 'from 1', meaning: 'training step', of: ({ step }) => step },
  { name: 'world', type: 'integer', unit: 'from 0', meaning: 'the world within its step', of: ({ worldIndex }) => worldIndex },
  { name: 'environment', type: 'text', meaning: 'kind of world', of: ({ world }) => world.environment },
  { name: 'seed', type: 'integer', meaning: 'seed that makes this world again', of: ({ world }) => world.seed },
  { name: 'world_solved', type: 'truth', meaning: 'the trunk solved the world in the end', of: ({ world }) => world.solved },
  { name: 'world_turns', type: 'integer', unit: 'turns', meaning: 'turns that were played in it', of: ({ world }) => world.turns },
  { name: 'world_end', type: 'text', meaning: 'solved, lost or out-of-turns', of: ({ world }) => world.end },
  { name: 'world_start', type: 'text', meaning: 'the board at the beginning, rows as lines', of: ({ world }) => board(world.start) },
  { name: 'group', type: 'integer', unit: 'from 0', meaning: 'the group within its world: rows of one (step, world, group) answer the same prompt', of: ({ groupIndex }) => groupIndex },
  { name: 'turn', type: 'integer', unit: 'from 1', meaning: 'turn of the world', of: ({ group }) => group.turn },
  { name: 'role', type: 'text', meaning: 'who was asked', of: ({ group }) => group.role },
  { name: 'policy', type: 'text', meaning: 'whose weights answered', of: ({ group }) => group.policy },
  { name: 'prompt', type: 'text', meaning: 'what was asked', of: ({ group }) => group.prompt },
  { name: 'prompt_tokens', type: 'integer', unit: 'tokens', meaning: 'length of the prompt', of: ({ group }) => group.promptTokens },
  { name: 'group_mean_reward', type: 'number', meaning: 'mean reward of the group', of: ({ group }) => group.meanReward },
  { name: 'group_deviation', type: 'number', meaning: 'population standard deviation of the group\'s rewards', of: ({ group }) => group.deviation },
  { name: 'group_dropped', type: 'text', optional: true, meaning: 'why the group trained nothing: flat, frozen or filtered; nothing where it trained', of: ({ group }) => group.dropped },
  { name: 'branch', type: 'integer', unit: 'from 0', meaning: 'the branch within its group', of: ({ branchIndex }) => branchIndex },
  { name: 'is_trunk', type: 'truth', meaning: 'this branch was continued from', of: ({ group, branchIndex }) => group.trunk === branchIndex },
  { name: 'text', type: 'text', meaning: 'the answer', of: ({ branch }) => branch.text },
  { name: 'moves', type: 'text', meaning: 'the moves that it stands for; empty when it could not be read', of: ({ branch }) => branch.moves },
  { name: 'program_output', type: 'text', optional: true, meaning: 'what a program printed and where it stopped', of: ({ branch }) => branch.programOutput },
  { name: 'why', type: 'text', meaning: 'what became of it, in a sentence', of: ({ branch }) => branch.why },
  { name: 'stop', type: 'text', meaning: 'end: it ended its answer; length: it was cut off', of: ({ branch }) => branch.stop },
  { name: 'reward', type: 'number', meaning: 'α · team + own', of: ({ branch }) => branch.reward },
  { name: 'advantage', type: 'number', meaning: 'the reward against its group', of: ({ branch }) => branch.advantage },
  { name: 'solved', type: 'truth', meaning: 'this branch alone would have solved the world', of: ({ branch }) => branch.solved },
  { name: 'excess', type: 'integer', unit: 'moves', meaning: 'moves beyond the budget, not carried out', of: ({ branch }) => branch.excess },
  { name: 'board_before', type: 'text', meaning: 'the board before it, rows as lines', of: ({ group }) => board(group.before) },
  { name: 'board_after', type: 'text', meaning: 'the board after it, or the preview of a program', of: ({ branch }) => board(branch.after) },
  { name: 'tokens', type: 'integers', meaning: 'ids of the answer\'s tokens', of: ({ branch }) => branch.token_T },
  { name: 'token_texts', type: 'texts', meaning: 'each token\'s own text', of: ({ branch }) => branch.piece_T },
  { name: 'token_logps', type: 'numbers', unit: 'nats', meaning: 'log-probability of each token when it was sampled', of: ({ branch }) => branch.logp_T },
];

/** All columns of a table with these reward terms; the terms are its last columns. */
export function rolloutColumns(terms: readonly string[]): RolloutColumn[] {
  return [
    ...fixedColumns,
    ...[...terms].sort().map(
      (term): RolloutColumn => ({
        name: `term_${term}`,
        type: 'number',
        unit: '0 to 1',
        optional: true,
        meaning: `the reward term "${term}" before weighting; nothing where the role has no such term`,
        of: ({ branch }) => branch.terms[term],
      }),
    ),
  ];
}

/** Names of all reward terms in the tree. */
export function termsIn({ worlds }: RolloutTree): Set<string> {
  const names = new Set<string>();
  for (const { groups } of worlds)
    for (const { branches } of groups)
      for (const { terms } of branches) for (const name of Object.keys(terms)) names.add(name);
  return names;
}

/** The rows of one step, in the order of its tree. */
export function* rowsOf(runId: string, { step, worlds }: RolloutTree): Generator<RolloutRow> {
  for (const [worldIndex, world] of worlds.entries())
    for (const [groupIndex, group] of world.groups.entries())
      for (const [branchIndex, branch] of group.branches.entries())
        yield { runId, step, world, worldIndex, group, groupIndex, branch, branchIndex };
}

/** The columns as a Markdown table, for people. */
export function rolloutColumnsText(columns: readonly RolloutColumn[]): string {
  const rows = columns.map(
    ({ name, type, unit, meaning, optional }) =>
      `| \`${name}\` | ${type}${optional ? ', may be missing' : ''} | ${unit ?? ''} | ${meaning} |`,
  );
  return ['| Column | Type | Unit | Meaning |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}
