// One contract over the list of kernels: at odd sizes the GPU says what the twin says, and slopes are those of finite differences of the
// twin in f64. Errors are relative to the largest number compared.
import { describe, expect, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { findGpu } from '../../headless/open-gpu';
import { emptyBuffer, filledBuffer } from '../gpu/buffers';
import { requestEngineDevice } from '../gpu/device';
import { PipelineCache, type View } from '../gpu/kernel';
import { readBack } from '../gpu/readback';
import { Recorder } from '../gpu/recorder';
import { idle, type Sizes, Submitter } from '../gpu/recording';
import { NONE, packTraining } from '../model/rows';
import { tilesOf } from '../model/tile-table';
import { adamw } from './adamw/adamw';
import { adamw as adamwTwin } from './adamw/twin';
import { attention, attentionBackward } from './attention/attention';
import { attention as attentionTwin, slotsSeen } from './attention/twin';
import { overRows } from './counts';
import { embed, embedBackward } from './embed/embed';
import { loraDown, loraUpTransposed, matmul, matmulTransposed } from './matmul/matmul';
import { addLora, matmulTransposed as matmulTransposedTwin, matmul as matmulTwin } from './matmul/twin';
import { backwardVariants, forwardVariants, type VariantChoice } from './matmul/variants';
import { objective, objectiveBlock, objectiveGradient, softmaxWindow } from './objective/objective';
import { objective as objectiveTwin } from './objective/twin';
import { halfBits, numberOfHalf } from './packed/halves';
import { type Matrix, type PackedFormat, pack } from './packed/packed';
import { unpack } from './packed/twin';
import { rmsNorm, rmsNormBackward } from './rms-norm/rms-norm';
import { rmsNormBackward as rmsNormBackwardTwin, rmsNorm as rmsNormTwin } from './rms-norm/twin';
import { frequenciesOf, rope, ropeBackward, ropeTableOf } from './rope/rope';
import { rope as ropeTwin } from './rope/twin';
import { compact, sample } from './sample/sample';
import { compact as compactTwin, sample as sampleTwin } from './sample/twin';
import { stateLayout } from './shared/layouts';
import { swiglu, swigluBackward } from './swiglu/swiglu';
import { swigluBackward as swigluBackwardTwin, swiglu as swigluTwin } from './swiglu/twin';
import { weightGradient as weightGradientTwin } from './weight-gradient/twin';
import { columnSum, reduceChunks, weightGradient } from './weight-gradient/weight-gradient';

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: the kernels' contract did not run: ${found.reason}`);
const gpu = found.kind === 'gpu' ? await requestEngineDevice(found.gpu) : undefined;
const pipelines = gpu && new PipelineCache(gpu.device);
const device = gpu?.device as GPUDevice;

type Numbers = Float64Array;
const rng = rngFrom('contract');
const random = (length: number): Numbers => Float64Array.from({ length }, () => Math.fround(rng.normal()));
const put = (data: ArrayLike<number>): View => ({ buffer: filledBuffer(device, 'given', Float32Array.from(data)) });
const putWords = (data: Uint32Array): View => ({ buffer: filledBuffer(device, 'given', data) });
const room = (floats: number): View => ({ buffer: emptyBuffer(device, 'made', floats * 4) });
const block = (words: ArrayBuffer): View => {
  const buffer = device.createBuffer({
    size: Math.max(16, words.byteLength),
    usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
  });
  device.queue.writeBuffer(buffer, 0, words);
  return { buffer };
};
const tilesFor = (rows: number, adapter = NONE): View => putWords(tilesOf([{ first: 0, count: rows, adapter }]));
const recorder = (variants?: VariantChoice) =>
  new Recorder(device, variants ? new PipelineCache(device, variants) : pipelines!, room(64));

/** Plays what `record` put down and reads `outputs` back. */
async function play(
  sizes: Partial<Sizes>,
  record: (to: Recorder) => void,
  outputs: readonly [View, number][],
  variants?: VariantChoice,
): Promise<Numbers[]> {
  const to = recorder(variants);
  record(to);
  const submitter = new Submitter(device, 1e9);
  submitter.run(to.recording, { ...idle, ...sizes });
  const bytes = await readBack(
    gpu!,
    submitter,
    outputs.map(([view, floats]) => ({ ...view, size: floats * 4 })),
  );
  return bytes.map((one) => Float64Array.from(new Float32Array(one)));
}

function errorOf(got: Numbers, wanted: ArrayLike<number>): number {
  expect(got.length).toBe(wanted.length);
  const numbers = Array.from(wanted);
  const scale = numbers.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1e-12);
  return numbers.reduce((largest, value, index) => {
    const error = Math.abs((got[index] as number) - value) / scale;
    return Math.max(largest, Number.isNaN(error) ? Number.POSITIVE_INFINITY : error);
  }, 0);
}

/** A vocabulary cut into windows, whole quads but the last. */
function windowsOf(vocabulary: number, count: number): { first: number; count: number; stride: number }[] {
  const each = Math.ceil(vocabulary / count / 4) * 4;
  return Array.from({ length: count }, (_, index) => {
    const own = Math.min(each, vocabulary - index * each);
    return { first: index * each, count: own, stride: Math.ceil(own / 4) * 4 };
  });
}

/** A window's columns of rows that are `from` floats wide, as they lie on the GPU. */
function windowOf(
  whole: Numbers,
  { first, count, stride, rows, from }: { first: number; count: number; stride: number; rows: number; from: number },
): Numbers {
  const part = new Float64Array(rows * stride);
  for (let row = 0; row < rows; row++) part.set(whole.subarray(row * from + first, row * from + first + count), row * stride);
  return part;
}

/** The slope of `loss` at every entry of `x`, by central differences. */
const differences = (x: Numbers, loss: (x: Numbers) => number): Numbers => differencesAt([...x.keys()], x, loss);

