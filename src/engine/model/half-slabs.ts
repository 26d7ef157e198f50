// The frozen base stored as halves: half the memory, f32 arithmetic. A layer, or a window of a vocabulary table, is widened into one
// place of its own just before it is read; what comes next takes that place.
import { check, present } from '../../basics/check';
import { bindingLimit, emptyBuffer } from '../gpu/buffers';
import type { View } from '../gpu/kernel';
import type { Recorder } from '../gpu/recorder';
import { widen } from '../kernels/widen/widen';
import { narrow } from './halves';
import type { Section } from './parameters';
import { type BindingLimits, type Place, planSlabs, type SlabPlan, windowOf, windowRows } from './slabs';
import type { StoredWindow, Weights, Window } from './weights';

/** A widened window takes at most so much: fewer windows, fewer logits computed twice. */
const widestWindow = 2 ** 27;

export interface HalfPlan extends SlabPlan {
  /** A table's windows as products take them, per section; none for layers. */
  readonly windows: readonly (readonly (Window & { place: Place })[])[];
  /** Floats of the widened layer, and of the widened window. */
  readonly layerFloats: number;
  readonly windowFloats: number;
}

/** How sections lie as halves, and how tables are cut for products. */
export function planHalves(limits: BindingLimits, sections: readonly Section[]): HalfPlan {
  const plan = planSlabs(limits, sections, 2);
  const most = Math.min(bindingLimit(limits), widestWindow) / 4;
  const windows = sections.map((section, index) => {
    const { rowFloats } = section;
    if (!rowFloats) return [];
    const rows = Math.floor(most / rowFloats / windowRows) * windowRows;
    return present(plan.places[index], 'places').flatMap((place) => {
      const { first, count } = windowOf(section, place);
      const cuts = Math.ceil(count / rows);
      const each = Math.ceil(count / cuts / windowRows) * windowRows;
      return Array.from({ length: Math.ceil(count / each) }, (_, cut) => ({
        place,
        first: first + cut * each,
        count: Math.min(each, count - cut * each),
      }));
    });
  });
  return {
    ...plan,
    windows,
    layerFloats: Math.max(0, ...sections.filter(({ rowFloats }) => !rowFloats).map(({ floats }) => floats)),
    windowFloats: Math.max(
      0,
      ...windows.flatMap((own, index) => own.map(({ count }) => count * (sections[index]?.rowFloats ?? 0))),
    ),
  };
}

/** Bytes on the GPU. */
export const halfBytes = ({ slabFloats, layerFloats, windowFloats }: HalfPlan): number =>
  slabFloats.reduce((sum, floats) => sum + floats * 2, 0) + (layerFloats + windowFloats) * 4;

export class HalfSlabs implements Weights {
  private readonly buffers: readonly GPUBuffer[];
  private readonly layer: GPUBuffer;
  private readonly window: GPUBuffer;
  constructor(
    private readonly device: GPUDevice,
    readonly plan: HalfPlan,
    label: string,
  ) {
    this.buffers = plan.slabFloats.map((floats, slab) => emptyBuffer(device, `${label} ${slab} (halves)`, floats * 2));
    this.layer = emptyBuffer(device, 'widened layer', plan.layerFloats * 4);
    this.window = emptyBuffer(device, 'widened window', plan.windowFloats * 4);
  }

  ready(recorder: Recorder, section: number): void {
    const { floats } = this.section(section);
    widen(recorder, { x: this.halves(this.onlyPlace(section), 0, floats), y: { buffer: this.layer }, floats });
  }

  view(section: number, slot: string): View {
    const { offset, floats } = present(this.section(section).slots[slot], `no tensor ${slot} in section ${section}`);
    return { buffer: this.layer, offset: offset * 4, size: floats * 4 };
  }

  maybe(section: number, slot: string): View | undefined {
    return this.section(section).slots[slot] ? this.view(section, slot) : undefined;
  }

  stored(section: number): readonly StoredWindow[] {
    const own = this.section(section);
    return present(this.plan.places[section], 'section').map((place) => {
      const { first, count } = windowOf(own, place);
      return { first, count, view: this.halves(place, 0, place.floats), storage: 'f16' };
    });
  }

  windows(section: number): readonly Window[] {
    return present(this.plan.windows[section], 'windows');
  }

  readyWindow(recorder: Recorder, section: number, index: number): View {
    const { place, first, count } = present(this.plan.windows[section]?.[index], 'window');
    const width = present(this.section(section).rowFloats, 'a vocabulary table');
    const floats = count * width;
    widen(recorder, { x: this.halves(place, first * width - place.from, floats), y: { buffer: this.window }, floats });
    return { buffer: this.window, offset: 0, size: floats * 4 };
  }

  /** Writes a section's floats, rounded to the nearest halves. Throws when one is too large for a half. */
  write(section: number, floats: Float32Array): void {
    const { name } = this.section(section);
    const halves = narrow(floats);
    check(
      halves.every((half) => (half & 0x7c00) !== 0x7c00),
      `${name} of the model has weights beyond ±65504, which halves cannot hold: open it with an f32 base`,
    );
    for (const { slab, offset, from, floats: count } of present(this.plan.places[section], 'section')) {
      const part = halves.subarray(from, from + count);
      this.device.queue.writeBuffer(present(this.buffers[slab], 'slab'), offset * 2, part as unknown as BufferSource);
    }
  }

  destroy(): void {
    for (const buffer of [...this.buffers, this.layer, this.window]) buffer.destroy();
  }

  private section(index: number): Section {
    return present(this.plan.sections[index], 'section');
  }

  private onlyPlace(section: number): Place {
    return present(this.plan.places[section]?.[0], 'section');
  }

  private halves({ slab, offset }: Place, from: number, floats: number): View {
    return { buffer: present(this.buffers[slab], 'slab'), offset: (offset + from) * 2, size: floats * 2 };
  }
}
