// A run's rollouts laid out for searching: a column of numbers for every figure, the texts beside them in small
// letters, step by step, so that a new step is added and a dropped one taken out without the others. A search reads
// the columns from one end to the other: no index of words, which would be larger than the texts. Pure.

import { validityTerms } from '../../../learning/rollouts/term-names';
import type { GroupRecord, StepTree } from '../../../learning/rollouts/transcript';
import { bitsOfPassing, neededPassing, passingOfBits } from './passing-bits';
import type { Passings } from './passings';
import type { Range, Reason, RolloutQuery, SearchedPassing } from './query';

/** A branch that was found. */
export interface FoundBranch {
  readonly step: number;
  readonly environment: string;
  readonly world: number;
  readonly group: number;
  readonly branch: number;
  readonly role: string;
  readonly turn: number;
  readonly advantage: number;
  readonly reward: number;
  readonly solved: boolean;
  readonly trunk: boolean;
  readonly reasons: readonly Reason[];
  /** Of the last role of a turn, where it is known. */
  readonly passing?: SearchedPassing;
  /** The answer. */
  readonly text: string;
}

/** What there is to choose from. */
export interface Facets {
  readonly branches: number;
  readonly steps: readonly number[];
  readonly roles: readonly string[];
  readonly terms: readonly string[];
  readonly turns: number;
  /** Of some answers it is known what they made of a proposal. */
  readonly passings: boolean;
}

export interface RolloutIndex {
  /** In place of what was there of this step. `passings`: of its worlds, where they are known. */
  add(tree: StepTree, passings?: readonly Passings[]): void;
  remove(step: number): void;
  facets(): Facets;
  /** How many are found; `rows` then reads them, in the order of steps, worlds, groups and branches. */
  search(query: RolloutQuery): number;
  /** Of the last search. */
  rows(from: number, count: number): readonly FoundBranch[];
}

const reasonBits: Readonly<Record<Reason, number>> = { 'cut-off': 1, unreadable: 2, long: 4, illegal: 8 };
const solvedBit = 16;
const trunkBit = 32;

interface StoredGroup {
  readonly environment: string;
  readonly world: number;
  readonly group: number;
  readonly role: string;
  readonly turn: number;
  readonly flat: boolean;
  readonly prompt: string;
}

interface StepColumns {
  readonly step: number;
  readonly groups: readonly StoredGroup[];
  readonly group_N: Uint32Array;
  readonly branch_N: Uint16Array;
  readonly advantage_N: Float32Array;
  readonly reward_N: Float32Array;
  readonly bits_N: Uint8Array;
  readonly passing_N: Uint8Array;
  readonly term_N: ReadonlyMap<string, Float32Array>;
  readonly text_N: readonly string[];
  /** In small letters. */
  readonly answer_N: readonly string[];
  readonly output_N: readonly string[];
}

export function rolloutIndex(): RolloutIndex {
  const byStep = new Map<number, StepColumns>();
  let found: readonly (readonly [StepColumns, Uint32Array])[] = [];
  const inOrder = () => [...byStep.values()].sort((a, b) => a.step - b.step);
  return {
    add: (tree, passings) => void byStep.set(tree.step, columnsOf(tree, passings)),
    remove: (step) => void byStep.delete(step),
    facets: () => facetsOf(inOrder()),
    search: (query) => {
      found = inOrder().flatMap((columns) => {
        const hits = hitsIn(columns, query);
        return hits.length > 0 ? [[columns, hits] as const] : [];
      });
      return found.reduce((sum, [, hits]) => sum + hits.length, 0);
    },
    rows: (from, count) => {
      const rows: FoundBranch[] = [];
      let before = 0;
      for (const [columns, hits] of found) {
        const first = Math.max(0, from - before);
        const last = Math.min(hits.length, from + count - before);
        for (let at = first; at < last; at++) rows.push(rowOf(columns, hits[at] as number));
        before += hits.length;
      }
      return rows;
    },
  };
}

