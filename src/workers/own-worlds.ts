// Worlds that people wrote, made ready in whatever thread asks: the page, the trainer, a rollout worker, the checker.
import quickjs from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import type { Makers } from '../learning/catalogue';

let compiled: Promise<WebAssembly.Module> | undefined;

/** The interpreter's file; fetched once in each thread, a failure is not remembered. */
export function interpreterFile(): Promise<WebAssembly.Module> {
  compiled ??= fetch(new URL(quickjs, import.meta.url)).then(async (response) => {
    if (!response.ok)
      throw new Error(`the interpreter for your own worlds could not be read: the server answered ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  });
  compiled.catch(() => {
    compiled = undefined;
  });
  return compiled;
}

let makers: Promise<Makers> | undefined;

/** Nothing of it is loaded before it is called; one interpreter for a thread. */
export function openWorldMakers(): Promise<Makers> {
  makers ??= Promise.all([import('../lab/own-world/makers'), interpreterFile()]).then(([{ worldMakers }, wasm]) =>
    worldMakers(wasm),
  );
  makers.catch(() => {
    makers = undefined;
  });
  return makers;
}
