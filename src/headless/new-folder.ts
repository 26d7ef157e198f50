// Folders that are there whole or not at all: filled beside their place, then moved into it.
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from './arguments';
import { isMissing } from './whole-file';

/** Lets `fill` write into a folder that becomes `folder` when it is done. Throws a UsageError when something lies there
 *  already. */
export async function wholeFolder<T>(folder: string, fill: (part: string) => Promise<T>): Promise<T> {
  const there = await readdir(folder).catch((error: unknown): string[] => {
    if (isMissing(error)) return [];
    throw new UsageError(`${folder} cannot be a folder: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (there.length > 0) throw new UsageError(`${folder} is not empty: name another folder`);
  const part = `${folder.replace(/[\\/]+$/, '')}.${process.pid}.part`;
  await mkdir(dirname(part), { recursive: true });
  try {
    await mkdir(part);
    const result = await fill(part);
    await rm(folder, { recursive: true, force: true }); // it may be there, and empty
    await rename(part, folder);
    return result;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}
