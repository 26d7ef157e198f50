// What makes modules into worlds: QuickJS in memories with an end, ready before the first world is asked for. The last
// few worlds are loaded, however many were made. How QuickJS's file is read is handed in.
import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { check, present } from '../../../basics/check';
import type { Makers } from '../../../learning/catalogue';
import type { Environment } from '../../../learning/environments/environment';
import { newInstance } from '../../../run/sandbox/quickjs';
import { ownWorld } from './own-world';
import { type Lend, loadWorldIn, worldLimits } from './world-program';

/** An interpreter for worlds. */
export async function worldInterpreter(wasm: WebAssembly.Module): Promise<QuickJSWASMModule> {
  return (await newInstance(wasm, 4 * worldLimits.memoryBytes)).quickjs;
}

/** So many worlds are loaded at a time. */
const mostLoaded = 3;

/** A world that is forgotten here can be played on by who holds it: it is loaded again when it is asked something. */
export async function worldMakers(wasm: WebAssembly.Module): Promise<Makers> {
  const lend = lentInTurn(await Promise.all(Array.from({ length: mostLoaded }, () => worldInterpreter(wasm))));
  const made = new Map<string, Environment>();
  return {
    world: (module) => {
      if (!module.card.id.startsWith('own/')) return undefined;
      const { source, card } = module;
      const known = made.get(source);
      if (known?.card.id === card.id) return known;
      const loaded = loadWorldIn(lend, source);
      check(
        'program' in loaded,
        () => `the world "${card.id}" cannot be played: ${'faults' in loaded ? faultInWords(loaded.faults[0]) : ''}`,
      );
      const world = ownWorld(loaded.program, module) as Environment;
      made.set(source, world);
      for (const oldest of [...made.keys()].slice(0, -mostLoaded)) made.delete(oldest);
      return world;
    },
  };
}

/** Each for one world, so that what one takes of the memory no other misses; the one that was lent longest ago is lent
 *  next. */
function lentInTurn(interpreters: readonly QuickJSWASMModule[]): Lend {
  const rooms = interpreters.map((quickjs) => ({ quickjs, leave: () => {} }));
  let turn = 0;
  return (leave) => {
    const room = present(rooms[turn++ % rooms.length], 'there is an interpreter');
    room.leave();
    room.leave = leave;
    return room.quickjs;
  };
}

function faultInWords(fault: { readonly where: string; readonly what: string } | undefined): string {
  return fault ? `${fault.where}: ${fault.what}` : '';
}
