// What a launcher needs to put dispatches on a recording: the device's kernels, small uniform blocks of its own, and
// something to bind where a kernel has a binding that this use of it leaves alone.
import { check, present } from '../../basics/check';
import type { EngineDevice } from './device';
import { type Kernel, PipelineCache, type View } from './kernel';
import { snakeCase } from './layout';
import { type How, Recording } from './recording';
import type { Constants } from './template';

const slotBytes = 256;
const slotsPerBuffer = 256;

/** The values of a uniform block by its fields, camelCase here and snake_case in the kernel's text. */
export type Block = Readonly<Record<string, number>>;

export class Recorder {
  readonly recording: Recording;
  private readonly pipelines: PipelineCache;
  private readonly uniforms: GPUBuffer[] = [];
  private used = slotsPerBuffer;
  /** Which variants of kernels this adapter is best served with. */
  readonly variants: Readonly<Record<string, string>>;
  constructor(
    private readonly gpu: Pick<EngineDevice, 'device' | 'kernels' | 'variants'>,
    /** A small zeroed buffer, bound where nothing is read. */
    readonly nothing: View,
    /** Whether it is replayed over few rows: where the adapter is better served so, each is then spread over
     *  workgroups (kernels/matmul/variants.ts). */
    readonly fewRows = false,
  ) {
    this.recording = new Recording(gpu.device);
    this.pipelines = new PipelineCache(gpu);
    this.variants = gpu.variants ?? {};
  }

  /** A constant uniform block. Throws where its values are not those that the kernel's text names. */
  private constant(kernel: Kernel, name: string, values: Block): View {
    const fields = present(kernel.blocks.get(name), `kernel ${kernel.name} has no uniform block ${name}`);
    const given = new Map(Object.entries(values).map(([key, value]) => [snakeCase(key), value]));
    check(given.size === fields.length && fields.every((field) => given.has(field.name)), () => {
      const wanted = fields.map((field) => field.name).join(', ');
      return `block ${name} of kernel ${kernel.name} has the fields ${wanted}; got ${[...given.keys()].join(', ')}`;
    });
    if (this.used === slotsPerBuffer) {
      const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
      this.uniforms.push(this.gpu.device.createBuffer({ label: 'shapes', size: slotBytes * slotsPerBuffer, usage }));
      this.used = 0;
    }
    const buffer = present(this.uniforms.at(-1), 'uniform buffer');
    const block = new ArrayBuffer(64);
    const view = new DataView(block);
    for (const [index, { name: field, kind }] of fields.entries()) {
      const value = given.get(field) ?? Number.NaN;
      if (kind === 'f32') view.setFloat32(index * 4, value, true);
      else view.setUint32(index * 4, value, true);
    }
    const offset = slotBytes * this.used++;
    this.gpu.device.queue.writeBuffer(buffer, offset, block);
    return { buffer, offset, size: 64 };
  }

  /** Puts a dispatch down. What is bound goes by the names of the kernel's text; a uniform block may be given by its
   *  values. */
  dispatch(
    { name, source, constants }: { name: string; source: string; constants?: Constants },
    bound: Readonly<Record<string, View | Block>>,
    how: How,
  ): void {
    const kernel = this.pipelines.get(name, source, constants);
    const views = Object.entries(bound).map(
      ([key, one]) => [key, isView(one) ? one : this.constant(kernel, key, one)] as const,
    );
    this.recording.add(kernel, Object.fromEntries(views), how);
  }

  destroy(): void {
    for (const buffer of this.uniforms) buffer.destroy();
  }
}

const isView = (one: View | Block): one is View => typeof one['buffer'] === 'object';
