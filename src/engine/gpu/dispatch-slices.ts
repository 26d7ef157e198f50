// Dispatches in slices: one that is too large for a submission, or has more workgroups along a side than the device
// takes at once (65,535 as a rule), is cut into several that begin further on in its grid. Kernels know nothing of it:
// their workgroup and invocation ids count on from where the slice begins, so the same threads compute the same.
import { check, present } from '../../basics/check';

/** Workgroups along x, y and z. */
export type Grid = readonly [x: number, y: number, z: number];

export interface DispatchSlice {
  readonly origin: Grid;
  readonly size: Grid;
}

const gridOrigin: Grid = [0, 0, 0];

export const workgroupsIn = ([x, y, z]: Grid): number => x * y * z;

/** At least `wanted` slices that cover the grid, or one per workgroup: slices along z, where those do not suffice along
 *  y too, then x. No slice has a side above `longest`. */
export function slicesOf(grid: Grid, wanted: number, longest: number): readonly DispatchSlice[] {
  const [x, y, z] = grid;
  if (wanted <= 1 && Math.max(x, y, z) <= longest) return [{ origin: gridOrigin, size: grid }];
  const deep = Math.min(longest, thickness(z, wanted));
  const high = Math.min(longest, thickness(y, wanted / Math.ceil(z / deep)));
  const wide = Math.min(longest, thickness(x, wanted / (Math.ceil(z / deep) * Math.ceil(y / high))));
  const slices: DispatchSlice[] = [];
  for (let k = 0; k < z; k += deep)
    for (let j = 0; j < y; j += high)
      for (let i = 0; i < x; i += wide)
        slices.push({ origin: [i, j, k], size: [Math.min(wide, x - i), Math.min(high, y - j), Math.min(deep, z - k)] });
  return slices;
}

/** Of slices: all where one is enough, else a power of two, so that few different origins are ever met. */
const thickness = (side: number, wanted: number): number =>
  wanted <= 1 ? side : 2 ** Math.max(0, Math.floor(Math.log2(side / wanted)));

/** A kernel's text with its ids counted from where a slice begins. */
export function countedFromOrigin(wgsl: string): string {
  check(
    !wgsl.includes('num_workgroups'),
    'a kernel whose dispatches may be cut learns its grid from its shape, not from num_workgroups',
  );
  const sides = (/@workgroup_size\(([\d, ]+)\)/.exec(wgsl)?.[1] ?? '1').split(',').map(Number);
  const [x, y = 1, z = 1] = sides;
  const moved: string[] = [];
  const renamed = wgsl.replace(
    /@builtin\((workgroup|global_invocation)_id\) (\w+): vec3u/g,
    (_, of: string, name: string) => {
      moved.push(
        `  let ${name} = ${name}_in_slice + origin${of === 'workgroup' ? '' : ` * vec3u(${x}u, ${y}u, ${z}u)`};`,
      );
      return `@builtin(${of}_id) ${name}_in_slice: vec3u`;
    },
  );
  const body = /fn main\([^{]*\{/.exec(renamed);
  check(body, 'a kernel has an entry point "main"');
  const start = body.index + body[0].length;
  const head = `${renamed.slice(0, start)}\n${moved.join('\n')}`;
  return `@group(1) @binding(0) var<uniform> origin: vec3u; // workgroups\n${head}${renamed.slice(start)}`;
}

/** An origin as the GPU reads it. */
export interface SliceOrigin {
  readonly group: GPUBindGroup;
  readonly offset: number;
}

const slotBytes = 256;
const slotsPerPage = 64;

/** The origins met so far, each in a uniform slot of its own that never changes: what was encoded stays true. */
export class SliceOrigins {
  readonly layout: GPUBindGroupLayout;
  private readonly first: SliceOrigin;
  private readonly pages: { readonly buffer: GPUBuffer; readonly group: GPUBindGroup }[] = [];
  private readonly places = new Map<string, SliceOrigin>();
  constructor(private readonly device: GPUDevice) {
    const buffer = { type: 'uniform', hasDynamicOffset: true, minBindingSize: 16 } as const;
    const entries = [{ binding: 0, visibility: GPUShaderStage.COMPUTE, buffer }];
    this.layout = device.createBindGroupLayout({ label: 'origin', entries });
    this.first = this.place(gridOrigin);
  }

  at(origin: Grid): SliceOrigin {
    return origin === gridOrigin ? this.first : this.place(origin);
  }

  private place(origin: Grid): SliceOrigin {
    const key = origin.join();
    const known = this.places.get(key);
    if (known) return known;
    const slot = this.places.size % slotsPerPage;
    if (slot === 0) this.pages.push(this.newPage());
    const { buffer, group } = present(this.pages.at(-1), 'a page of origins');
    const place = { group, offset: slot * slotBytes };
    this.device.queue.writeBuffer(buffer, place.offset, Uint32Array.of(...origin, 0));
    this.places.set(key, place);
    return place;
  }

  private newPage(): { buffer: GPUBuffer; group: GPUBindGroup } {
    const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
    const buffer = this.device.createBuffer({ label: 'slice origins', size: slotBytes * slotsPerPage, usage });
    const entries = [{ binding: 0, resource: { buffer, size: 16 } }];
    return { buffer, group: this.device.createBindGroup({ label: 'origin', layout: this.layout, entries }) };
  }
}
