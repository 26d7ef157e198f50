// Dispatches as data: made once for a set of buffers, replayed for every batch. What changes from batch to batch – how
// many rows – is in `Sizes`, from which each dispatch reads its own grid, and in buffers; nothing of a batch is baked
// in.

import type { EngineDevice } from './device';
import { type DispatchSlice, type Grid, type SliceOrigin, slicesOf, workgroupsIn } from './dispatch-slices';
import { bind, type Kernel, type View } from './kernel';
import type { SubmissionBudget } from './submission-budget';

/** Counts of one batch. */
export interface Sizes {
  /** Rows of a pass; while decoding, no fewer than are live. */
  readonly rows: number;
  /** Rows whose next token is predicted. */
  readonly predictions: number;
  readonly branches: number;
  /** Ranges of branches: one per policy. */
  readonly ranges: number;
  /** Row chunks of the weight gradients. */
  readonly chunks: number;
  /** Keys that a row sees, on average or more. */
  readonly meanKeysPerRow: number;
}

/** A batch of nothing. */
export const idle: Sizes = { rows: 0, predictions: 0, branches: 0, ranges: 0, chunks: 0, meanKeysPerRow: 0 };

export interface Dispatch {
  readonly kernel: Kernel;
  readonly group: GPUBindGroup;
  readonly grid: (sizes: Sizes) => readonly [x: number, y?: number, z?: number];
  /** What it costs, for cutting submissions: operations of a product that take as long. */
  readonly work: (sizes: Sizes) => number;
  /** Of products: what they really compute and move. */
  readonly product?: ((sizes: Sizes) => Product) | undefined;
}

/** Floating-point operations, and bytes of the GPU's memory: each operand once. */
export interface Product {
  readonly operations: number;
  readonly bytes: number;
}

/** Of x [m, k] times w [k, n], from and to f32; `weight` counts w's own bytes. */
export const productOf = (m: number, k: number, n: number, weight = 4 * k * n): Product => ({
  operations: 2 * m * k * n,
  bytes: m > 0 ? 4 * m * (k + n) + weight : 0,
});

/** How a dispatch is sized, and what it costs. */
export type How = Pick<Dispatch, 'grid'> & Partial<Pick<Dispatch, 'work' | 'product'>>;

export class Recording {
  readonly dispatches: Dispatch[] = [];
  constructor(private readonly device: GPUDevice) {}

  add(kernel: Kernel, views: Readonly<Record<string, View>>, { grid, work = () => 0, product }: How): void {
    this.dispatches.push({ kernel, group: bind(this.device, kernel, views), grid, work, product });
  }
}

/** Threads ÷ size of a workgroup, rounded up. */
export const groupsOf = (threads: number, size: number): number => Math.ceil(threads / size);

/** Encodes dispatches into submissions of the budget's size, or of a fixed number of operations. A larger dispatch goes
 *  in slices. */
export class Submitter {
  private encoder: GPUCommandEncoder | undefined;
  private pass: GPUComputePassEncoder | undefined;
  private work = 0;
  /** Where the last slice of the open pass began. */
  private place: SliceOrigin | undefined;
  private readonly device: GPUDevice;
  constructor(
    private readonly engine: Pick<EngineDevice, 'device' | 'work'>,
    private readonly budget: SubmissionBudget | number,
  ) {
    this.device = engine.device;
  }

  run(recording: Recording, sizes: Sizes): void {
    const longestSide = this.device.limits.maxComputeWorkgroupsPerDimension;
    for (const dispatch of recording.dispatches) {
      const [x, y = 1, z = 1] = dispatch.grid(sizes);
      const grid: Grid = [x, y, z];
      const workgroups = workgroupsIn(grid);
      if (workgroups === 0) continue;
      const cost = dispatch.work(sizes);
      const { operations = 0, bytes = 0 } = dispatch.product?.(sizes) ?? {};
      this.engine.work.operations += operations;
      this.engine.work.productBytes += bytes;
      for (const slice of slicesOf(grid, cost / this.limit, longestSide)) {
        this.encode(dispatch, slice, (cost * workgroupsIn(slice.size)) / workgroups);
      }
    }
  }

  clear(view: View): void {
    this.commands().clearBuffer(view.buffer, view.offset ?? 0, view.size);
  }

  copy(from: View, to: View, size: number): void {
    this.commands().copyBufferToBuffer(from.buffer, from.offset ?? 0, to.buffer, to.offset ?? 0, size);
  }

  submit(): void {
    if (!this.encoder) return;
    this.endPass();
    this.device.queue.submit([this.encoder.finish()]);
    this.engine.work.submissions++;
    if (this.work > 0 && typeof this.budget !== 'number')
      this.budget.submitted(this.work, this.device.queue.onSubmittedWorkDone());
    this.encoder = undefined;
    this.work = 0;
  }

  private get limit(): number {
    return typeof this.budget === 'number' ? this.budget : this.budget.limit;
  }

  private encode({ kernel, group }: Dispatch, { origin, size }: DispatchSlice, cost: number): void {
    if (this.work > 0 && this.work + cost > this.limit) this.submit();
    const pass = this.open();
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, group);
    const place = kernel.origins.at(origin);
    if (place !== this.place) pass.setBindGroup(1, place.group, [place.offset]);
    this.place = place;
    pass.dispatchWorkgroups(...size);
    this.work += cost;
    this.engine.work.dispatches++;
  }

  private open(): GPUComputePassEncoder {
    this.encoder ??= this.device.createCommandEncoder();
    this.pass ??= this.encoder.beginComputePass();
    return this.pass;
  }

  private commands(): GPUCommandEncoder {
    this.endPass();
    this.encoder ??= this.device.createCommandEncoder();
    return this.encoder;
  }

  private endPass(): void {
    this.pass?.end();
    this.pass = undefined;
    this.place = undefined;
  }
}
