// Which variant of each product is fastest on this adapter: every one is timed on the same product and compared with
// the plain one; one that computes something else is out, whatever its speed, and so is one that the GPU refuses.
import { check } from '../basics/check';
import { relativeDifference } from '../basics/difference';
import { rngFrom } from '../basics/rng';
import { emptyBuffer, filledBuffer } from './gpu/buffers';
import type { EngineDevice } from './gpu/device';
import { hasten } from './gpu/hasten';
import { PipelineCache, type View } from './gpu/kernel';
import { readBack } from './gpu/readback';
import { Recorder } from './gpu/recorder';
import { idle, Submitter } from './gpu/recording';
import { SubmissionBudget } from './gpu/submission-budget';
import { overRows } from './kernels/counts';
import { matmul, matmulTransposed } from './kernels/matmul/matmul';
import { type TunedKernel, tunedKernels, type VariantChoice, variantsFor } from './kernels/matmul/variants';
import { NONE } from './model/rows';
import { tilesOf } from './model/tile-table';

/** One variant on one adapter. */
export interface Timing {
  readonly kernel: TunedKernel;
  readonly variant: string;
  /** Of one product, the median of the repeats; Infinity where the GPU refuses the variant, or the clock is too
   *  coarse. */
  readonly ms: number;
  readonly gigaflops: number;
  /** Largest difference from the plain variant's result, as a share of its largest number. */
  readonly error: number;
  /** Whether it may be chosen: its error is rounding. */
  readonly right: boolean;
}

export interface Tuning {
  readonly choice: VariantChoice;
  readonly timings: readonly Timing[];
}

/** Raise it when variants are added or mean something else: what was remembered is then found out anew. */
const tunerVersion = 5;

const tolerance = 1e-5;
const side = 256;
/** Decoding rows, as wide as a small language model. */
const few = { rows: 64, side: 576 };
const repeats = 3;
/** Rows are doubled until a product takes as long as this, or there are as many as this. */
const longProductMs = 3;
const mostRows = 8192;
/** And products are put into one submission until they take so much longer than one: what the news of its end takes,
 *  up to 15 ms on some drivers, is then no part of what is compared. */
const longEnoughMs = 20;
const mostProducts = 512;
/** A variant that takes so many times as long as the best is not timed again. */
const farBehind = 2;

/** The clock the tuner measures with and, where findings are kept between visits, their place. */
export interface Workbench {
  now(): number;
  read?(key: string): Promise<unknown>;
  write?(key: string, value: unknown): Promise<void>;
}

/**
 * The device with the variants its adapter is best served with, found now or on an earlier visit; what cannot be stored
 * is found again next time. A processor that plays GPU is not timed, since it compiles slowly.
 */
export async function tuned(gpu: EngineDevice, workbench: Workbench): Promise<EngineDevice> {
  const { vendor, name, software } = gpu.adapter;
  if (software) return { ...gpu, variants: softwareChoice(gpu.lanes) };
  const key = `variants of ${vendor} ${name}, tuner ${tunerVersion}`;
  const known = await workbench.read?.(key).catch(() => undefined);
  if (known !== null && typeof known === 'object') return { ...gpu, variants: known as VariantChoice };
  const { choice } = await tuneProducts(gpu, workbench.now);
  await workbench.write?.(key, choice).catch(() => undefined);
  return { ...gpu, variants: choice };
}

/** A processor loads every lane's number by itself, and hands it to other lanes in one instruction: with lavapipe's 8
 *  lanes, and SwiftShader's 4, the products take half to two thirds of the plain ones' time (kernels/README.md). */
function softwareChoice(lanes: number): VariantChoice {
  if (lanes < 4) return {};
  if (lanes === 4)
    return { 'matmul forward': 'rotated 4×32', 'matmul backward': 'rotated 4×32', 'row of logits': '4 threads' };
  const shuffled = 'shuffled 16×4 in 8';
  return { 'matmul forward': shuffled, 'matmul backward': shuffled, 'row of logits': '8 threads' };
}

