// Adapters of one rank and scale, one under another in one buffer, so that rows of several policies can share a batch
// and each tile picks its own. A place is kept until the pool is destroyed; the buffer doubles when full (its old
// content is copied).
import { check } from '../../basics/check';
import { checkFits, emptyBuffer } from '../gpu/buffers';
import type { View } from '../gpu/kernel';
import type { Section } from './parameters';

export class AdapterPool {
  readonly floats: number;
  private buffer: GPUBuffer;
  private capacity = 2;
  private used = 0;
  /** Counts up when the buffer is made anew. */
  generation = 0;
  constructor(
    private readonly device: GPUDevice,
    readonly rank: number,
    readonly alpha: number,
    readonly sections: readonly Section[],
  ) {
    this.floats = sections.reduce((sum, section) => sum + section.floats, 0);
    checkFits(device, `adapters of rank ${rank}`, this.bytes(this.capacity));
    this.buffer = emptyBuffer(device, `adapters of rank ${rank}`, this.bytes(this.capacity));
  }

  get view(): View {
    return { buffer: this.buffer };
  }

  /** Room for one more adapter; its index. */
  add(): number {
    if (this.used === this.capacity) {
      const grown = emptyBuffer(this.device, `adapters of rank ${this.rank}`, this.bytes(this.capacity * 2));
      const encoder = this.device.createCommandEncoder();
      encoder.copyBufferToBuffer(this.buffer, 0, grown, 0, this.bytes(this.capacity));
      this.device.queue.submit([encoder.finish()]);
      this.buffer.destroy();
      this.buffer = grown;
      this.capacity *= 2;
      this.generation++;
    }
    return this.used++;
  }

  /** One adapter's stretch. */
  place(index: number): View & { offset: number; size: number } {
    check(index < this.used, `there is no adapter ${index}`);
    return { buffer: this.buffer, offset: this.bytes(index), size: this.bytes(1) };
  }

  quadsTo(index: number): number {
    return (index * this.floats) / 4;
  }

  write(index: number, floats: readonly Float32Array[]): void {
    let at = this.bytes(index);
    for (const part of floats) {
      this.device.queue.writeBuffer(this.buffer, at, part as unknown as BufferSource);
      at += part.byteLength;
    }
  }

  destroy(): void {
    this.buffer.destroy();
  }

  private bytes(count: number): number {
    return count * this.floats * 4;
  }
}