function columnsOf({ step, worlds }: StepTree, passings: readonly Passings[] = []): StepColumns {
  const records = worlds.flatMap(({ environment, groups }, world) =>
    groups.map((record, group) => ({ record, environment, world, group })),
  );
  const count = records.reduce((sum, { record }) => sum + record.branches.length, 0);
  const terms = new Set(records.flatMap(({ record: { branches } }) => Object.keys(branches[0]?.terms ?? {})));
  const columns = {
    step,
    groups: records.map(
      ({ record, environment, world, group }): StoredGroup => ({
        environment,
        world,
        group,
        role: record.role,
        turn: record.turn,
        flat: isFlat(record),
        prompt: record.prompt.toLowerCase(),
      }),
    ),
    group_N: new Uint32Array(count),
    branch_N: new Uint16Array(count),
    advantage_N: new Float32Array(count),
    reward_N: new Float32Array(count),
    bits_N: new Uint8Array(count),
    passing_N: new Uint8Array(count),
    term_N: new Map([...terms].map((name) => [name, new Float32Array(count).fill(Number.NaN)])),
    text_N: [] as string[],
    answer_N: [] as string[],
    output_N: [] as string[],
  };
  let at = 0;
  for (const [index, { record, world, group }] of records.entries()) {
    const made = passings[world]?.[group];
    const before = worlds[world]?.groups.slice(0, group).filter(({ turn }) => turn === record.turn) ?? [];
    for (const [branch, one] of record.branches.entries()) {
      columns.group_N[at] = index;
      columns.branch_N[at] = branch;
      columns.advantage_N[at] = one.advantage;
      columns.reward_N[at] = one.reward;
      columns.bits_N[at] = bitsOf(one) | (one.solved ? solvedBit : 0) | (record.trunk === branch ? trunkBit : 0);
      columns.passing_N[at] = bitsOfPassing(made?.[branch], before);
      for (const [name, value] of Object.entries(one.terms)) {
        const column = columns.term_N.get(name);
        if (column) column[at] = value;
      }
      columns.text_N.push(one.text);
      columns.answer_N.push(one.text.toLowerCase());
      columns.output_N.push(one.programOutput?.toLowerCase() ?? '');
      at++;
    }
  }
  return columns;
}

function isFlat({ dropped, branches }: GroupRecord): boolean {
  return dropped === 'flat' || branches.every(({ reward }) => reward === branches[0]?.reward);
}

/** Why an answer fell short, by what its record says. */
function bitsOf({ stop, moves, excess, terms }: GroupRecord['branches'][number]): number {
  const unformed = terms['format'] === 0;
  const validity = validityTerms.find((name) => terms[name] !== undefined);
  return (
    (unformed && stop === 'length' ? reasonBits['cut-off'] : 0) |
    (unformed && moves === '' ? reasonBits.unreadable : 0) |
    (unformed && excess > 0 ? reasonBits.long : 0) |
    (validity !== undefined && moves !== '' && (terms[validity] ?? 1) < 1 ? reasonBits.illegal : 0)
  );
}

/** Numbers first: they are read faster than texts. */
function hitsIn(columns: StepColumns, query: RolloutQuery): Uint32Array {
  const { step, groups, group_N, advantage_N, reward_N, bits_N, passing_N } = columns;
  const { advantage, reward, term, termRange, outcome, reason, passing } = query;
  if (query.step && (step < query.step.low || step > query.step.high)) return none;
  const term_N = term === undefined ? undefined : columns.term_N.get(term);
  if (term !== undefined && !term_N) return none;
  const wanted = groups.map((group) => fits(group, query));
  const text = query.text?.toLowerCase() ?? '';
  const reads = textReader(columns, query, text);
  const hits = new Uint32Array(group_N.length);
  const [needed, bits] = neededBits(reason, outcome);
  const passed = neededPassing(passing);
  let count = 0;
  for (let at = 0; at < hits.length; at++) {
    if (!wanted[group_N[at] as number]) continue;
    if (((bits_N[at] as number) & needed) !== bits) continue;
    if (((passing_N[at] as number) & passed) !== passed) continue;
    if (advantage && !within(advantage_N[at] as number, advantage)) continue;
    if (reward && !within(reward_N[at] as number, reward)) continue;
    if (term_N && !within(term_N[at] as number, termRange ?? everything)) continue;
    if (text !== '' && !reads(at)) continue;
    hits[count++] = at;
  }
  return hits.subarray(0, count);
}

