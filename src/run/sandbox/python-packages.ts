// Packages for Python programs: wheels put into Pyodide's own files, imported once, and the memory after that kept as a
// snapshot, so that later starts import nothing. It does not know which packages, nor where they come from. Compiled
// packages cannot be had this way: an image's prelude says what stands in for them.
import { check, present } from '../../basics/check';
import type { PythonImage, ReadFile } from './interpreter';

/** What is called of Pyodide here. */
export interface Pyodide {
  unpackArchive(archive: Uint8Array, format: 'zip', options: { readonly extractDir: string }): void;
  runPython(source: string): unknown;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  readonly FS: { mkdirTree(path: string): void; writeFile(path: string, bytes: Uint8Array): void };
}

/** Programs may read below /lib/ and nowhere else (python-doors.ts). */
const [unpackedAt, zippedAt] = ['/lib/unpacked', '/lib/wheels'];

/** The wheels of an image, by their addresses. Pyodide's start takes the page's own way to read. */
export async function readPackages({ unpacked, zipped }: PythonImage, read: ReadFile): Promise<Packages> {
  const addresses = [...unpacked, ...zipped];
  const wheels = await Promise.all(addresses.map(read));
  return new Map(addresses.map((address, at) => [address, wheels[at] ?? new Uint8Array()]));
}

export type Packages = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Puts an image's packages where Python finds them. The snapshot, where the image has none. Throws with what failed
 *  to be imported. */
export function addPackages(
  pyodide: Pyodide,
  { unpacked, zipped, prelude, snapshot }: PythonImage,
  packages: Packages,
): Uint8Array<ArrayBuffer> | undefined {
  const nameOf = (address: string) => decodeURIComponent(address.split('/').at(-1) ?? '');
  for (const folder of [unpackedAt, zippedAt]) pyodide.FS.mkdirTree(folder);
  const wheel = (address: string) => present(packages.get(address), 'the packages of an image are read first');
  for (const address of zipped) pyodide.FS.writeFile(`${zippedAt}/${nameOf(address)}`, wheel(address));
  for (const address of unpacked) pyodide.unpackArchive(wheel(address), 'zip', { extractDir: unpackedAt });
  if (snapshot !== undefined) return undefined;
  const places = [unpackedAt, ...zipped.map((address) => `${zippedAt}/${nameOf(address)}`)];
  try {
    pyodide.runPython(`import sys\nsys.path += ${JSON.stringify(places)}\n${prelude}`);
  } catch (error) {
    const last = String(error instanceof Error ? error.message : error)
      .trimEnd()
      .split('\n')
      .find((line) => /^\w*(Error|Exception)\b/.test(line));
    check(false, `Python's packages cannot be imported: ${last ?? String(error)}`);
  }
  return pyodide.makeMemorySnapshot();
}
