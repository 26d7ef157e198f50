// One case measured: ours, then every peer on the same task, compared. What goes wrong is said in the row and stops no
// other row.
import { type Agreement, agreement } from './agreement';
import type { BenchModel, Contestant, Outcomes, StepTask, Task, Trial } from './contestant';
import { type Measured, type MeasureTools, measure } from './measure';
import { type Case, type ModelName, type StepShape, shapeOf } from './shapes';
import { beginningAlike, decodeTask, productTask, stepTask, unpacked } from './tasks';

export interface PeerResult {
  readonly name: string;
  readonly version: string;
  /** In the row's unit; null where the peer could not run. */
  readonly value: number | null;
  /** Times faster we are. */
  readonly ratio: number | null;
  readonly agrees: boolean | null;
  /** What was compared – or, where the peer could not run, why not. */
  readonly note: string;
}

export interface BenchRow {
  readonly name: string;
  readonly shape: string;
  /** Null where we could not run; `note` then says why. */
  readonly ours: number | null;
  readonly unit: Unit;
  readonly note: string;
  readonly peers: readonly PeerResult[];
}

/** More is better, but for milliseconds. */
export type Unit = 'GFLOP/s' | 'tokens/s' | 'ms' | 'times' | 'steps/min';

export interface CaseTools extends MeasureTools {
  readonly ours: Contestant;
  readonly peers: readonly Contestant[];
  readonly modelOf: (name: ModelName, use: 'decode' | 'step') => BenchModel;
  /** True once the whole table has taken so long that peers are left out. */
  readonly late: () => boolean;
  /** Called as each contestant begins. */
  readonly onContestant: (name: string) => void;
}

type MeasurableCase = Exclude<Case, { readonly kind: 'at-grpo' }>;
type GainCase = Extract<Case, { readonly kind: 'packing' | 'prefix' }>;

export function measureCase(one: MeasurableCase, tools: CaseTools): Promise<BenchRow> {
  const head = { name: one.name, shape: shapeOf(one) };
  switch (one.kind) {
    case 'product':
      return compared(
        { ...head, unit: 'GFLOP/s', task: productTask(one), amount: 2e-6 * one.m * one.k * one.n },
        tools,
      );
    case 'decode': {
      const task = decodeTask(tools.modelOf(one.model, 'decode'), one);
      return compared(
        { ...head, unit: 'tokens/s', task, amount: 1000 * one.groups * one.branches * one.tokens },
        tools,
      );
    }
    case 'step':
      return compared(
        { ...head, unit: 'ms', task: stepTask(tools.modelOf(one.model, 'step'), one), amount: undefined },
        tools,
      );
    case 'packing':
      return gained(one, packing(stepTask(tools.modelOf(one.model, 'step'), one), one), tools);
    case 'prefix': {
      const task = beginningAlike(stepTask(tools.modelOf(one.model, 'step'), one), one.text);
      return gained(one, prefix(task, one), tools);
    }
  }
}

interface Comparison {
  readonly name: string;
  readonly shape: string;
  readonly unit: Unit;
  readonly task: Task;
  /** What a run does, so that amount ÷ milliseconds is in the unit; undefined where the unit is milliseconds. */
  readonly amount: number | undefined;
}

async function compared({ task, amount, ...head }: Comparison, tools: CaseTools): Promise<BenchRow> {
  const inUnit = (ms: number) => (amount === undefined ? ms : amount / ms);
  const own = await attempt(tools.ours, task, tools);
  if (own.kind === 'failed') return { ...head, ours: null, note: own.why, peers: [] };
  const peers: PeerResult[] = [];
  for (const peer of tools.peers) {
    const { name, version } = peer;
    const other =
      tools.late() && typeof peer[task.kind] !== 'string' ? leftOut(head.name) : await attempt(peer, task, tools);
    if (other.kind === 'failed') {
      peers.push({ name, version, value: null, ratio: null, agrees: null, note: other.why });
      continue;
    }
    const { agrees, compared: note } = agreed(task, own.measured.outcome, other.measured.outcome);
    const ratio = other.measured.medianMs / own.measured.medianMs;
    peers.push({
      name,
      version,
      value: inUnit(other.measured.medianMs),
      ratio,
      agrees,
      note: `${note}; ${runs(other.measured)}`,
    });
  }
  return { ...head, ours: inUnit(own.measured.medianMs), note: runs(own.measured), peers };
}