const none = new Uint32Array();
const everything: Range = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

const within = (value: number, { low, high }: Range): boolean =>
  value >= low && (value < high || (value === high && low === high));

function fits({ role, turn, flat }: StoredGroup, query: RolloutQuery): boolean {
  if (query.role !== undefined && query.role !== role) return false;
  if (query.turn !== undefined && query.turn !== turn) return false;
  return query.group === undefined || (query.group === 'flat') === flat;
}

/** Which bits are looked at, and what they are to be. */
function neededBits(reason: Reason | undefined, outcome: RolloutQuery['outcome']): readonly [number, number] {
  const why = reason ? reasonBits[reason] : 0;
  const mask = why | (outcome ? solvedBit : 0);
  return [mask, why | (outcome === 'solved' ? solvedBit : 0)];
}

/** Whether a branch has the text; a prompt is read once for all its answers. */
function textReader(
  { groups, group_N, answer_N, output_N }: StepColumns,
  { place = 'anywhere' }: RolloutQuery,
  text: string,
): (at: number) => boolean {
  const prompted = new Map<number, boolean>();
  const inPrompt = (at: number): boolean => {
    const group = group_N[at] as number;
    const known = prompted.get(group) ?? groups[group]?.prompt.includes(text) ?? false;
    prompted.set(group, known);
    return known;
  };
  const inAnswer = (at: number): boolean => answer_N[at]?.includes(text) ?? false;
  const inOutput = (at: number): boolean => output_N[at]?.includes(text) ?? false;
  return {
    prompt: inPrompt,
    answer: inAnswer,
    output: inOutput,
    anywhere: (at: number) => inAnswer(at) || inOutput(at) || inPrompt(at),
  }[place];
}

function rowOf(columns: StepColumns, at: number): FoundBranch {
  const bits = columns.bits_N[at] ?? 0;
  const group = columns.groups[columns.group_N[at] ?? 0] as StoredGroup;
  const passing = passingOfBits(columns.passing_N[at] ?? 0);
  return {
    step: columns.step,
    environment: group.environment,
    world: group.world,
    group: group.group,
    branch: columns.branch_N[at] ?? 0,
    role: group.role,
    turn: group.turn,
    advantage: columns.advantage_N[at] ?? 0,
    reward: columns.reward_N[at] ?? 0,
    solved: (bits & solvedBit) !== 0,
    trunk: (bits & trunkBit) !== 0,
    reasons: (Object.keys(reasonBits) as Reason[]).filter((reason) => (bits & reasonBits[reason]) !== 0),
    ...(passing ? { passing } : {}),
    text: columns.text_N[at] ?? '',
  };
}

function facetsOf(all: readonly StepColumns[]): Facets {
  const groups = all.flatMap((columns) => columns.groups);
  return {
    branches: all.reduce((sum, { group_N }) => sum + group_N.length, 0),
    steps: all.map(({ step }) => step),
    roles: [...new Set(groups.map(({ role }) => role))],
    terms: [...new Set(all.flatMap(({ term_N }) => [...term_N.keys()]))],
    turns: groups.reduce((most, { turn }) => Math.max(most, turn), 0),
    passings: all.some(({ passing_N }) => passing_N.some((bits) => bits > 0)),
  };
}
