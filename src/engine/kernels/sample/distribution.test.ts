// S4 the sampler against its distribution: its noise is the twin's for every kind of bits, and ten million draws follow
// the softmax by a χ² of level 1e-4, with no token below a probability of 1e-9 among them. Seeds are fixed: a passing
// machine passes again.
import { describe, expect, test } from 'vitest';
import { findGpu } from '../../../headless/open-gpu';
import { emptyBuffer, filledBuffer } from '../../gpu/buffers';
import { requestEngineDevice } from '../../gpu/device';
import type { View } from '../../gpu/kernel';
import { readBack } from '../../gpu/readback';
import { Recorder } from '../../gpu/recorder';
import { groupsOf, idle, Submitter } from '../../gpu/recording';
import { NONE } from '../../model/rows';
import { branchLayout, drawLayout, stateLayout, stopLayout } from '../shared/layouts';
import drawsText from './draws.test-data.wgsl?raw';
import noiseText from './noise.test-data.wgsl?raw';
import { sample } from './sample';
import { noiseOf } from './twin';

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: the sampler was not held against its distribution: ${found.reason}`);
const gpu = found.kind === 'gpu' ? await requestEngineDevice(found.gpu) : undefined;
const device = gpu?.device as GPUDevice;

const words = (data: ArrayLike<number>): View => ({ buffer: filledBuffer(device, 'given', Uint32Array.from(data)) });
const floats = (data: ArrayLike<number>): View => ({ buffer: filledBuffer(device, 'given', Float32Array.from(data)) });
const room = (count: number): View => ({ buffer: emptyBuffer(device, 'made', count * 4) });

async function play(record: (to: Recorder) => void, output: View, count: number): Promise<ArrayBuffer> {
  const to = new Recorder(gpu!, room(64));
  record(to);
  const submitter = new Submitter(gpu!, 1e12);
  submitter.run(to.recording, idle);
  const [bytes] = await readBack(gpu!, submitter, [{ ...output, size: count * 4 }]);
  to.destroy();
  return bytes!;
}

/** Tokens sorted by logit: class c holds `counts[c]` tokens of log-weight `logits[c]` each. */
interface Classes {
  readonly counts: readonly number[];
  readonly logits: readonly number[];
}
function startsOf({ counts }: Classes): number[] {
  const starts = [0];
  for (const count of counts) starts.push(starts.at(-1)! + count);
  return starts;
}
const vocabularyOf = ({ counts }: Classes): number => counts.reduce((sum, count) => sum + count, 0);
/** Probability of one token of each class, in f64. */
function probabilityOf({ counts, logits }: Classes): number[] {
  const weights = logits.map((logit) => Math.exp(Math.fround(logit)));
  const total = weights.reduce((sum, weight, one) => sum + weight * counts[one]!, 0);
  return weights.map((weight) => weight / total);
}

/** A few likely tokens, a long tail down to one in ten million, and tokens that are never to be seen: below e^−30. */
const small = (vocabulary: number, never: number): Classes => ({
  counts: new Array<number>(vocabulary).fill(1),
  logits: Array.from({ length: vocabulary }, (_, v) =>
    v < vocabulary - never ? -16 * (v / (vocabulary - never)) ** 1.5 : -34 - 8 * (v % 5),
  ),
});
/** SmolLM2's vocabulary: 256 tokens by themselves, then ever larger classes down to 1e-8 a token, then 8,192 that are
 *  never to be seen. */
const large: Classes = {
  counts: [
    ...new Array<number>(256).fill(1),
    ...new Array<number>(40).fill(1017),
    24,
    ...new Array<number>(8).fill(1024),
  ],
  logits: [
    ...Array.from({ length: 256 }, (_, v) => -v / 40),
    ...Array.from({ length: 40 }, (_, c) => -7 - c / 5),
    -15,
    ...Array.from({ length: 8 }, (_, c) => -36 - 5 * c),
  ],
};

/** Draws from seeds first … first + count − 1. */
async function draws(classes: Classes, first: number, count: number): Promise<Uint32Array> {
  const tokens = room(count);
  const bytes = await play(
    (to) =>
      to.dispatch(
        { name: 'draws', source: drawsText },
        {
          shape: { firstSeed: first, classes: classes.counts.length },
          starts: words(startsOf(classes)),
          logits: floats(classes.logits),
          tokens,
        },
        { grid: () => [groupsOf(count, 64)] },
      ),
    tokens,
    count,
  );
  return new Uint32Array(bytes);
}

/** The same by the kernel that the engine runs: every branch draws from row 0. */
async function kernelDraws(classes: Classes, first: number, count: number): Promise<Uint32Array> {
  const vocabulary = vocabularyOf(classes);
  const stride = Math.ceil(vocabulary / 4) * 4;
  const logits = new Float32Array(stride);
  classes.counts.reduce((at, size, one) => {
    logits.fill(classes.logits[one]!, at, at + size);
    return at + size;
  }, 0);
  const fresh = {
    prefixStart: 0,
    prefixEnd: 0,
    firstSlot: 0,
    maxTokens: 1,
    temperature: 1,
    prediction: 0,
    adapter: NONE,
  };
  const branches = branchLayout.table(Array.from({ length: count }, (_, k) => ({ ...fresh, seed: first + k })));
  const tokens = room(count);
  const bytes = await play(
    (to) =>
      sample(to, {
        branches: words(branches),
        states: room(count * stateLayout.words),
        stop: { buffer: uniform(stopLayout.table([{ token: 0xffffffff }])) },
        logits: floats(logits),
        tokens,
        logps: room(count),
        draws: room(count * drawLayout.words),
        first: true,
        window: { first: 0, count: vocabulary, stride },
        vocabulary,
        maxTokens: 1,
        likeliest: { most: 0, at: 0 },
        chunkFirst: 0,
        chunkRows: 1,
        over: () => count,
      }),
    tokens,
    count,
  );
  return new Uint32Array(bytes);
}
function uniform(data: Uint32Array): GPUBuffer {
  const buffer = device.createBuffer({ size: 16, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
  device.queue.writeBuffer(buffer, 0, data as unknown as BufferSource);
  return buffer;
}

/** How many deviations χ² of these counts lies above its mean (Wilson and Hilferty 1931). Neighbours are pooled up to
 *  10 expected draws. */
function deviations(counts: readonly number[], probabilities: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const order = [...probabilities.keys()].sort((a, b) => probabilities[b]! - probabilities[a]!);
  let [squares, bins, seen, expected] = [0, 0, 0, 0];
  let left = total;
  for (const [rank, at] of order.entries()) {
    seen += counts[at]!;
    expected += probabilities[at]! * total;
    left -= probabilities[at]! * total;
    if ((expected < 10 || left < 10) && rank + 1 < order.length) continue;
    squares += (seen - expected) ** 2 / expected;
    [seen, expected] = [0, 0];
    bins++;
  }
  const free = bins - 1;
  expect(free).toBeGreaterThan(10);
  return (Math.cbrt(squares / free) - (1 - 2 / (9 * free))) / Math.sqrt(2 / (9 * free));
}
/** Of a normal number: exceeded once in ten thousand. */
const level = 3.719;

describe.skipIf(!gpu)('S4 the sampler', () => {
  test("its noise is finite and the twin's, for the ends of the range of bits and for a million between", async () => {
    const ends = Array.from({ length: 33 }, (_, power) => 2 ** power - 1);
    const edges = ends.flatMap((end) => [end, 2 ** 32 - 1 - end, Math.min(end + 1, 2 ** 32 - 1), Math.max(0, end - 1)]);
    const spread = Array.from({ length: 1_000_000 }, (_, index) => Math.imul(index, 2_654_435_761) >>> 0);
    const tiny = Array.from({ length: 100_000 }, (_, index) => 2 ** 32 - 2 ** 9 + (index % 512) - (index % 2) * index);
    const bits = [...edges, ...spread, ...tiny];
    const noise = room(bits.length);
    const got = new Float32Array(
      await play(
        (to) =>
          to.dispatch(
            { name: 'noise', source: noiseText },
            { shape: { count: bits.length }, bits: words(bits), noise },
            { grid: () => [groupsOf(bits.length, 64)] },
          ),
        noise,
        bits.length,
      ),
    );
    const worst = bits.reduce((most, value, at) => {
      const error = Math.abs(got[at]! - noiseOf(value));
      return Number.isNaN(error) ? Number.POSITIVE_INFINITY : Math.max(most, error);
    }, 0);
    expect(worst).toBeLessThan(1e-5);
    expect(noiseOf(0)).toBeCloseTo(33 * Math.LN2, 6);
    expect(noiseOf(2 ** 32 - 1)).toBeCloseTo(-Math.log(33 * Math.LN2), 6);
  });

  const tenMillion = 10_000_000;
  const cases = [
    { name: '30', classes: small(30, 5), withinMs: Number.POSITIVE_INFINITY, byKernel: 30_000 },
    { name: '114', classes: small(114, 14), withinMs: Number.POSITIVE_INFINITY, byKernel: 30_000 },
    // Five hundred billion hashes: a card makes them in seconds, a processor as many as fit.
    { name: '49,152', classes: large, withinMs: 40_000, byKernel: 1_000 },
  ];
  test.each(cases)(
    'draws ten million tokens (a processor: as many as fit) of $name as their softmax has it, none below 1e-9',
    async ({ name, classes, withinMs, byKernel }) => {
      const starts = startsOf(classes);
      const probability = probabilityOf(classes);
      const classOf = new Uint16Array(vocabularyOf(classes));
      for (const one of classes.counts.keys()) classOf.fill(one, starts[one], starts[one + 1]);
      const never = (token: number) => probability[classOf[token]!]! < 1e-9;

      const sameSeeds = await draws(classes, 0, byKernel);
      expect(await kernelDraws(classes, 0, byKernel)).toEqual(sameSeeds);

      const counts = new Array<number>(classes.counts.length).fill(0);
      const began = performance.now();
      let drawn = 0;
      let impossible = 0;
      while (drawn < tenMillion && performance.now() - began < withinMs) {
        const count = Math.min(classes.counts.length < 200 ? 2 ** 20 : 2 ** 13, tenMillion - drawn);
        for (const token of await draws(classes, drawn, count)) {
          counts[classOf[token]!]!++;
          if (never(token)) impossible++;
        }
        drawn += count;
      }
      const above = deviations(
        counts,
        probability.map((one, at) => one * classes.counts[at]!),
      );
      console.info(
        `vocabulary ${name}: ${drawn.toLocaleString('en')} draws, χ² ${above.toFixed(2)} deviations above its mean`,
      );
      expect(impossible).toBe(0);
      expect(above).toBeLessThan(level);
    },
  );
});