/** Throws when the GPU refuses a plain variant: there is nothing to compare with then. */
export async function tuneProducts(gpu: EngineDevice, now: () => number): Promise<Tuning> {
  const { device } = gpu;
  const made: GPUBuffer[] = [];
  const keep = (buffer: GPUBuffer): View => {
    made.push(buffer);
    return { buffer };
  };
  const rng = rngFrom('tuning');
  const numbers = (length: number) => Float32Array.from({ length }, () => rng.normal());
  const nothing = keep(emptyBuffer(device, 'nothing', 256));
  const w = keep(filledBuffer(device, 'tuned weights', numbers(few.side * few.side)));
  const x = keep(filledBuffer(device, 'tuned rows', numbers(mostRows * side)));
  const y = keep(emptyBuffer(device, 'tuned products', mostRows * side * 4));
  const tiles = keep(filledBuffer(device, 'tuned tiles', tilesOf([{ first: 0, count: mostRows, adapter: NONE }])));

  // As most products have one; the tiles name no adapter.
  const lora = { rank: 16, scale: 1, parts: [0], aOffset: 0, bOffset: 0, h: x, adapters: w };
  const record = (recorder: Recorder, kernel: TunedKernel): void => {
    const common = { tiles, w, k: sideOf(kernel), n: sideOf(kernel), over: overRows };
    if (kernel === 'matmul backward') matmulTransposed(recorder, { ...common, dy: x, dx: y });
    else matmul(recorder, { ...common, x, y, lora });
  };
  const run = async (recorder: Recorder, rows: number, products = 1): Promise<number> => {
    const submitter = new Submitter(gpu, new SubmissionBudget(Number.POSITIVE_INFINITY, now));
    const start = now();
    for (let product = 0; product < products; product++) submitter.run(recorder.recording, { ...idle, rows });
    submitter.submit();
    await hasten(device, device.queue.onSubmittedWorkDone());
    return now() - start;
  };
  const result = async (recorder: Recorder, width: number): Promise<Float32Array> => {
    const submitter = new Submitter(gpu, new SubmissionBudget(Number.POSITIVE_INFINITY, now));
    submitter.clear(y);
    submitter.run(recorder.recording, { ...idle, rows: checkedRows });
    const [bytes] = await readBack(gpu, submitter, [{ ...y, size: checkedRows * width * 4 }]);
    return new Float32Array(bytes as ArrayBuffer);
  };

  const timings: Timing[] = [];
  const choice: Partial<Record<TunedKernel, string>> = {};
  try {
    for (const kernel of tunedKernels) {
      const ofFew = kernel === 'matmul of few rows';
      let rows = ofFew ? few.rows : 256;
      let plain: Float32Array | undefined;
      let best = Number.POSITIVE_INFINITY;
      for (const { name } of variantsFor(kernel, gpu.lanes)) {
        const variants = { ...choice, [kernel]: name };
        const recorder = new Recorder({ ...gpu, variants }, nothing, ofFew);
        const trial = await ifAccepted(device, async () => {
          record(recorder, kernel);
          await new PipelineCache(gpu).compiled();
          return result(recorder, sideOf(kernel));
        });
        if (trial.kind === 'refused') {
          recorder.destroy();
          check(plain, `the plain variant of ${kernel} runs here, got: ${trial.why}`);
          timings.push({ kernel, variant: name, ...never });
          continue;
        }
        const got = trial.value;
        plain ??= got;
        const error = relativeDifference(plain, got);
        if (best === Number.POSITIVE_INFINITY)
          while (!ofFew && rows < mostRows && (await run(recorder, rows)) < longProductMs) rows *= 2;
        const one = median(await repeated(() => run(recorder, rows)));
        let products = 2;
        const each = async () => ((await run(recorder, rows, products)) - one) / (products - 1);
        let once = await each();
        while (products < mostProducts && once * (products - 1) < longEnoughMs) {
          products *= 2;
          once = await each();
        }
        const ms = positive(once > farBehind * best ? once : median(await repeated(each)));
        recorder.destroy();
        const right = error < tolerance;
        timings.push({
          kernel,
          variant: name,
          ms,
          gigaflops: (2 * rows * sideOf(kernel) ** 2) / ms / 1e6,
          error,
          right,
        });
        if (right && ms < best) {
          best = ms;
          choice[kernel] = name;
        }
      }
    }
  } finally {
    for (const buffer of made) buffer.destroy();
  }
  return { choice, timings };
}

const repeated = async (once: () => Promise<number>): Promise<number[]> => {
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) times.push(await once());
  return times;
};

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[repeats >> 1] as number;

/** Of the square weight that a kernel is timed with. */
const sideOf = (kernel: TunedKernel): number => (kernel === 'matmul of few rows' ? few.side : side);

/** A clock that is too coarse tells nothing. */
const positive = (ms: number): number => (ms > 0 ? ms : Number.POSITIVE_INFINITY);

/** What is measured of a variant that does not run. */
const never = { ms: Number.POSITIVE_INFINITY, gigaflops: 0, error: Number.POSITIVE_INFINITY, right: false };

/** What the work comes to, or why the GPU refuses some of it – as invalid, or because the driver cannot. Refused, it is
 *  no fault of the device. */
async function ifAccepted<T>(
  device: GPUDevice,
  work: () => Promise<T>,
): Promise<{ kind: 'accepted'; value: T } | { kind: 'refused'; why: string }> {
  device.pushErrorScope('validation');
  device.pushErrorScope('internal');
  const [outcome] = await Promise.allSettled([Promise.resolve().then(work)]);
  const refusals = await Promise.all([device.popErrorScope(), device.popErrorScope()]);
  const refusal = refusals.find((error) => error !== null);
  if (refusal) return { kind: 'refused', why: refusal.message };
  if (outcome.status === 'rejected') throw outcome.reason;
  return { kind: 'accepted', value: outcome.value };
}

/** A number of rows that fills no workgroup. */
const checkedRows = 77;
