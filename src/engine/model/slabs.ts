// Sections laid into as few buffers ("slabs") as the adapter's limits allow: one for a tiny model, so that the optimiser is one
// dispatch; several for a large one. Weights, gradients and moments of a policy share one plan.
import { check, present } from '../../basics/check';
import { emptyBuffer } from '../gpu/buffers';
import type { View } from '../gpu/kernel';
import type { Section } from './parameters';

export interface SlabPlan {
  readonly sections: readonly Section[];
  /** Slab and first float of each section. */
  readonly places: readonly { readonly slab: number; readonly offset: number }[];
  readonly slabFloats: readonly number[];
}

export function planSlabs(device: GPUDevice, sections: readonly Section[]): SlabPlan {
  const limit = Math.min(device.limits.maxBufferSize, device.limits.maxStorageBufferBindingSize) / 4;
  const slabFloats: number[] = [];
  const places = sections.map((section) => {
    const last = slabFloats.at(-1);
    if (last === undefined || last + section.floats > limit) slabFloats.push(0);
    const slab = slabFloats.length - 1;
    const offset = present(slabFloats[slab], 'slab');
    slabFloats[slab] = offset + section.floats;
    return { slab, offset };
  });
  return { sections, places, slabFloats };
}

export class Slabs {
  readonly buffers: readonly GPUBuffer[];
  constructor(
    private readonly device: GPUDevice,
    readonly plan: SlabPlan,
    label: string,
  ) {
    this.buffers = plan.slabFloats.map((floats, slab) => emptyBuffer(device, `${label} ${slab}`, floats * 4));
  }

  /** One tensor of a section. */
  view(section: number, slot: string): View {
    const { offset, floats } = present(this.plan.sections[section]?.slots[slot], `no tensor ${slot} in section ${section}`);
    return this.stretch(section, offset, floats);
  }

  maybe(section: number, slot: string): View | undefined {
    return this.plan.sections[section]?.slots[slot] ? this.view(section, slot) : undefined;
  }

  /** A whole section. */
  section(section: number): View {
    return this.stretch(section, 0, present(this.plan.sections[section], 'section').floats);
  }

  private stretch(section: number, offset: number, floats: number): View {
    const place = present(this.plan.places[section], 'section');
    const buffer = present(this.buffers[place.slab], 'slab');
    return { buffer, offset: (place.offset + offset) * 4, size: floats * 4 };
  }

  /** Writes all sections' floats. */
  write(floats: readonly Float32Array[]): void {
    for (const [index, place] of this.plan.places.entries()) {
      const data = present(floats[index], 'floats of a section');
      check(data.length === this.plan.sections[index]?.floats, 'a section has its own length');
      this.device.queue.writeBuffer(present(this.buffers[place.slab], 'slab'), place.offset * 4, data as unknown as BufferSource);
    }
  }

  /** Each section as a stretch to be read back. */
  readable(): (View & { size: number })[] {
    return this.plan.sections.map(({ floats }, index) => ({ ...this.section(index), size: floats * 4 }));
  }

  copyFrom(other: Slabs): void {
    const encoder = this.device.createCommandEncoder();
    for (const [index, buffer] of this.buffers.entries()) {
      encoder.copyBufferToBuffer(present(other.buffers[index], 'slab'), 0, buffer, 0, buffer.size);
    }
    this.device.queue.submit([encoder.finish()]);
  }

  destroy(): void {
    for (const buffer of this.buffers) buffer.destroy();
  }
}
