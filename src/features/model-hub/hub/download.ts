// One file from a server into a sink, in order. A connection that breaks goes on where it broke; so does a download
// that was stopped yesterday. It does not know where the sink lies.
import { checkFile, FormatError } from '../../../files/formats/format-error';
import type { Fetch, HubFile } from './hub';

/** Where bytes go. What was written before is still there. */
export interface FileSink {
  /** Bytes there already. */
  size(): number;
  write(bytes: Uint8Array, at: number): void;
  truncate(bytes: number): void;
}

export interface Download {
  readonly file: HubFile;
  readonly sink: FileSink;
  readonly send: Fetch;
  readonly signal?: AbortSignal;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
  /** Bytes of this file that are there. */
  readonly onProgress?: (bytes: number) => void;
}

/** So often in a row without a byte in between. */
const tries = 4;

/** Resolves when all of the file is in the sink. Rejects with a FormatError that says why not; what came stays in the
 *  sink. */
export async function download(parts: Download): Promise<void> {
  const { file, sink, signal, wait } = parts;
  if (sink.size() > file.bytes) sink.truncate(0); // of another state of the file
  for (let failures = 0; sink.size() < file.bytes; ) {
    const before = sink.size();
    try {
      await onward(parts);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof FormatError) throw cause;
      failures = sink.size() > before ? 1 : failures + 1;
      const why = cause instanceof Error ? cause.message : String(cause);
      checkFile(
        failures < tries,
        file.file,
        `the download broke off at byte ${sink.size()} of ${file.bytes} (${why}): start it again to go on from there`,
      );
      await wait(500 * 2 ** failures);
    }
  }
  parts.onProgress?.(file.bytes);
}

/** From where the sink ends, as far as the connection holds. */
async function onward({ file, sink, send, signal, onProgress }: Download): Promise<void> {
  const from = sink.size();
  const response = await send(file.url, {
    ...(from > 0 ? { headers: { range: `bytes=${from}-` } } : {}),
    ...(signal ? { signal } : {}),
  });
  checkFile(
    response.status < 400 || response.status >= 500 || response.status === 408 || response.status === 429,
    file.file,
    `cannot be downloaded: the server answered ${response.status}`,
  );
  if (!response.ok || !response.body) throw new Error(`the server answered ${response.status}`);
  let at = response.status === 206 ? from : 0; // a server that knows no parts sends the whole again
  if (at === 0) sink.truncate(0);
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (at + value.length > file.bytes) {
      await reader.cancel();
      throw new FormatError(
        file.file,
        `the server sent more than the ${file.bytes} bytes it had named: look the model up again`,
      );
    }
    sink.write(value, at);
    at += value.length;
    onProgress?.(at);
    if (signal?.aborted) await reader.cancel();
    signal?.throwIfAborted();
  }
  if (at < file.bytes) throw new Error('the connection ended');
}
