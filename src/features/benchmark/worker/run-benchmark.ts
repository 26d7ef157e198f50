// The benchmark: every case in order on one adapter, ours beside the peers that are handed in. A failure is said in its
// row; cancelling keeps the rows that are done. It does not know who the peers are, nor where the GPU and the shipped
// model come from.
import { check } from '../../../basics/check';
import type { AdapterCard } from '../../../engine/gpu/device';
import { config135m } from '../../../engine/subjects/config-135m';
import { presetById } from '../../../learning/config/presets';
import { trainingStep } from '../../../learning/training/step';
import type { BaseModel } from '../../../models/base-model';
import { type KnownShape, knownModels } from '../../../models/known-models';
import { engineLearner } from '../../../run/engine-learner';
import { addPolicies } from '../../../run/run-policies';
import { type SharedDevice, sharedDevice } from '../../../run/shared-device';
import { type BenchRow, measureCase } from './case';
import type { Contestant } from './contestant';
import { groveOn } from './grove';
import { median } from './measure';
import {
  type Case,
  casesFor,
  ladderCases,
  type ModelName,
  patienceMs,
  probe,
  type RowName,
  reachOf,
  rowNames,
  shapeOf,
} from './shapes';
import { randomModel } from './tasks';

export type { Contestant } from './contestant';
export type { Case } from './shapes';

export interface BenchmarkReport {
  readonly adapter: AdapterCard;
  readonly rows: readonly BenchRow[];
  /** Wall time. */
  readonly seconds: number;
  readonly cancelled: boolean;
}

export type BenchmarkEvent =
  /** `who` begins on the case; `done` of `total` cases are finished. */
  | {
      readonly kind: 'doing';
      readonly name: string;
      readonly shape: string;
      readonly who: string;
      readonly done: number;
      readonly total: number;
    }
  | { readonly kind: 'row'; readonly row: BenchRow };

export interface BenchmarkParts {
  readonly gpu: GPU;
  /** The shipped model. */
  readonly base: BaseModel;
  readonly peers: readonly Contestant[];
  /** Only these rows; all of the table where it is empty. */
  readonly wanted: readonly RowName[];
  /** Instead of the cases that suit the adapter: for tests, which want small ones. */
  readonly cases?: readonly Case[];
  readonly now: () => number;
  /** Milliseconds that this process has computed, where it can tell: a browser cannot. */
  readonly cpuMs?: () => number;
  readonly signal: AbortSignal;
  readonly tell: (event: BenchmarkEvent) => void;
}

export async function runBenchmark(parts: BenchmarkParts): Promise<BenchmarkReport> {
  const { gpu, base, peers, wanted, now, cpuMs, signal, tell } = parts;
  const startMs = now();
  const device = sharedDevice(() => gpu, { now });
  const { adapter } = await device.tuned();
  const ours = groveOn(device.tuned);
  const models = {
    sprout: {
      decode: { name: 'sprout', config: base.config, tensors: () => base.tensors },
      step: randomModel('sprout', base.config),
    },
    '135m-part': randomOf('135m-part', { ...config135m, num_hidden_layers: 2, vocab_size: 3276 }),
    ...knownShapes,
  };
  const tools = { now, cpuMs, signal, ours, modelOf: (name: ModelName, use: 'decode' | 'step') => models[name][use] };
  const rows: BenchRow[] = [];
  try {
    const alone = { ...tools, software: adapter.software, peers: [], late: () => false, onContestant: () => {} };
    const sized = adapter.software || parts.cases !== undefined; // then nothing depends on the speed
    const reach = reachOf(adapter, sized ? Number.POSITIVE_INFINITY : ((await measureCase(probe, alone)).ours ?? 0));
    const late = () => now() - startMs > patienceMs[reach];
    const table = (parts.cases ?? casesFor(reach)).filter(({ name }) => wanted.length === 0 || wanted.includes(name));
    const cases = [...table, ...ladderCases(reach).filter(({ name }) => wanted.includes(name))];
    for (const [done, one] of cases.entries()) {
      const doing = (who: string) =>
        tell({ kind: 'doing', name: one.name, shape: shapeOf(one), who, done, total: cases.length });
      const row =
        one.kind === 'at-grpo'
          ? await wholeSteps(one, { ...parts, device, doing })
          : await measureCase(one, { ...tools, software: reach === 'processor', peers, late, onContestant: doing });
      rows.push(row);
      tell({ kind: 'row', row });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await device.close();
  }
  return { adapter, rows, seconds: (now() - startMs) / 1000, cancelled: signal.aborted };
}

/** Of the larger shapes speed is asked, and not what fits: peers have no budget either. */
const roomy = 12 * 2 ** 30;

/** Those that people train, with drawn weights. */
const knownShapes = Object.fromEntries(
  knownModels.map(({ shape, config }) => [shape, randomOf(shape, config, shape === '135m' ? undefined : roomy)]),
) as Readonly<Record<KnownShape, ReturnType<typeof randomOf>>>;

function randomOf(name: ModelName, config: Readonly<Record<string, unknown>>, memory?: number) {
  const model = { ...randomModel(name, config), memory };
  return { decode: model, step: model };
}

/** The names of rows in "a,b". Throws, naming the rows there are, for one that does not exist. */
export function rowsNamed(list: string): RowName[] {
  const names = [...rowNames, ...ladderCases('processor').map((one) => one.name)];
  return list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => {
      const name = names.find((known) => known === word);
      check(name, `there is no row "${word}" in the benchmark: known are ${names.join(', ')}`);
      return name;
    });
}

/** Whole AT-GRPO steps of a preset on the shipped model: play, advantages, learn. Nobody else has one to stand
 *  beside. */
async function wholeSteps(
  one: Extract<Case, { kind: 'at-grpo' }>,
  {
    device,
    base,
    now,
    signal,
    doing,
  }: BenchmarkParts & { readonly device: SharedDevice; readonly doing: (who: string) => void },
): Promise<BenchRow> {
  const head = { name: one.name, shape: shapeOf(one), unit: 'steps/min', peers: [] } as const;
  doing('grove');
  try {
    const { config } = presetById(one.preset);
    const learner = engineLearner(await device.tuned(), base, 'f32');
    try {
      await addPolicies(learner, config);
      const stepMs: number[] = [];
      for (let step = 1; step <= one.steps; step++) {
        signal.throwIfAborted();
        const begunMs = now();
        await trainingStep({ config, step, learner, tokenizer: base.tokenizer, now });
        stepMs.push(now() - begunMs);
      }
      const warm = stepMs.length > 1 ? stepMs.slice(1) : stepMs; // the first compiles kernels
      const { worldsPerStep, branches, turns } = config.settings;
      const note = `${worldsPerStep} worlds, ${branches} branches, up to ${turns} turns, one thread; median of ${warm.length}`;
      return { ...head, ours: 60_000 / median(warm), note };
    } finally {
      learner.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    return { ...head, ours: null, note: `failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}