/** The same at some places only. */
function differencesAt(places: readonly number[], x: Numbers, loss: (x: Numbers) => number, step = 1e-5): Numbers {
  const moved = x.slice();
  return Float64Array.from(places, (index) => {
    const value = x[index] as number;
    moved[index] = value + step;
    const up = loss(moved);
    moved[index] = value - step;
    const down = loss(moved);
    moved[index] = value;
    return (up - down) / (2 * step);
  });
}

/** All places of few numbers; of many, every so many-th, by a step that no shape divides. */
function someOf(length: number): number[] {
  const step = length <= 2000 ? 1 : 37;
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step);
}
const at = (numbers: Numbers, places: readonly number[]): Numbers =>
  Float64Array.from(places, (index) => numbers[index] as number);

/** A matrix [rows, columns] in this format: as kernels bind it, and the numbers it then has. */
function matrixOf(format: PackedFormat, floats: Float32Array, rows: number, columns: number): { view: Matrix; numbers: Numbers } {
  const words = pack(format, { floats, from: 0, rows, columns, rowStride: columns, columnStride: 1 });
  const packing = { format, rows, columns, across: false };
  return { view: { ...putWords(words), packing }, numbers: unpack(words, packing) };
}

/** The same of a table [tokens, width], packed along its width. */
function tableOf(format: PackedFormat, floats: Float32Array, tokens: number): { view: Matrix; numbers: Numbers } {
  const rows = floats.length / tokens;
  const columns = Math.ceil(tokens / 4) * 4;
  const words = pack(format, { floats, from: 0, rows, columns: tokens, rowStride: 1, columnStride: rows });
  const turned = unpack(words, { format, rows, columns });
  const numbers = Float64Array.from(floats, (_, index) => turned[(index % rows) * columns + Math.floor(index / rows)]!);
  return { view: { ...putWords(words), packing: { format, rows, columns, across: true } }, numbers };
}

/** Rows that read the tokens 0, 1, … */
const wordsOfTokens = (count: number): View =>
  putWords(Uint32Array.from({ length: count * 8 }, (_, index) => (index % 8 === 0 ? index / 8 : 0)));

const dot = (one: Numbers, other: Numbers): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] as number), 0);

