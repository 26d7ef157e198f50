// Worlds that people wrote, made ready in whatever thread asks: the page, the trainer, a rollout worker, the checker.
import quickjs from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import { once } from '../../../basics/once';
import type { Makers } from '../../../learning/catalogue';

/** The interpreter's file; fetched once in each thread, a failure is not remembered. */
export const interpreterFile = once(async (): Promise<WebAssembly.Module> => {
  const response = await fetch(new URL(quickjs, import.meta.url));
  if (!response.ok)
    throw new Error(`the interpreter for your own worlds could not be read: the server answered ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
});

/** Nothing of it is loaded before it is called; one interpreter for a thread. */
export const openWorldMakers = once(async (): Promise<Makers> => {
  const [{ worldMakers }, wasm] = await Promise.all([import('./makers'), interpreterFile()]);
  return worldMakers(wasm);
});
