// Zip archives, written with client-zip (stored, not compressed: tensors do not shrink). Reading back is in unzip.ts.
import { downloadZip } from 'client-zip';

export interface ArchivedFile {
  /** Path inside the archive, with "/" between folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The files as one zip archive; `modified` is the date that all of them carry. */
export async function zipOf(files: readonly ArchivedFile[], modified: Date): Promise<Uint8Array<ArrayBuffer>> {
  const entries = files.map(({ name, bytes }) => ({ name, input: bytes, lastModified: modified }));
  return new Uint8Array(await downloadZip(entries).arrayBuffer());
}