describe.skipIf(!gpu)('kernels', () => {
  const [m, k, n] = [37, 20, 44];
  const parts = [0, 24, 36];
  const rank = 4;

  /** Every variant once; the shorter list repeats its plain one. */
  const choices = forwardVariants.map((forward, index): VariantChoice => {
    const backward = backwardVariants[index] ?? backwardVariants[0];
    return { 'matmul forward': forward.name, 'matmul backward': backward!.name };
  });

  test.each(choices)(
    'matmul with bias, residual and a LoRA term of three joined projections; its transpose; x·A and its mirror: %o',
    async (choice) => {
      const [x, w, bias, residual, a, b, dy] = [
        random(m * k),
        random(k * n),
        random(n),
        random(m * n),
        random(k * 12),
        random(rank * n),
        random(m * n),
      ] as const;
      const adapters = put([...new Float64Array(64), ...a, ...b]); // 16 quads in: one other adapter lies before it
      const h = room(m * 12);
      const dh = room(m * 12);
      const y = room(m * n);
      const dx = room(m * k);
      const tiles = tilesFor(m, 16);
      const term = { rank, scale: 0.5, parts, aOffset: 0, bOffset: k * 12, adapters };
      const [gotY, gotH, gotDh, gotDx] = (await play(
        { rows: m },
        (to) => {
          const given = put(x);
          const slope = put(dy);
          const weights = put(w);
          loraDown(to, { tiles, x: given, lora: { ...term, h }, k, over: overRows });
          matmul(to, {
            tiles,
            x: given,
            w: weights,
            bias: put(bias),
            residual: put(residual),
            lora: { ...term, h },
            y,
            k,
            n,
            over: overRows,
          });
          loraUpTransposed(to, { tiles, dy: slope, lora: { ...term, h: dh }, n, over: overRows });
          matmulTransposed(to, { tiles, dy: slope, w: weights, lora: { ...term, h: dh }, dx, k, n, over: overRows });
        },
        [
          [y, m * n],
          [h, m * 12],
          [dh, m * 12],
          [dx, m * k],
        ],
        choice,
      )) as [Numbers, Numbers, Numbers, Numbers];
      const wanted = matmulTwin({ x, w, bias, residual, m, k, n });
      const wantedH = addLora({ x, a, b, y: wanted, parts, rank, scale: 0.5, m, k, n });
      expect(errorOf(gotY, wanted)).toBeLessThan(1e-6);
      expect(errorOf(gotH, wantedH)).toBeLessThan(1e-6);
      const lossOf = (at: Numbers) => {
        const out = matmulTwin({ x: at, w, m, k, n });
        addLora({ x: at, a, b, y: out, parts, rank, scale: 0.5, m, k, n });
        return dot(out, dy);
      };
      expect(errorOf(gotDx, differences(x, lossOf))).toBeLessThan(1e-5);
      const wantedDh = Float64Array.from({ length: m * 12 }, (_, index) => {
        const [row, column] = [Math.floor(index / 12), index % 12];
        const part = Math.floor(column / rank);
        let sum = 0;
        for (let out = parts[part] as number; out < (parts[part + 1] ?? n); out++)
          sum += (dy[row * n + out] as number) * (b[(column % rank) * n + out] as number);
        return 0.5 * sum;
      });
      expect(errorOf(gotDh, wantedDh)).toBeLessThan(1e-6);
    },
  );

  test.each(choices)('a sum too long for one workgroup comes in turns, and is added to what is there: %o', async (choice) => {
    const [rows, long, wide] = [13, 20_000, 24];
    const whole = (count: number) => Float64Array.from(random(count), (number) => Math.round(3 * number)); // exact in any order
    const [x, w, bias, residual] = [whole(rows * long), whole(long * wide), whole(wide), whole(rows * wide)];
    const [once, twice, tiles] = [room(rows * wide), room(rows * wide), tilesFor(rows)];
    const [gotOnce, gotTwice] = (await play(
      { rows },
      (to) => {
        const product = { tiles, x: put(x), w: put(w), k: long, n: wide, over: overRows };
        matmul(to, { ...product, bias: put(bias), residual: put(residual), y: once });
        matmul(to, { ...product, y: twice });
        matmul(to, { ...product, bias: put(bias), y: twice, accumulate: true });
      },
      [
        [once, rows * wide],
        [twice, rows * wide],
      ],
      choice,
    )) as [Numbers, Numbers];
    const product = matmulTwin({ x, w, m: rows, k: long, n: wide });
    expect([...gotOnce]).toEqual([...matmulTwin({ x, w, bias, residual, m: rows, k: long, n: wide })]);
    expect([...gotTwice]).toEqual([...product].map((value, at) => 2 * value + bias[at % wide]!));
  });

  test.each(choices)('a chunk of the head: rows from `first` on, a vocabulary that is no multiple of 4: %o', async (choice) => {
    const [rows, first, vocabulary, width] = [150, 64, 37, 24];
    const [x, w] = [random(rows * width), random(vocabulary * width)];
    const logits = room((rows - first) * 40);
    const tiles = tilesFor(rows);
    const padded = [...w, ...new Array(3 * width).fill(7)]; // what lies beyond must not matter
    const [got] = (await play(
      { rows: rows - first },
      (to) => {
        const table = put(padded);
        matmulTransposed(to, {
          tiles,
          dy: put(x),
          w: { ...table, offset: 0, size: vocabulary * width * 4 },
          dx: logits,
          k: vocabulary,
          n: width,
          first,
          over: overRows,
        });
      },
      [[logits, (rows - first) * 40]],
      choice,
    )) as [Numbers];
    const wanted = matmulTransposedTwin({ dy: x.subarray(first * width), w, m: rows - first, k: vocabulary, n: width });
    for (let row = 0; row < rows - first; row++)
      expect(errorOf(got.subarray(row * 40, row * 40 + 37), wanted.subarray(row * 37, row * 37 + 37))).toBeLessThan(1e-5);
  });

  test('gradients over rows: weights, joined projections and columns, in chunks, added to what is there', async () => {
    const [rows, i, j] = [301, 12, 44];
    const [a, b, before] = [random(rows * i), random(rows * j), random(i * j)];
    const stride = i * j + rank * j + j;
    const partial = {
      view: room(5 * stride),
      span: block(Uint32Array.of(rows, 64, 0, 0).buffer),
      stride,
      chunks: (sizes: Sizes) => sizes.chunks,
    };
    const gradient = put([...before, ...new Float64Array(rank * j + j)]);
    const [got] = (await play(
      { rows, chunks: 5 },
      (to) => {
        const [left, right] = [put(a), put(b)];
        weightGradient(to, { a: left, b: right, i, j, aStride: i, offset: 0, partial, over: overRows });
        weightGradient(to, {
          a: left,
          b: right,
          i: rank,
          j,
          aStride: i,
          offset: i * j,
          scale: 2,
          partial,
          over: overRows,
          joined: { rank, parts },
        });
        columnSum(to, { b: right, j, rowStride: j, offset: i * j + rank * j, partial });
        reduceChunks(to, { partial, gradient, floats: stride });
      },
      [[gradient, stride]],
    )) as [Numbers];
    const whole = weightGradientTwin({ a, b, m: rows, i, j });
    expect(
      errorOf(
        got.subarray(0, i * j),
        whole.map((value, index) => value + (before[index] as number)),
      ),
    ).toBeLessThan(1e-6);
    const joined = Float64Array.from({ length: rank * j }, (_, index) => {
      const column = index % j;
      const part = parts.filter((start) => start <= column).length - 1;
      return 2 * (whole[(part * rank + Math.floor(index / j)) * j + column] as number);
    });
    expect(errorOf(got.subarray(i * j, i * j + rank * j), joined)).toBeLessThan(1e-6);
    const sums = Float64Array.from({ length: j }, (_, column) =>
      Array.from({ length: rows }, (__, row) => b[row * j + column] as number).reduce((s, v) => s + v, 0),
    );
    expect(errorOf(got.subarray(i * j + rank * j), sums)).toBeLessThan(1e-6);
  });

  test('RMS norm and its backward', async () => {
    const width = 20;
    const [x, gain, dy, before] = [random(m * width), random(width), random(m * width), random(m * width)];
    const [y, slope, dx] = [room(m * width), put(dy), put(before)];
    const [got, terms, gotDx] = (await play(
      { rows: m },
      (to) => {
        const shared = { tiles: tilesFor(m), x: put(x), gain: put(gain), width, epsilon: 1e-5, over: overRows };
        rmsNorm(to, { ...shared, y });
        rmsNormBackward(to, { ...shared, dy: slope, dx, accumulate: true });
      },
      [
        [y, m * width],
        [slope, m * width],
        [dx, m * width],
      ],
    )) as [Numbers, Numbers, Numbers];
    expect(errorOf(got, rmsNormTwin({ x, gain, width, epsilon: 1e-5 }))).toBeLessThan(1e-6);
    const twin = rmsNormBackwardTwin({ x, gain, dy, width, epsilon: 1e-5 });
    expect(
      errorOf(
        gotDx,
        twin.dx.map((value, index) => value + (before[index] as number)),
      ),
    ).toBeLessThan(1e-6);
    expect(errorOf(terms, twin.terms)).toBeLessThan(1e-6);
    expect(
      errorOf(
        twin.dx,
        differences(x, (at) => dot(rmsNormTwin({ x: at, gain, width, epsilon: 1e-5 }), dy)),
      ),
    ).toBeLessThan(1e-7);
    const sums = gain.map((_, c) =>
      Array.from({ length: m }, (__, row) => twin.terms[row * width + c] as number).reduce((s, v) => s + v, 0),
    );
    expect(
      errorOf(
        sums,
        differences(gain, (at) => dot(rmsNormTwin({ x, gain: at, width, epsilon: 1e-5 }), dy)),
      ),
    ).toBeLessThan(1e-7);
  });

  test('SwiGLU and its backward', async () => {
    const width = 28;
    const [gu, dact] = [random(m * 2 * width).map((value) => 2 * value), random(m * width)];
    const [act, joined] = [room(m * width), put(gu)];
    const [got, slopes] = (await play(
      { rows: m },
      (to) => {
        const tiles = tilesFor(m);
        swiglu(to, { tiles, gu: joined, act, width, over: overRows });
        swigluBackward(to, { tiles, dact: put(dact), gu: joined, width, over: overRows });
      },
      [
        [act, m * width],
        [joined, m * 2 * width],
      ],
    )) as [Numbers, Numbers];
    expect(errorOf(got, swigluTwin({ gu, width }))).toBeLessThan(1e-6);
    const twin = swigluBackwardTwin({ gu, dact, width });
    expect(errorOf(slopes, twin)).toBeLessThan(1e-6);
    expect(
      errorOf(
        twin,
        differences(gu, (at) => dot(swigluTwin({ gu: at, width }), dact)),
      ),
    ).toBeLessThan(1e-7);
  });

  const batch = packTraining(
    [
      {
        prompt_P: [1, 2, 3, 4, 5],
        completions: [
          { token_T: [1, 2, 3, 4], oldLogp_T: [], advantage: 1 },
          { token_T: [2], oldLogp_T: [], advantage: 1 },
          { token_T: [3, 1, 1], oldLogp_T: [], advantage: 1 },
        ],
      },
      { prompt_P: [7], completions: [{ token_T: [1, 2, 3], oldLogp_T: [], advantage: 1 }] },
    ],
    { weight_GK: [[1, 1, 1], [1]], adapter: NONE, vocabulary: 11 },
  );
  const positions = Array.from({ length: batch.count }, (_, row) => batch.rows[row * 8 + 1] as number);
  /** Random heads whose pads are zero, as the model keeps them. */
  const padded = (blocks: number, { headSize, paddedHead }: { headSize: number; paddedHead: number }) =>
    random(blocks * paddedHead).map((value, index) => (index % paddedHead < headSize ? value : 0));

  /** SmolLM2-135M's: 15 heads side by side, three to a key head, too wide for a thread to hold all three (GROUP 1). */
  const smollm2 = { heads: 9, kvHeads: 3, headSize: 64, paddedHead: 64 };

  test.each([
    { normed: true, heads: 4, kvHeads: 2, headSize: 10, paddedHead: 12 },
    { normed: false, heads: 4, kvHeads: 2, headSize: 8, paddedHead: 8 },
    { normed: false, ...smollm2 },
    { normed: true, ...smollm2 },
  ])('rope and its backward, %o', async ({ normed, heads, kvHeads, headSize, paddedHead }) => {
    const shape = { heads, kvHeads, headSize, paddedHead, epsilon: 1e-5 };
    const rows = batch.count;
    const turning = heads + kvHeads;
    const qkv = padded(rows * (turning + kvHeads), shape);
    const gains = normed ? padded(2, shape) : undefined;
    const [dq, dkv] = [padded(rows * heads, shape), padded(rows * 2 * kvHeads, shape)];
    const [q, kv, joined, terms] = [room(dq.length), room(dkv.length), put(qkv), room(rows * turning * paddedHead)];
    const [gotQ, gotKv, slopes, gotTerms] = (await play(
      { rows },
      (to) => {
        const shared = {
          tiles: tilesFor(rows),
          rows: putWords(batch.rows),
          qkv: joined,
          gains: gains && put(gains),
          ropeTable: put(ropeTableOf(16, frequenciesOf(headSize, 100))),
          shape,
          over: overRows,
        };
        rope(to, { ...shared, q, kv });
        ropeBackward(to, { ...shared, dq: put(dq), dkv: put(dkv), terms });
      },
      [
        [q, dq.length],
        [kv, dkv.length],
        [joined, qkv.length],
        [terms, rows * turning * paddedHead],
      ],
    )) as [Numbers, Numbers, Numbers, Numbers];
    const twin = ropeTwin({ qkv, gains, positions, frequencies: frequenciesOf(headSize, 100), shape });
    expect(errorOf(gotQ, twin.q)).toBeLessThan(2e-6);
    expect(errorOf(gotKv, twin.kv)).toBeLessThan(2e-6);
    const lossOf = (at: Numbers, by: Numbers | undefined) => {
      const out = ropeTwin({ qkv: at, gains: by, positions, frequencies: frequenciesOf(headSize, 100), shape });
      return dot(out.q, dq) + dot(out.kv, dkv);
    };
    const places = someOf(qkv.length).filter((index) => index % paddedHead < headSize);
    expect(
      errorOf(
        at(slopes, places),
        differencesAt(places, qkv, (moved) => lossOf(moved, gains)),
      ),
    ).toBeLessThan(1e-5);
    for (const [index, slope] of slopes.entries()) if (index % paddedHead >= headSize) expect(slope).toBe(0);
    if (!gains) return;
    const sums = new Float64Array(2 * paddedHead);
    for (let row = 0; row < rows; row++)
      for (let head = 0; head < turning; head++)
        for (let i = 0; i < paddedHead; i++)
          sums[(head < heads ? 0 : paddedHead) + i]! += gotTerms[(row * turning + head) * paddedHead + i] as number;
    expect(
      errorOf(
        sums,
        differences(gains, (at) => lossOf(qkv, at)).map((value, index) => (index % paddedHead < headSize ? value : 0)),
      ),
    ).toBeLessThan(1e-5);
  });

  test.each([{ heads: 4, kvHeads: 2, headSize: 10, paddedHead: 12 }, smollm2])(
    'attention over packed groups, and its backward in two passes, %o',
    async (sizes) => {
      const shape = { ...sizes, epsilon: 1e-5 };
      const rows = batch.count;
      const blocks = [sizes.heads, 2 * sizes.kvHeads, sizes.heads] as const;
      const [q, kv, slope] = blocks.map((heads) => padded(rows * heads, shape)) as [Numbers, Numbers, Numbers];
      const [o, stats, dkv] = [room(q.length), room(rows * sizes.heads * 2), room(kv.length)];
      const sees = slotsSeen(batch.rows, rows);
      const shared = () => ({
        tiles: tilesFor(rows),
        rows: putWords(batch.rows),
        q: put(q),
        kv: put(kv),
        o,
        stats,
        shape,
        over: overRows,
      });
      const [got] = (await play({ rows }, (to) => attention(to, shared()), [[o, q.length]])) as [Numbers];
      expect(errorOf(got, attentionTwin({ q, kv, sees, shape }))).toBeLessThan(2e-6);
      const [dq, gotDkv] = (await play({ rows }, (to) => attentionBackward(to, { ...shared(), d_o: put(slope), dkv }), [
        [o, q.length],
        [dkv, kv.length],
      ])) as [Numbers, Numbers];
      const [queries, keys] = [someOf(q.length), someOf(kv.length)];
      const wantedDq = differencesAt(queries, q, (moved) => dot(attentionTwin({ q: moved, kv, sees, shape }), slope));
      expect(errorOf(at(dq, queries), wantedDq)).toBeLessThan(1e-5);
      const wantedDkv = differencesAt(keys, kv, (moved) => dot(attentionTwin({ q, kv: moved, sees, shape }), slope));
      expect(errorOf(at(gotDkv, keys), wantedDkv)).toBeLessThan(1e-5);
    },
  );

  test.each([
    ['at-grpo', 1],
    ['at-grpo', 3],
    ['sft', 1],
    ['sft', 3],
  ] as const)(
    'objective %s: loss and slope of the logits, several targets on one row, the vocabulary in %i windows',
    async (kind, windowCount) => {
      const settings = { kind, clipLow: 0.2, clipHigh: 0.3, kl: 0.1, entropy: 0.05 };
      const [vocabulary, stride, rows] = [101, 104, 3];
      const logits = random(rows * stride);
      const starts = Uint32Array.of(0, 3, 4, 5);
      const targets = Array.from({ length: 5 }, (_, index) => ({
        token: rng.integer(vocabulary),
        oldLogp: Math.fround(-4 - rng.number()),
        refLogp: Math.fround(-4 - rng.number()),
        advantage: index % 2 ? -1 : 1.5,
        weight: 0.25,
        temperature: index < 3 ? 0.5 : 1.25,
      }));
      const words = new Uint32Array(5 * 8);
      const floats = new Float32Array(words.buffer);
      for (const [t, target] of targets.entries()) {
        words[t * 8] = target.token;
        const { oldLogp, refLogp, advantage, weight, temperature } = target;
        floats.set([oldLogp, refLogp, advantage, weight, 1 / temperature], t * 8 + 1);
      }
      const windows = windowsOf(vocabulary, windowCount).map((window) => ({
        ...window,
        logits: put(windowOf(logits, { ...window, rows, from: stride })),
      }));
      const [softmax, results] = [room(rows * 8), room(5 * 8)];
      const scored = { starts: putWords(starts), targets: putWords(words), softmax, results, over: overRows };
      const at = ({ first, ...window }: (typeof windows)[number]) => ({ ...window, token: first, first: 0 });
      const [got, ...parts] = (await play(
        { rows },
        (to) => {
          for (const window of windows) softmaxWindow(to, { ...scored, window: at(window) });
          objective(to, { ...scored, settings: block(objectiveBlock(settings)), tiles: tilesFor(rows), first: 0 });
          for (const window of windows) objectiveGradient(to, { ...scored, window: at(window) });
        },
        [[results, 40], ...windows.map((window): [View, number] => [window.logits, rows * window.stride])],
      )) as [Numbers, ...Numbers[]];
      const slopes = new Float64Array(rows * stride);
      for (const [index, { first, count, stride: width }] of windows.entries())
        for (let row = 0; row < rows; row++)
          slopes.set(parts[index]!.subarray(row * width, row * width + count), row * stride + first);
      for (let row = 0; row < rows; row++) {
        const own = targets.slice(starts[row], starts[row + 1]);
        const at = logits.slice(row * stride, row * stride + vocabulary);
        expect(
          errorOf(
            slopes.subarray(row * stride, row * stride + vocabulary),
            differences(at, (z) => objectiveTwin(settings, z, own).loss),
          ),
        ).toBeLessThan(1e-5);
        const twin = objectiveTwin(settings, at, own);
        for (const [index, logp] of twin.logps.entries()) {
          expect(got[((starts[row] as number) + index) * 8]).toBeCloseTo(logp, 5);
          expect(got[((starts[row] as number) + index) * 8 + 1]).toBeCloseTo(twin.entropy, 5);
        }
      }
    },
  );

  test('L1 a ratio too large for a float adds nothing where β, the advantage or the weight is zero', async () => {
    const settings = block(objectiveBlock({ kind: 'at-grpo', clipLow: 0.2, clipHigh: 0.2, kl: 0, entropy: 0 }));
    const vocabulary = 8;
    /** Results and slope of the logits of three rows whose first token has log-probability −150. */
    const scored = async (
      targets: readonly (readonly [oldLogp: number, refLogp: number, advantage: number, weight: number])[],
    ) => {
      const rows = targets.length;
      const words = new Uint32Array(rows * 8);
      for (const [t, floats] of targets.entries()) new Float32Array(words.buffer).set([...floats, 1], t * 8 + 1); // all of token 0
      const logits = put(Float64Array.from({ length: rows * vocabulary }, (_, at) => (at % vocabulary === 0 ? -150 : at % 3)));
      const [softmax, results] = [room(rows * 8), room(rows * 8)];
      const starts = putWords(Uint32Array.from({ length: rows + 1 }, (_, row) => row));
      const given = { starts, targets: putWords(words), softmax, results, over: overRows };
      const window = { first: 0, token: 0, count: vocabulary, stride: vocabulary, logits };
      return play(
        { rows },
        (to) => {
          softmaxWindow(to, { ...given, window });
          objective(to, { ...given, settings, tiles: tilesFor(rows), first: 0 });
          objectiveGradient(to, { ...given, window });
        },
        [
          [results, rows * 8],
          [logits, rows * vocabulary],
        ],
      ) as Promise<[Numbers, Numbers]>;
    };
    const [result, slope] = await scored([
      [-400, 0, 0, 1],
      [-400, 0, -1, 0],
      [-150, 400, 0, 0],
    ]);
    for (const row of [0, 1, 2])
      expect([result[row * 8 + 2], result[row * 8 + 3]].map((value) => Math.abs(value!))).toEqual([0, 0]);
    expect([...slope].every((value) => value === 0)).toBe(true);
    const [, near] = await scored([[-150, -150, 0.7, 0.5]]);
    const [, far] = await scored([[-150, 400, 0.7, 0.5]]); // what a base at such a distance is weighed with is β = 0
    expect([...far]).toEqual([...near]);
    expect(Math.max(...near.map(Math.abs))).toBeGreaterThan(0.001);
  });

  test('more predictions than a device takes workgroups along one side are scored like few', async () => {
    const [rows, vocabulary] = [70_000, 4];
    const period = 1009; // no divisor of anything
    const few = random(period * vocabulary);
    const words = new Uint32Array(rows * 8);
    for (let t = 0; t < rows; t++) {
      words[t * 8] = t % vocabulary;
      new Float32Array(words.buffer).set([0, 0, 0, 1, 1], t * 8 + 1);
    }
    const logits = put(Float64Array.from({ length: rows * vocabulary }, (_, at) => few[at % few.length]!));
    const [softmax, results] = [room(rows * 8), room(rows * 8)];
    const starts = putWords(Uint32Array.from({ length: rows + 1 }, (_, row) => row));
    const given = { starts, targets: putWords(words), softmax, results, over: overRows };
    const window = { first: 0, token: 0, count: vocabulary, stride: vocabulary, logits };
    const settings = block(objectiveBlock({ kind: 'sft', clipLow: 0, clipHigh: 0, kl: 0, entropy: 0 }));
    const [scores, slopes] = (await play(
      { rows },
      (to) => {
        softmaxWindow(to, { ...given, window });
        objective(to, { ...given, settings, tiles: tilesFor(rows), first: 0 });
        objectiveGradient(to, { ...given, window });
      },
      [
        [results, rows * 8],
        [logits, rows * vocabulary],
      ],
    )) as [Numbers, Numbers];
    for (const row of [0, 1, 65_534, 65_535, 65_536, 69_999]) {
      const own = few.slice((row % period) * vocabulary, ((row % period) + 1) * vocabulary);
      const weights = own.map(Math.exp);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      expect(scores[row * 8]).toBeCloseTo(own[row % vocabulary]! - Math.log(total), 5);
      const wanted = weights.map((weight, token) => weight / total - (token === row % vocabulary ? 1 : 0));
      expect(errorOf(slopes.subarray(row * vocabulary, (row + 1) * vocabulary), wanted)).toBeLessThan(1e-5);
    }
  });

  test.each([1, 3])("sampling draws the twin's tokens; greedy takes the lowest of equals: %i windows", async (windowCount) => {
    const [vocabulary, stride, count] = [70, 72, 64];
    const logits = random(count * stride);
    logits[5] = 9;
    logits[40] = 9; // a tie in row 0, which is greedy
    const temperatures = Array.from({ length: count }, (_, row) => (row === 0 ? 0 : row % 2 ? 1 : 0.5));
    const branches = new Uint32Array(count * 8);
    for (let row = 0; row < count; row++)
      branches.set([row * 7919, 0, 0, 0, 4, new Uint32Array(Float32Array.of(temperatures[row]!).buffer)[0]!, row, 0], row * 8);
    const [states, tokens, logps, draws] = [room(count * stateLayout.words), room(count * 4), room(count * 4), room(count * 8)];
    const [gotTokens, gotLogps] = (await play(
      { branches: count },
      (to) => {
        const common = { branches: putWords(branches), states };
        const stop = block(Uint32Array.of(NONE, 0, 0, 0).buffer);
        for (const window of windowsOf(vocabulary, windowCount))
          sample(to, {
            ...common,
            stop,
            logits: put(windowOf(logits, { ...window, rows: count, from: stride })),
            tokens,
            logps,
            draws,
            first: true,
            window,
            vocabulary,
            maxTokens: 4,
            chunkFirst: 0,
            chunkRows: count,
            over: (sizes) => sizes.branches,
          });
      },
      [
        [tokens, count * 4],
        [logps, count * 4],
      ],
    )) as [Numbers, Numbers];
    const ids = new Uint32Array(Float32Array.from(gotTokens).buffer);
    for (let row = 0; row < count; row++) {
      const twin = sampleTwin(logits.slice(row * stride, row * stride + vocabulary), {
        seed: row * 7919,
        index: 0,
        temperature: temperatures[row]!,
      });
      expect([row, ids[row * 4]]).toEqual([row, twin.token]);
      expect(gotLogps[row * 4]).toBeCloseTo(twin.logp, 4);
    }
    expect(ids[0]).toBe(5);
  });

  test.each([true, false])('live branches are laid side by side; those that said the same are one row: %s', async (joined) => {
    const stride = 6;
    // Two policies' ranges, the first filled up to a tile with branches of no group (max tokens 0).
    const ranges = [
      { first: 0, count: 96 },
      { first: 96, count: 70 },
    ];
    const branches = Array.from({ length: 166 }, (_, branch) => {
      const group = Math.floor(branch / 9);
      const padding = branch >= 81 && branch < 96;
      return { group, prefixStart: group * 50, prefixEnd: group * 50 + 20, firstSlot: 2000 + branch * stride, live: !padding };
    });
    // Ten rows a group may have drawn from, three tokens, one branch in four finished.
    const states = branches.map(({ group, live }, branch) => ({
      count: 1 + (group % 4),
      finished: live && rng.number() < 0.25,
      last: rng.integer(3),
      row: group * 9 + (branch % 2),
    }));
    const branchWords = Uint32Array.from(
      branches.flatMap(({ group, prefixStart, prefixEnd, firstSlot, live }) => [
        ...[7, prefixStart, prefixEnd, firstSlot],
        ...[live ? stride : 0, 0, live ? group : 0, 0],
      ]),
    );
    const stateNumbers = states.flatMap(({ count, finished, last, row }) => [count, finished ? 1 : 0, last, row, 0]);
    const [rows, tiles, lists, kept] = [
      room(166 * 8),
      tilesFor(192),
      room(166 * stride),
      putWords(Uint32Array.from(stateNumbers)),
    ];
    const got = await play(
      { branches: 166, ranges: 2 },
      (to) => {
        const given = {
          ranges: putWords(Uint32Array.from(ranges.flatMap(({ first, count }) => [first, count]))),
          branches: putWords(branchWords),
        };
        compact(to, { ...given, states: kept, lists, rows, tiles, stride, joined });
      },
      [
        [rows, 166 * 8],
        [tiles, 12],
        [lists, 166 * stride],
        [kept, 166 * stateLayout.words],
      ],
    );
    const [gotRows, gotTiles, gotLists, gotStates] = got.map((floats) => new Uint32Array(Float32Array.from(floats).buffer));
    const twin = compactTwin(branches, states, { ranges, joined });
    for (const [row, words] of twin.rows) expect([row, ...gotRows!.subarray(row * 8, row * 8 + 8)]).toEqual([row, ...words]);
    for (const [branch, { row, slot }] of twin.places) {
      expect([branch, gotStates![branch * stateLayout.words + 3]]).toEqual([branch, row]);
      expect([branch, gotLists![branch * stride + states[branch]!.count - 1]]).toEqual([branch, slot]);
    }
    for (const [index, end] of twin.ends.entries()) expect(gotTiles![(ranges[index]!.first / 32) * 2 + 1]).toBe(end);
    expect(twin.rows.size).toBeLessThan(joined ? 90 : 151);
  });

  test.each(['f32', 'f16', 'int8', 'int4'] as const)(
    'embedding rows are looked up and their slopes added per token, two windows of %s',
    async (format) => {
      const width = 32;
      const given = Float32Array.from(random(11 * width));
      const table = format === 'f32' ? given : tableOf(format, given, 11).numbers;
      const dx = random(batch.count * width);
      const windows = [
        { first: 0, count: 8 },
        { first: 8, count: 3 },
      ];
      const [x, gradient] = [room(batch.count * width), room(11 * width)];
      const [got, gotGradient] = (await play(
        { rows: batch.count },
        (to) => {
          const [starts, rowsByToken] = [putWords(batch.rowsByToken.starts), putWords(batch.rowsByToken.rows)];
          const [tiles, rows] = [tilesFor(batch.count), putWords(batch.rows)];
          for (const { first, count } of windows) {
            const part = given.subarray(first * width, (first + count) * width);
            const view = format === 'f32' ? put(part) : tableOf(format, part, count).view;
            embed(to, { tiles, rows, table: { view, first, count }, x, width, over: overRows });
          }
          for (const { first, count } of windows) {
            const view = { buffer: gradient.buffer, offset: first * width * 4, size: count * width * 4 };
            embedBackward(to, { starts, rowsByToken, dx: put(dx), gradient: { view, first, count }, width });
          }
        },
        [
          [x, batch.count * width],
          [gradient, 11 * width],
        ],
      )) as [Numbers, Numbers];
      const wanted = new Float64Array(11 * width);
      for (let row = 0; row < batch.count; row++) {
        const token = batch.rows[row * 8] as number;
        expect([...got.subarray(row * width, (row + 1) * width)]).toEqual([
          ...table.subarray(token * width, (token + 1) * width),
        ]);
        for (let c = 0; c < width; c++) wanted[token * width + c]! += dx[row * width + c] as number;
      }
      expect(errorOf(gotGradient, wanted)).toBeLessThan(1e-6);
    },
  );

  test('halves are read exactly, and numbers are rounded to the nearest of them', async () => {
    const edges = [0, -0, 1, 65504, -65504, 2 ** -14, 2 ** -24, 2 ** -25, 3 * 2 ** -25, 1 + 2 ** -11, 1 + 3 * 2 ** -11, 65519.9];
    const numbers = Float32Array.from([...edges, ...random(1012).map((value, index) => value * 2 ** ((index % 40) - 25))]);
    // A table of 32 tokens, of which each row looks one up: nothing is multiplied.
    const table = tableOf('f16', numbers, 32);
    const [x, rows, tiles] = [room(1024), wordsOfTokens(32), tilesFor(32)];
    const [got] = (await play(
      { rows: 32 },
      (to) => embed(to, { tiles, rows, table: { view: table.view, first: 0, count: 32 }, x, width: 32, over: overRows }),
      [[x, 1024]],
    )) as [Numbers];
    expect([...got]).toEqual([...numbers].map((value) => numberOfHalf(halfBits(value))));
    expect([...got.subarray(6, 12)]).toEqual([2 ** -24, 0, 2 ** -23, 1, 1 + 2 ** -9, 65504]);
    for (const [index, value] of numbers.entries())
      expect(Math.abs((got[index] as number) - value)).toBeLessThanOrEqual(Math.max(2 ** -25, Math.abs(value) * 2 ** -11));
    expect([65520, -1e6, Number.NaN].map((value) => numberOfHalf(halfBits(value)))).toEqual([Infinity, -Infinity, Number.NaN]);
  });

  const formats = ['f16', 'int8', 'int4'] as const;
  /** Packed weights are read by the same few functions in every form: one in registers and one in workgroup memory stand for all. */
  const everyForm = formats.flatMap((format) => [choices[0]!, choices[4]!].map((choice) => [format, choice] as const));

  test.each(everyForm)('a product and its transpose over weights of %s: %o', async (format, choice) => {
    for (const [rows, into, out] of [
      [37, 20, 44],
      [5, 36, 8],
      [70, 100, 12],
      [70, 100, 132], // three blocks of columns where a workgroup stages 64
    ] as const) {
      const [x, bias, dy] = [random(rows * into), random(out), random(rows * out)];
      const { view, numbers } = matrixOf(format, Float32Array.from(random(into * out)), into, out);
      const [y, dx, tiles] = [room(rows * out), room(rows * into), tilesFor(rows)];
      const [gotY, gotDx] = (await play(
        { rows },
        (to) => {
          const product = { tiles, w: view, k: into, n: out, over: overRows };
          matmul(to, { ...product, x: put(x), bias: put(bias), y });
          matmulTransposed(to, { ...product, dy: put(dy), dx });
        },
        [
          [y, rows * out],
          [dx, rows * into],
        ],
        choice,
      )) as [Numbers, Numbers];
      expect(errorOf(gotY, matmulTwin({ x, w: numbers, bias, m: rows, k: into, n: out }))).toBeLessThan(1e-6);
      expect(errorOf(gotDx, matmulTransposedTwin({ dy, w: numbers, m: rows, k: into, n: out }))).toBeLessThan(1e-6);
    }
  });

  const everyTable = everyForm.flatMap(([format, choice]) =>
    [37, 8229].map((vocabulary) => [vocabulary, format, choice] as const),
  );

  test.each(everyTable)(
    'a chunk of the head over a table of %i tokens in %s, and the way back: %o',
    async (vocabulary, format, choice) => {
      const [rows, first, width] = [150, 64, 24];
      const stride = Math.ceil(vocabulary / 4) * 4;
      const { view, numbers } = tableOf(format, Float32Array.from(random(vocabulary * width)), vocabulary);
      const [x, slope] = [random(rows * width), random(rows * stride)];
      const [logits, dx, tiles] = [room((rows - first) * stride), room(rows * width), tilesFor(rows)];
      const [got, gotDx] = (await play(
        { rows: rows - first },
        (to) => {
          const place = { tiles, w: view, first, over: overRows };
          matmulTransposed(to, { ...place, dy: put(x), dx: logits, k: vocabulary, n: width });
          matmul(to, { ...place, x: put(slope.subarray(0, (rows - first) * stride)), y: dx, k: stride, n: width });
        },
        [
          [logits, (rows - first) * stride],
          [dx, rows * width],
        ],
        choice,
      )) as [Numbers, Numbers];
      const wanted = matmulTransposedTwin({
        dy: x.subarray(first * width),
        w: numbers,
        m: rows - first,
        k: vocabulary,
        n: width,
      });
      const given = Float64Array.from({ length: (rows - first) * vocabulary }, (_, index) => {
        const [row, token] = [Math.floor(index / vocabulary), index % vocabulary];
        return slope[row * stride + token] as number;
      });
      const wantedDx = matmulTwin({ x: given, w: numbers, m: rows - first, k: vocabulary, n: width });
      const own = Float64Array.from(wanted, (_, index) => got[Math.floor(index / vocabulary) * stride + (index % vocabulary)]!);
      expect(errorOf(own, wanted)).toBeLessThan(1e-6);
      const rounding = Math.max(1e-6, 1e-7 * Math.sqrt(vocabulary)); // of a sum of so many f32 products
      expect(errorOf(gotDx.subarray(first * width), wantedDx)).toBeLessThan(rounding);
    },
  );

  test('AdamW: two steps as the twin takes them, and none where a gradient is not finite', async () => {
    const floats = 1028;
    const knobs = { learningRate: 0.01, beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0.1, gradientClip: 1 };
    const state = {
      weight: random(floats),
      gradient: random(floats),
      moment1: new Float64Array(floats),
      moment2: new Float64Array(floats),
    };
    const views = {
      floats,
      weight: put(state.weight),
      gradient: put(state.gradient),
      moment1: room(floats),
      moment2: room(floats),
    };
    const outcome = room(4);
    const step = (count: number) =>
      play(
        {},
        (to) =>
          adamw(to, {
            stretches: [views],
            knobs: block(Float32Array.of(0.01, 0.9, 0.95, 1e-8, 0.1, 1, 1 - 0.9 ** count, 1 - 0.95 ** count).buffer),
            sums: room(64),
            outcome,
          }),
        [
          [views.weight, floats],
          [outcome, 4],
          [views.gradient, floats],
        ],
      ) as Promise<[Numbers, Numbers, Numbers]>;
    for (const count of [1, 2]) {
      const twin = adamwTwin(state, knobs, count);
      const [weight, told, gradient] = await step(count);
      expect(errorOf(weight, state.weight)).toBeLessThan(1e-6);
      expect(told[0]).toBeCloseTo(twin.norm, 4);
      expect(told[3]).toBeCloseTo(twin.change, 5);
      expect(Math.max(...gradient.map(Math.abs))).toBe(0);
      state.gradient = random(floats);
      device.queue.writeBuffer(views.gradient.buffer, 0, Float32Array.from(state.gradient));
    }
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      device.queue.writeBuffer(views.gradient.buffer, 400, Float32Array.of(bad));
      const [weight, told, gradient] = await step(3);
      expect(errorOf(weight, state.weight)).toBeLessThan(1e-6);
      expect([told[2], told[3]]).toEqual([1, 0]);
      expect(Math.max(...gradient.map(Math.abs))).toBe(0);
    }
  });
});
