// What is in a wheel, as one SHA-256: of every file but those that depend on who built it (.dist-info) and for which
// system (compiled parts). A zip packed otherwise, or a wheel built again from the same sources, has the same.
import { sha256Of } from '../../../files/formats/hash';
import { unzip } from '../../../files/formats/unzip';

/** Throws a FormatError where it is no zip archive. */
export async function contentsOfWheel(wheel: Uint8Array, fileName: string): Promise<string> {
  const files = (await unzip(wheel, fileName)).filter(
    ({ name }) => !name.includes('.dist-info/') && !/\.(so|pyd)$/.test(name),
  );
  const lines = await Promise.all(files.map(async ({ name, bytes }) => `${name} ${await sha256Of(bytes)}`));
  return sha256Of(new TextEncoder().encode(lines.sort().join('\n')));
}
