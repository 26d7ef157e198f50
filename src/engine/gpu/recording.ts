// Dispatches as data: made once for a set of buffers, replayed for every batch. What changes from batch to batch – how many rows –
// is in `Sizes`, from which each dispatch reads its own grid, and in buffers; nothing of a batch is baked in.
import { bind, type Kernel, type View } from './kernel';
import type { Pace } from './pace';

/** Counts of one batch. */
export interface Sizes {
  readonly rows: number;
  /** Rows whose next token is predicted. */
  readonly predictions: number;
  readonly branches: number;
  /** Ranges of branches: one per policy. */
  readonly ranges: number;
  /** Row chunks of the weight gradients. */
  readonly chunks: number;
}

export interface Dispatch {
  readonly kernel: Kernel;
  readonly group: GPUBindGroup;
  readonly grid: (sizes: Sizes) => readonly [x: number, y?: number, z?: number];
  /** Floating-point operations, for cutting submissions and for the benchmark. */
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

/** Encodes dispatches into submissions of the pace's size, or of a fixed number of operations. A larger dispatch goes alone. */
export class Submitter {
  private encoder: GPUCommandEncoder | undefined;
  private pass: GPUComputePassEncoder | undefined;
  private work = 0;
  /** Operations submitted since it was made. */
  total = 0;
  dispatched = 0;
  constructor(
    private readonly device: GPUDevice,
    private readonly pace: Pace | number,
  ) {}

  run(recording: Recording, sizes: Sizes): void {
    for (const { kernel, group, grid, work } of recording.dispatches) {
      const [x, y = 1, z = 1] = grid(sizes);
      if (x === 0 || y === 0 || z === 0) continue;
      const cost = work(sizes);
      const limit = typeof this.pace === 'number' ? this.pace : this.pace.limit;
      if (this.work > 0 && this.work + cost > limit) this.submit();
      const pass = this.open();
      pass.setPipeline(kernel.pipeline);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(x, y, z);
      this.work += cost;
      this.total += cost;
      this.dispatched++;
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
    this.pass?.end();
    this.device.queue.submit([this.encoder.finish()]);
    if (this.work > 0 && typeof this.pace !== 'number') this.pace.submitted(this.work, this.device.queue.onSubmittedWorkDone());
    this.pass = undefined;
    this.encoder = undefined;
    this.work = 0;
  }

  private open(): GPUComputePassEncoder {
    this.encoder ??= this.device.createCommandEncoder();
    this.pass ??= this.encoder.beginComputePass();
    return this.pass;
  }

  private commands(): GPUCommandEncoder {
    this.pass?.end();
    this.pass = undefined;
    this.encoder ??= this.device.createCommandEncoder();
    return this.encoder;
  }
}