/** A step of ours that shares, the same step with less shared, and how much faster counting rows promises it to be. */
interface Gain {
  readonly sharing: StepTask;
  readonly plain: StepTask;
  readonly ideal: number;
  readonly formula: string;
}

function packing(task: StepTask, { prompt, completion, branches }: StepShape): Gain {
  const ideal = (branches * (prompt + completion)) / (prompt + branches * completion);
  return { sharing: task, plain: unpacked(task), ideal, formula: 'K·(P + C) ÷ (P + K·C)' };
}

function prefix(task: StepTask, { groups, prompt, completion, branches, text }: StepShape & { text: number }): Gain {
  const own = prompt + branches * completion;
  return {
    sharing: { ...task, shares: 'prefixes' },
    plain: task,
    ideal: (groups * own) / (text + groups * (own - text)),
    formula: 'E·(P + K·C) ÷ (S + E·(P − S + K·C))',
  };
}

/** How much faster the step is that shares, beside what was promised. */
async function gained(one: GainCase, { sharing, plain, ideal, formula }: Gain, tools: CaseTools): Promise<BenchRow> {
  const head = { name: one.name, shape: shapeOf(one), unit: 'times' } as const;
  const fast = await attempt(tools.ours, sharing, tools);
  if (fast.kind === 'failed') return { ...head, ours: null, note: fast.why, peers: [] };
  const slow = await attempt(tools.ours, plain, tools);
  if (slow.kind === 'failed') return { ...head, ours: null, note: `${plain.shares} shared: ${slow.why}`, peers: [] };
  const gain = slow.measured.medianMs / fast.measured.medianMs;
  const { agrees, compared: note } = agreed(sharing, slow.measured.outcome, fast.measured.outcome);
  const peer = { name: 'ideal', version: formula, value: ideal, ratio: gain / ideal, agrees, note };
  const times = `${ms(slow)} with ${plain.shares} shared, ${ms(fast)} with ${sharing.shares}`;
  return { ...head, ours: gain, note: times, peers: [peer] };
}

const ms = ({ measured }: { measured: Measured<unknown> }): string => `${measured.medianMs.toFixed(0)} ms`;
function runs({ runs: count, note, cpuShare }: Measured<unknown>): string {
  const times = count === 0 ? 'its first run' : count === 1 ? 'one run' : `median of ${count}`;
  const busy = cpuShare === undefined ? '' : `processor ${(100 * cpuShare).toFixed(0)} % busy`;
  return [times, busy, note].filter(Boolean).join('; ');
}

type Attempt =
  | { readonly kind: 'measured'; readonly measured: Measured<unknown> }
  | { readonly kind: 'failed'; readonly why: string };

const leftOut = (row: string): Attempt => ({
  kind: 'failed',
  why: `left out: the table had taken its time; measure this row alone (--rows ${row})`,
});

/** Measures a contestant on a task, or says why it cannot be. An abort is thrown on. */
async function attempt(contestant: Contestant, task: Task, tools: CaseTools): Promise<Attempt> {
  tools.signal.throwIfAborted();
  const way = contestant[task.kind] as string | ((given: Task) => Promise<Trial<unknown>>);
  if (typeof way === 'string') return { kind: 'failed', why: way };
  tools.onContestant(contestant.name);
  try {
    return { kind: 'measured', measured: await measure(await way(task), tools) };
  } catch (error) {
    tools.signal.throwIfAborted();
    return { kind: 'failed', why: `failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function agreed(task: Task, ours: unknown, theirs: unknown): Agreement {
  const compare = agreement[task.kind] as (ours: unknown, theirs: unknown) => Agreement;
  try {
    return compare(ours as Outcomes[typeof task.kind], theirs as Outcomes[typeof task.kind]);
  } catch (error) {
    return { agrees: false, compared: error instanceof Error ? error.message : String(error) };
  }
}
