// How a network reads its weights: as they lie on the GPU (slabs.ts, f32), or from halves that are widened first (half-slabs.ts).
// Recordings ask for a section before they use it; vocabulary tables, which may be larger than a binding, are read window by window.
import type { View } from '../gpu/kernel';
import type { Recorder } from '../gpu/recorder';

/** Rows `first` … `first + count − 1` of a vocabulary table. */
export interface Window {
  readonly first: number;
  readonly count: number;
}

/** A window as it is stored. */
export interface StoredWindow extends Window {
  readonly view: View;
  readonly storage: 'f32' | 'f16';
}

export interface Weights {
  /** Records what has to run before the section's tensors are read. What a view then shows lasts until the next `ready`. */
  ready(recorder: Recorder, section: number): void;
  /** One tensor of a section, f32. */
  view(section: number, slot: string): View;
  maybe(section: number, slot: string): View | undefined;
  /** A table's windows as they are stored, for looking rows up. */
  stored(section: number): readonly StoredWindow[];
  /** A table's windows as products take them. */
  windows(section: number): readonly Window[];
  /** Records what has to run before a window is read; the window's rows, f32. Lasts until the next one is asked for. */
  readyWindow(recorder: Recorder, section: number, index: number): View;
}
