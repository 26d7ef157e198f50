// What makes modules into worlds: QuickJS in a memory with an end, ready before the first world is asked for. How its file is read is handed in.
import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { check } from '../../basics/check';
import type { Makers } from '../../learning/catalogue';
import type { Environment } from '../../learning/environments/environment';
import { newInstance } from '../sandbox/quickjs';
import { ownWorld } from './own-world';
import { loadWorld, worldLimits } from './world-program';

/** An interpreter for worlds. */
export async function worldInterpreter(wasm: WebAssembly.Module): Promise<QuickJSWASMModule> {
  return (await newInstance(wasm, 4 * worldLimits.memoryBytes)).quickjs;
}

export async function worldMakers(wasm: WebAssembly.Module): Promise<Makers> {
  const quickjs = await worldInterpreter(wasm);
  const made = new Map<string, Environment>();
  return {
    world: (module) => {
      const known = made.get(module.source);
      if (known?.card.id === module.card.id) return known;
      const loaded = loadWorld(quickjs, module.source);
      check(
        'program' in loaded,
        () => `the world "${module.card.id}" cannot be played: ${'faults' in loaded ? faultInWords(loaded.faults[0]) : ''}`,
      );
      const world = ownWorld(loaded.program, module) as Environment;
      made.set(module.source, world);
      return world;
    },
  };
}

function faultInWords(fault: { readonly where: string; readonly what: string } | undefined): string {
  return fault ? `${fault.where}: ${fault.what}` : '';
}
