// Worlds that people wrote, from files: read, and made ready to be played. The interpreter's file lies in the package
// npm installed.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { once } from '../../../basics/once';
import { UsageError } from '../../../headless/arguments';
import type { Makers, WorldModule } from '../../../learning/catalogue';
import { worldInterpreter, worldMakers } from '../worker/makers';
import { moduleOf } from '../worker/own-world';
import { loadWorld } from '../worker/world-program';

export async function openInterpreterFile(): Promise<WebAssembly.Module> {
  const at = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  return WebAssembly.compile(await readFile(at));
}

export const openWorldMakers = once(async (): Promise<Makers> => worldMakers(await openInterpreterFile()));

export async function readWorldFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`there is no world at ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Throws a UsageError that says what is wrong with the module first. */
export async function worldFromDisk(path: string): Promise<WorldModule> {
  const source = await readWorldFile(path);
  const loaded = loadWorld(await worldInterpreter(await openInterpreterFile()), source);
  if ('program' in loaded) return moduleOf(loaded.program.description, source);
  const [fault] = loaded.faults;
  throw new UsageError(
    `${path}: ${fault?.where}: ${fault?.what} – npm run lab -- check-world ${path} tells everything`,
  );
}
