// Sections laid into as few buffers as the adapter's limits allow: one for a tiny model, so that the optimiser is one
// dispatch; several for a large one. A vocabulary table that no binding can hold is cut between rows, each window a
// buffer of its own. A frozen base may be packed (stored-sections.ts); weights, gradients and moments of what is
// trained are f32 and share one plan.
import { check, ExpectationError, present } from '../../basics/check';
import { bindingLimit, emptyBuffer } from '../gpu/buffers';
import type { View } from '../gpu/kernel';
import { type Matrix, packedWords } from '../kernels/packed/packed';
import type { Section } from './parameters';
import { type Precision, type StoredSection, storedSection, windowWords, wordsOf } from './stored-sections';

/** Part of a section – nearly always all of it – in one of the buffers. All in words of 32 bits. */
export interface Place {
  readonly buffer: number;
  readonly offset: number;
  /** Where the part begins in its section, and how long it is. */
  readonly from: number;
  readonly words: number;
}

export interface ArenaPlan {
  readonly precision: Precision;
  readonly sections: readonly Section[];
  /** The same sections in the precision they are stored in. */
  readonly stored: readonly StoredSection[];
  readonly places: readonly (readonly Place[])[];
  readonly bufferWords: readonly number[];
}

/** Rows `first` … `first + count − 1` of a vocabulary table. */
export interface Window {
  readonly first: number;
  readonly count: number;
}

/** A model's weights, or a plan of them, as far as its vocabulary's windows go. */
export interface Windows {
  windows(section: number): readonly Window[];
}

export type BindingLimits = Pick<GPUSupportedLimits, 'maxBufferSize' | 'maxStorageBufferBindingSize'>;

/** What is bound starts at multiples of 256 bytes. */
const step = 64;
/** Windows begin at whole multiples of so many rows, so that each can be bound and is a whole number of tiles. */
const windowRows = 64;
/** So many rows of logits, at least, lie side by side (forward.ts); packed tables are cut so that these can be bound,
 *  too. */
const leastLogitsRows = 128;

/** Throws when a single layer is larger than a binding. `tableRows`: the most tokens of a window, where not as many as
 *  can be bound. */
export function planArena(
  limits: BindingLimits,
  sections: readonly Section[],
  precision: Precision = 'f32',
  tableRows = Number.POSITIVE_INFINITY,
): ArenaPlan {
  const limit = Math.floor(bindingLimit(limits) / 4 / step) * step;
  const bufferWords: number[] = [];
  const put = (from: number, words: number): Place => {
    const last = bufferWords.at(-1);
    if (last === undefined || last + words > limit) bufferWords.push(0);
    const buffer = bufferWords.length - 1;
    const offset = present(bufferWords[buffer], 'buffer');
    bufferWords[buffer] = offset + Math.ceil(words / step) * step;
    return { buffer, offset, from, words };
  };
  const stored = sections.map((section) => storedSection(section, precision));
  const places = stored.map(({ words, rowWords }, index) => {
    const bound = precision === 'f32' ? limit : Math.min(limit, ((rowWords ?? 0) * limit) / leastLogitsRows || limit);
    const most = rowWords ? Math.min(bound, tableRows * rowWords) : bound;
    if (words <= most) return [put(0, words)];
    const rows = rowWords ? Math.floor(most / rowWords / windowRows) * windowRows : 0;
    check(
      rowWords && rows > 0,
      `${sections[index]?.name} of the model needs ${mib(words * 4)} MiB in one piece, this adapter binds at most ${mib(limit * 4)} MiB: use a smaller model`,
    );
    const whole = rows * rowWords;
    return Array.from({ length: Math.ceil(words / whole) }, (_, w) =>
      put(w * whole, Math.min(whole, words - w * whole)),
    );
  });
  return { precision, sections, stored, places, bufferWords };
}

const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);

/** Bytes on the GPU. */
export const arenaBytes = ({ bufferWords }: ArenaPlan): number =>
  bufferWords.reduce((sum, words) => sum + words * 4, 0);

/** The windows that a table lies in. */
export function windowsIn({ sections, stored, places }: ArenaPlan, section: number): Window[] {
  const { rowWords } = present(stored[section], 'section');
  const { matrix } = present(Object.values(present(sections[section], 'section').slots)[0], 'table');
  check(rowWords && matrix, 'a vocabulary table');
  return present(places[section], 'section').map(({ from, words }) => {
    const first = from / rowWords;
    return { first, count: Math.min(first + words / rowWords, matrix.columns) - first };
  });
}

