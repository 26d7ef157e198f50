// A model's tensors, read one at a time: what a file or a set of shards offers once its header has been read and
// checked. Names and shapes are known at once, numbers only when they are asked for.

import type { NamedTensor } from '../../contract/weights';
export interface TensorPlace {
  /** Its Hugging Face name. */
  readonly name: string;
  /** Outermost first, as in PyTorch. */
  readonly shape: readonly number[];
  /** How it is stored: "F32", "BF16", "Q4_K" … */
  readonly type: string;
}

export interface TensorSource {
  readonly places: readonly TensorPlace[];
  /** The tensor as f32, row-major. Rejects with a FormatError when there is none of that name, its type is not read or
   *  a number is not finite. */
  read(name: string): Promise<NamedTensor>;
}

/** All tensors of all sources, each under its own name; a name that occurs twice is read from the first that has it. */
export function joinedSources(sources: readonly TensorSource[]): TensorSource {
  const homes = new Map<string, { source: TensorSource; place: TensorPlace }>();
  for (const source of sources)
    for (const place of source.places) if (!homes.has(place.name)) homes.set(place.name, { source, place });
  return {
    places: [...homes.values()].map(({ place }) => place),
    read: (name) => (homes.get(name)?.source ?? (sources[0] as TensorSource)).read(name),
  };
}
