// A kernel: WGSL text, its bindings read off the text (so that layout and access mode cannot disagree with it), its
// pipeline. Every kernel uses bind group 0 and one entry point, `main`; group 1 says where a slice of a dispatch begins
// (dispatch-slices.ts).
import { check, present } from '../../basics/check';
import { countedFromOrigin, SliceOrigins } from './dispatch-slices';
import { type Constants, expand } from './template';

export interface Binding {
  readonly index: number;
  readonly name: string;
  readonly type: GPUBufferBindingType;
}

/** A field of a uniform block, in the block's order. */
export interface Field {
  readonly name: string;
  readonly kind: 'u32' | 'f32';
}

export interface Kernel {
  readonly name: string;
  readonly bindings: readonly Binding[];
  /** Fields of each uniform block, by the binding's name. */
  readonly blocks: ReadonlyMap<string, readonly Field[]>;
  readonly layout: GPUBindGroupLayout;
  /** Compiled by `PipelineCache.compiled`, or else here and now. */
  readonly pipeline: GPUComputePipeline;
  readonly origins: SliceOrigins;
}

const bindingPattern =
  /@group\(0\)\s*@binding\((\d+)\)\s*var<\s*(uniform|storage)\s*(?:,\s*(read_write|read)\s*)?>\s*(\w+)\s*:/g;

/** The bindings a WGSL text declares, in order of their index. */
export function bindingsOf(wgsl: string): Binding[] {
  const found = [...wgsl.matchAll(bindingPattern)].map(
    ([, index, space, access, name]): Binding => ({
      index: Number(index),
      name: name as string,
      type: space === 'uniform' ? 'uniform' : access === 'read_write' ? 'storage' : 'read-only-storage',
    }),
  );
  check(
    found.length === (wgsl.match(/@binding\(/g) ?? []).length,
    'a binding is written in a form that kernel.ts does not read',
  );
  found.sort((one, other) => one.index - other.index);
  for (const [index, binding] of found.entries())
    check(binding.index === index, `binding ${binding.name} should have index ${index}`);
  return found;
}

/** The fields of the uniform blocks that a WGSL text declares, by the names of their bindings. */
export function blocksOf(wgsl: string): Map<string, readonly Field[]> {
  const uniforms = [...wgsl.matchAll(/var<uniform>\s*(\w+)\s*:\s*(\w+)/g)] as unknown as [string, string, string][];
  return new Map(
    uniforms.map(([, name, struct]) => {
      const body = present(
        new RegExp(`struct ${struct} \\{([^}]*)\\}`).exec(wgsl)?.[1],
        `no struct ${struct} in the kernel's text`,
      );
      const fields = [...body.replace(/\/\/.*/g, '').matchAll(/(\w+)\s*:\s*(u32|f32)/g)] as unknown as [
        string,
        string,
        Field['kind'],
      ][];
      return [name, fields.map(([, field, kind]) => ({ name: field, kind }))];
    }),
  );
}

/** The text, after a word that it uses subgroups where it does. */
const enabling = (wgsl: string): string =>
  /\b(?:subgroup|quadSwap)[A-Z]\w*\(/.test(wgsl) ? `enable subgroups;\n${wgsl}` : wgsl;

/** What is kept of a device's kernels. */
export interface KernelStore {
  /** By text, then by name and constants. */
  readonly made: Map<string, Map<string, Kernel>>;
  /** Those whose compilation has not begun. */
  readonly waiting: Set<() => Promise<void>>;
  readonly underWay: Set<Promise<void>>;
  origins?: SliceOrigins;
}

/** The kernels of a device: compiled once per text and constants, whichever engine asks. */
export class PipelineCache {
  constructor(private readonly gpu: { readonly device: GPUDevice; readonly kernels: KernelStore }) {}

  get(name: string, source: string, constants: Constants = {}): Kernel {
    const { device, kernels } = this.gpu;
    const ofText = kernels.made.get(source) ?? new Map<string, Kernel>();
    kernels.made.set(source, ofText);
    const key = `${name} ${JSON.stringify(constants)}`;
    const known = ofText.get(key);
    if (known) return known;
    const code = expand(source, constants);
    const bindings = bindingsOf(code);
    const storage = bindings.filter((binding) => binding.type !== 'uniform').length;
    check(storage <= 8, `kernel ${name} has ${storage} storage buffers, 8 are promised by every adapter`);
    const layout = device.createBindGroupLayout({
      label: name,
      entries: bindings.map(({ index, type }) => ({
        binding: index,
        visibility: GPUShaderStage.COMPUTE,
        buffer: { type },
      })),
    });
    kernels.origins ??= new SliceOrigins(device);
    const { origins } = kernels;
    const module = device.createShaderModule({ label: name, code: enabling(countedFromOrigin(code)) });
    const descriptor = {
      label: name,
      layout: device.createPipelineLayout({ label: name, bindGroupLayouts: [layout, origins.layout] }),
      compute: { module, entryPoint: 'main' },
    };
    let made: GPUComputePipeline | undefined;
    kernels.waiting.add(async () => {
      const ready = await device.createComputePipelineAsync(descriptor);
      made ??= ready;
    });
    const kernel = {
      ...{ name, bindings, blocks: blocksOf(code), layout, origins },
      get pipeline() {
        made ??= device.createComputePipeline(descriptor);
        return made;
      },
    };
    ofText.set(key, kernel);
    return kernel;
  }

  /** All that was asked for is compiled, or refused, which the GPU tells when it is used. Meanwhile a browser goes on
   *  drawing its pages. */
  async compiled(): Promise<void> {
    const { waiting, underWay } = this.gpu.kernels;
    for (const compile of waiting) {
      const compiling: Promise<void> = compile()
        .catch(() => undefined)
        .finally(() => underWay.delete(compiling));
      underWay.add(compiling);
    }
    waiting.clear();
    await Promise.all(underWay);
  }
}

/** A stretch of a buffer. */
export interface View {
  readonly buffer: GPUBuffer;
  readonly offset?: number;
  /** Bytes; to the buffer's end when absent. */
  readonly size?: number;
}

/** Binds views by the names that the WGSL text uses. Throws when one is missing or too many are given. */
export function bind(device: GPUDevice, kernel: Kernel, views: Readonly<Record<string, View>>): GPUBindGroup {
  check(Object.keys(views).length === kernel.bindings.length, () => {
    const wanted = kernel.bindings.map((binding) => binding.name).join(', ');
    return `kernel ${kernel.name} binds ${wanted}; got ${Object.keys(views).join(', ')}`;
  });
  const entries = kernel.bindings.map(({ index, name }) => ({
    binding: index,
    resource: { ...present(views[name], `kernel ${kernel.name}: nothing bound to ${name}`) },
  }));
  return device.createBindGroup({ label: kernel.name, layout: kernel.layout, entries });
}
