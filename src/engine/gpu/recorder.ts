// What a launcher needs to put dispatches on a recording: the cache of pipelines, small uniform blocks of its own, and something to
// bind where a kernel has a binding that this use of it leaves alone.
import { present } from '../../basics/check';
import type { PipelineCache, View } from './kernel';
import { type Dispatch, Recording } from './recording';
import type { Constants } from './template';

const slotBytes = 256;
const slotsPerBuffer = 256;

/** One 32-bit word of a uniform block that is a float. */
export class Float {
  constructor(readonly value: number) {}
}
export const float = (value: number): Float => new Float(value);

export class Recorder {
  readonly recording: Recording;
  private readonly uniforms: GPUBuffer[] = [];
  private used = slotsPerBuffer;
  /** Which variants of kernels this adapter is best served with. */
  readonly variants: Readonly<Record<string, string>>;
  constructor(
    readonly device: GPUDevice,
    private readonly pipelines: PipelineCache,
    /** A small zeroed buffer, bound where nothing is read. */
    readonly nothing: View,
  ) {
    this.recording = new Recording(device);
    this.variants = pipelines.variants;
  }

  /** A constant uniform block of these words. */
  shape(...words: readonly (number | Float)[]): View {
    if (this.used === slotsPerBuffer) {
      const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
      this.uniforms.push(this.device.createBuffer({ label: 'shapes', size: slotBytes * slotsPerBuffer, usage }));
      this.used = 0;
    }
    const buffer = present(this.uniforms.at(-1), 'uniform buffer');
    const block = new ArrayBuffer(64);
    const view = new DataView(block);
    for (const [index, word] of words.entries()) {
      if (word instanceof Float) view.setFloat32(index * 4, word.value, true);
      else view.setUint32(index * 4, word, true);
    }
    const offset = slotBytes * this.used++;
    this.device.queue.writeBuffer(buffer, offset, block);
    return { buffer, offset, size: 64 };
  }

  dispatch(
    kernel: { name: string; source: string; constants?: Constants },
    views: Readonly<Record<string, View>>,
    how: { grid: Dispatch['grid']; work?: Dispatch['work'] },
  ): void {
    this.recording.add(this.pipelines.get(kernel.name, kernel.source, kernel.constants), views, how);
  }

  destroy(): void {
    for (const buffer of this.uniforms) buffer.destroy();
  }
}
