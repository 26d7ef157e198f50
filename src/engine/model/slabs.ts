// Sections laid into as few buffers ("slabs") as the adapter's limits allow: one for a tiny model, so that the optimiser is one
// dispatch; several for a large one. A vocabulary table that no binding can hold is cut between rows, each window a slab of its own.
// Weights, gradients and moments of a policy share one plan.
import { check, present } from '../../basics/check';
import { bindingLimit, emptyBuffer } from '../gpu/buffers';
import type { View } from '../gpu/kernel';
import type { Section } from './parameters';
import type { StoredWindow, Weights } from './weights';

/** Part of a section – nearly always all of it – in a slab. All in floats. */
export interface Place {
  readonly slab: number;
  readonly offset: number;
  /** Where the part begins in its section, and how long it is. */
  readonly from: number;
  readonly floats: number;
}

export interface SlabPlan {
  readonly sections: readonly Section[];
  readonly places: readonly (readonly Place[])[];
  readonly slabFloats: readonly number[];
}

export type BindingLimits = Pick<GPUSupportedLimits, 'maxBufferSize' | 'maxStorageBufferBindingSize'>;

/** Windows begin at whole multiples of so many rows, so that each can be bound (256 bytes) and is a whole number of tiles. */
export const windowRows = 64;

/** `floatBytes`: 4, or 2 for halves. Throws when a single layer is larger than a binding. */
export function planSlabs(limits: BindingLimits, sections: readonly Section[], floatBytes = 4): SlabPlan {
  const step = 256 / floatBytes; // what is bound starts at multiples of 256 bytes
  const limit = Math.floor(bindingLimit(limits) / floatBytes / step) * step;
  const slabFloats: number[] = [];
  const put = (from: number, floats: number): Place => {
    const last = slabFloats.at(-1);
    if (last === undefined || last + floats > limit) slabFloats.push(0);
    const slab = slabFloats.length - 1;
    const offset = present(slabFloats[slab], 'slab');
    slabFloats[slab] = offset + Math.ceil(floats / step) * step;
    return { slab, offset, from, floats };
  };
  const places = sections.map(({ name, floats, rowFloats }) => {
    if (floats <= limit) return [put(0, floats)];
    const rows = rowFloats ? Math.floor(limit / rowFloats / windowRows) * windowRows : 0;
    check(
      rowFloats && rows > 0,
      `${name} of the model needs ${mib(floats * floatBytes)} MiB in one piece, this adapter binds at most ${mib(limit * floatBytes)} MiB: use a smaller model`,
    );
    const whole = rows * rowFloats;
    return Array.from({ length: Math.ceil(floats / whole) }, (_, w) => put(w * whole, Math.min(whole, floats - w * whole)));
  });
  return { sections, places, slabFloats };
}

const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);

/** The part of a table that lies in one place, as rows. */
export function windowOf({ slots, rowFloats }: Section, { from, floats }: Place): { first: number; count: number } {
  const width = present(rowFloats, 'a vocabulary table');
  const end = Math.min(from + floats, present(Object.values(slots)[0], 'table').floats);
  return { first: from / width, count: (end - from) / width };
}

/** The windows that a table lies in. */
export function windowsIn({ sections, places }: SlabPlan, section: number): { first: number; count: number }[] {
  const own = present(sections[section], 'section');
  return present(places[section], 'section').map((place) => windowOf(own, place));
}

/** The floats of all sections from those of their places, in order. */
export function sectionsFrom({ sections, places }: SlabPlan, parts: readonly Float32Array[]): Float32Array[] {
  let part = 0;
  return sections.map(({ floats }, section) => {
    const whole = new Float32Array(floats);
    for (const { from } of present(places[section], 'places')) whole.set(present(parts[part++], 'part'), from);
    return whole;
  });
}

export class Slabs implements Weights {
  readonly buffers: readonly GPUBuffer[];
  constructor(
    private readonly device: GPUDevice,
    readonly plan: SlabPlan,
    label: string,
  ) {
    this.buffers = plan.slabFloats.map((floats, slab) => emptyBuffer(device, `${label} ${slab}`, floats * 4));
  }

  ready(): void {
    // f32 slabs are read as they lie.
  }

  view(section: number, slot: string): View {
    const { offset, floats } = present(this.plan.sections[section]?.slots[slot], `no tensor ${slot} in section ${section}`);
    const place = this.whole(section);
    return this.stretch({ ...place, offset: place.offset + offset, floats });
  }

  maybe(section: number, slot: string): View | undefined {
    return this.plan.sections[section]?.slots[slot] ? this.view(section, slot) : undefined;
  }

  /** A whole section. */
  section(section: number): View {
    return this.stretch(this.whole(section));
  }

  stored(section: number): readonly StoredWindow[] {
    const own = present(this.plan.sections[section], 'section');
    return this.places(section).map((place) => {
      const { first, count } = windowOf(own, place);
      const floats = count * present(own.rowFloats, 'a vocabulary table');
      return { first, count, view: this.stretch({ ...place, floats }), storage: 'f32' };
    });
  }

  windows(section: number): readonly StoredWindow[] {
    return this.stored(section);
  }

  readyWindow(_: unknown, section: number, index: number): View {
    return present(this.stored(section)[index], 'window').view;
  }

  /** Writes a section's floats. */
  write(section: number, floats: Float32Array): void {
    check(floats.length === this.plan.sections[section]?.floats, 'a section has its own length');
    for (const { slab, offset, from, floats: count } of this.places(section)) {
      const part = floats.subarray(from, from + count);
      this.device.queue.writeBuffer(present(this.buffers[slab], 'slab'), offset * 4, part as unknown as BufferSource);
    }
  }

  /** Each section's parts as stretches to be read back, all sections in order; `sectionsFrom` puts them together again. */
  readable(): (View & { size: number })[] {
    return this.plan.places.flat().map((place) => this.stretch(place));
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

  private places(section: number): readonly Place[] {
    return present(this.plan.places[section], 'section');
  }

  private whole(section: number): Place {
    const [place, ...others] = this.places(section);
    check(place && others.length === 0, `section ${section} lies in several places: read it window by window`);
    return place;
  }

  private stretch({ slab, offset, floats }: Pick<Place, 'slab' | 'offset' | 'floats'>): View & { size: number } {
    return { buffer: present(this.buffers[slab], 'slab'), offset: offset * 4, size: floats * 4 };
  }
}
