// SHA-256 of bytes, of files of any size and of JSON values: names a base model's weights and a run's configuration
// (R2).
import { sha256 } from '@noble/hashes/sha2.js';
import { sortedJson } from '../../basics/sorted-json';
import type { ByteSource } from './byte-source';

/** Lower-case hexadecimal SHA-256, the same as `sha256sum` prints. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return hexOf(new Uint8Array(digest));
}

const stretchBytes = 1 << 24;

/** The same of a file that need not fit into memory. `onProgress` hears how many bytes are done. */
export async function sha256OfSource(source: ByteSource, onProgress?: (bytes: number) => void): Promise<string> {
  const hash = sha256.create(); // the browser's own takes whole files only
  for (let at = 0; at < source.size; at += stretchBytes) {
    const end = Math.min(at + stretchBytes, source.size);
    hash.update(await source.read(at, end));
    onProgress?.(end);
  }
  return hexOf(hash.digest());
}

/** For bytes that come in pieces. */
export const newSha256 = (): { update(bytes: Uint8Array): unknown; digest(): Uint8Array } => sha256.create();

/** SHA-256 of a JSON value, whatever the order of its keys. Undefined members count as absent. */
export async function hashOfJson(value: unknown): Promise<string> {
  return sha256Of(new TextEncoder().encode(sortedJson(value) ?? 'undefined'));
}

/** Lower-case, two digits a byte. */
export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
