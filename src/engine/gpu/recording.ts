// Dispatches as data: made once for a set of buffers, replayed for every batch. What changes from batch to batch – how
// many rows – is in `Sizes`, from which each dispatch reads its own grid, and in buffers; nothing of a batch is baked
// in.
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
}

export class Recording {
  readonly dispatches: Dispatch[] = [];
  constructor(private readonly device: GPUDevice) {}

  add(
    kernel: Kernel,
    views: Readonly<Record<string, View>>,
    { grid, work = () => 0 }: { grid: Dispatch['grid']; work?: Dispatch['work'] },
  ): void {
    this.dispatches.push({ kernel, group: bind(this.device, kernel, views), grid, work });
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
  /** Operations submitted since it was made. */
  total = 0;
  dispatched = 0;
  constructor(
    private readonly device: GPUDevice,
    private readonly budget: SubmissionBudget | number,
  ) {}

  run(recording: Recording, sizes: Sizes): void {
    const longestSide = this.device.limits.maxComputeWorkgroupsPerDimension;
    for (const dispatch of recording.dispatches) {
      const [x, y = 1, z = 1] = dispatch.grid(sizes);
      const grid: Grid = [x, y, z];
      const workgroups = workgroupsIn(grid);
      if (workgroups === 0) continue;
      const cost = dispatch.work(sizes);
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
    this.total += cost;
    this.dispatched++;
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
