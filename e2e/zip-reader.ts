// Reads what the page exports the way a stranger would: a zip library that is not ours, and the safetensors layout from
// its own specification (eight bytes of length, a JSON header, the data). Shares no code with src/files.
import { strFromU8, unzipSync } from 'fflate';

export interface ForeignTensor {
  readonly dtype: string;
  readonly shape: readonly number[];
  /** As float32 values. */
  readonly values: Float32Array;
}

/** File name → bytes; a folder inside the zip is dropped from the names. */
export function filesOfZip(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  return new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name.split('/').at(-1) ?? name, content]));
}

/** A JSON file of the zip. Throws where it is missing. */
export function jsonOf(files: ReadonlyMap<string, Uint8Array>, name: string): Record<string, unknown> {
  return JSON.parse(textOf(files, name));
}

export function textOf(files: ReadonlyMap<string, Uint8Array>, name: string): string {
  const bytes = files.get(name);
  if (!bytes) throw new Error(`the zip has no ${name}: it holds ${[...files.keys()].join(', ')}`);
  return strFromU8(bytes);
}

/** The tensors of a safetensors file by name; F32 only, which is all we write. */
export function tensorsOf(bytes: Uint8Array): ReadonlyMap<string, ForeignTensor> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerLength = Number(view.getBigUint64(0, true));
  const header: Record<string, { dtype: string; shape: number[]; data_offsets: [number, number] }> = JSON.parse(
    strFromU8(bytes.subarray(8, 8 + headerLength)),
  );
  const tensors = new Map<string, ForeignTensor>();
  for (const [name, { dtype, shape, data_offsets }] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    const data = bytes.slice(8 + headerLength + data_offsets[0], 8 + headerLength + data_offsets[1]);
    tensors.set(name, { dtype, shape, values: new Float32Array(data.buffer) });
  }
  return tensors;
}