/** The floats of all sections from those of their places, in order. Of an f32 plan. */
export function sectionsFrom({ sections, places }: ArenaPlan, parts: readonly Float32Array[]): Float32Array[] {
  let part = 0;
  return sections.map(({ floats }, section) => {
    const whole = new Float32Array(floats);
    for (const { from } of present(places[section], 'places')) whole.set(present(parts[part++], 'part'), from);
    return whole;
  });
}

export class WeightArena {
  readonly buffers: readonly GPUBuffer[];
  constructor(
    private readonly device: GPUDevice,
    readonly plan: ArenaPlan,
    label: string,
  ) {
    this.buffers = plan.bufferWords.map((words, buffer) => emptyBuffer(device, `${label} ${buffer}`, words * 4));
  }

  /** One tensor of a section. */
  view(section: number, slot: string): Matrix {
    const found = present(this.plan.stored[section]?.slots[slot], `no tensor ${slot} in section ${section}`);
    const place = this.whole(section);
    const { offset, words, packing } = found;
    return { ...this.stretch({ ...place, offset: place.offset + offset, words }), ...(packing ? { packing } : {}) };
  }

  maybe(section: number, slot: string): View | undefined {
    return this.plan.stored[section]?.slots[slot] ? this.view(section, slot) : undefined;
  }

  /** A whole section. */
  section(section: number): View {
    return this.stretch(this.whole(section));
  }

  /** A table's windows, each a matrix of its own. */
  windows(section: number): readonly (Window & { readonly view: Matrix })[] {
    const { slots, rowWords = 0 } = present(this.plan.stored[section], 'section');
    const packing = Object.values(slots)[0]?.packing;
    const places = this.places(section);
    return windowsIn(this.plan, section).map(({ first, count }, index) => {
      const place = present(places[index], 'window');
      const own = packing && { ...packing, columns: Math.ceil(count / 4) * 4 };
      const words = own ? packedWords(own) : count * rowWords;
      return { first, count, view: { ...this.stretch({ ...place, words }), ...(own ? { packing: own } : {}) } };
    });
  }

  /** Writes a section's floats; packs them where the plan says so. Throws, naming the section, when a weight cannot be
   *  packed. */
  write(section: number, floats: Float32Array): void {
    const own = present(this.plan.sections[section], 'section');
    check(floats.length === own.floats, 'a section has its own length');
    const places = this.places(section);
    for (const [index, { buffer, offset, from, words }] of places.entries()) {
      const part =
        this.plan.precision === 'f32' ? floats.subarray(from, from + words) : this.packedPart(section, floats, index);
      this.device.queue.writeBuffer(
        present(this.buffers[buffer], 'buffer'),
        offset * 4,
        part as unknown as BufferSource,
      );
    }
  }

  /** Each section's parts as stretches to be read back, all sections in order; `sectionsFrom` puts them together
   *  again. */
  readable(): (View & { size: number })[] {
    return this.plan.places.flat().map((place) => this.stretch(place));
  }

  /** All of another, whose sections are this one's first. */
  copyFrom(other: WeightArena): void {
    const encoder = this.device.createCommandEncoder();
    for (const [index, from] of other.buffers.entries()) {
      encoder.copyBufferToBuffer(from, 0, present(this.buffers[index], 'buffer'), 0, from.size);
    }
    this.device.queue.submit([encoder.finish()]);
  }

  destroy(): void {
    for (const buffer of this.buffers) buffer.destroy();
  }

  private packedPart(section: number, floats: Float32Array, index: number): Uint32Array {
    const own = present(this.plan.sections[section], 'section');
    const stored = present(this.plan.stored[section], 'section');
    const table = stored.rowWords ? Object.values(stored.slots)[0]?.packing : undefined;
    try {
      return table
        ? windowWords(table, floats, present(windowsIn(this.plan, section)[index], 'window'))
        : wordsOf(own, stored, floats);
    } catch (error) {
      throw error instanceof ExpectationError
        ? new ExpectationError(`${own.name} of the model has ${error.message}`)
        : error;
    }
  }

  private places(section: number): readonly Place[] {
    return present(this.plan.places[section], 'section');
  }

  private whole(section: number): Place {
    const [place, ...others] = this.places(section);
    check(place && others.length === 0, `section ${section} lies in several places: read it window by window`);
    return place;
  }

  private stretch({ buffer, offset, words }: Pick<Place, 'buffer' | 'offset' | 'words'>): View & { size: number } {
    return { buffer: present(this.buffers[buffer], 'buffer'), offset: offset * 4, size: words * 4 };
  }
}
