// JavaScript programs in QuickJS, an interpreter compiled to WebAssembly: it has no door to the outside but the two
// functions given to it here, print and random. Each program has a runtime of its own; nothing of it is left for the
// next one. The stack has QuickJS's limit, the memory an end, and an interrupt that a program cannot catch looks at the
// clock. A long native call that never looks is ended by the pool.
import wasmVariant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
  Scope,
} from 'quickjs-emscripten-core';
import { rngFrom } from '../../basics/rng';
import type { Interpreter, Program } from './interpreter';
import { javascriptPrelude } from './javascript-prelude';
import { boundedOutput, type End, type SandboxLimits, whyOf } from './limits';

/** Some 700 calls deep; with more, the stack of a browser’s own worker (1 MB) ends first, at a depth that differs from
 *  machine to machine. */
export const stackBytes = 128 * 1024;
const pageBytes = 65_536;
/** With which this build of QuickJS starts. */
const ownPages = 256;
/** After so many programs, one that was stopped, or one that made its memory grow, a new instance: every program finds
 *  the same room. */
const programsPerInstance = 200;

export interface QuickJsParts {
  readonly wasm: WebAssembly.Module;
  /** Milliseconds of a clock that does not stand. */
  readonly now: () => number;
}

export function openQuickJs({ wasm, now }: QuickJsParts): Interpreter {
  let instance: Instance | undefined;
  let programs = 0;
  return {
    run: async (program, limits) => {
      if (instance?.memoryBytes !== limits.memoryBytes) instance = await newInstance(wasm, limits.memoryBytes);
      const { memory } = instance;
      const { end, output, detail, broken } = runIn(instance, program, limits, now);
      const stopped = end !== 'finished' && end !== 'failed';
      const worn = ++programs % programsPerInstance === 0 || memory.buffer.byteLength > ownPages * pageBytes;
      if (stopped || worn || broken) instance = undefined;
      return { end, output, why: whyOf(end, limits, detail) };
    },
  };
}

export interface Instance {
  readonly quickjs: QuickJSWASMModule;
  readonly memory: WebAssembly.Memory;
  readonly memoryBytes: number;
}

/** QuickJS's own count of its memory knows single requests only when compiled for the web, so the memory itself has an
 *  end. */
export async function newInstance(wasmModule: WebAssembly.Module, memoryBytes: number): Promise<Instance> {
  const memory = new WebAssembly.Memory({ initial: ownPages, maximum: ownPages + Math.ceil(memoryBytes / pageBytes) });
  const parts = { wasmModule, wasmMemory: memory, wasmLocation: 'quickjs.wasm' };
  return { quickjs: await newQuickJSWASMModuleFromVariant(newVariant(wasmVariant, parts)), memory, memoryBytes };
}

interface Ran {
  readonly end: End;
  readonly output: string;
  readonly detail: string;
  /** The instance cannot be used again. */
  readonly broken?: boolean;
}

function runIn({ quickjs, memory }: Instance, program: Program, limits: SandboxLimits, now: () => number): Ran {
  const deadline = now() + limits.timeMs;
  const output = boundedOutput(limits.outputLength);
  let stopped: End | undefined;
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(limits.memoryBytes);
  runtime.setMaxStackSize(stackBytes);
  runtime.setInterruptHandler(() => {
    if (now() > deadline) stopped ??= 'out-of-time';
    return stopped !== undefined;
  });
  const ran = (end: End, detail = ''): Ran => ({ end: stopped ?? end, output: output.text(), detail });
  let result: Ran | undefined;
  try {
    const context = runtime.newContext();
    result = Scope.withScope((scope) => {
      const kept = (handle: QuickJSHandle) => scope.manage(handle);
      const random = rngFrom('sandbox', program.seed);
      const print = context.newFunction('print', (text) => {
        if (output.add(JSON.parse(context.getString(text)))) return;
        stopped ??= 'out-of-output';
        throw new Error('printed too much'); // it may catch this, not the interrupt that follows
      });
      const chance = context.newFunction('random', () => context.newNumber(random.number()));
      const request = context.newString(`{"globals":${program.globals},"stdin":${JSON.stringify(program.stdin)}}`);
      const prelude = kept(context.unwrapResult(context.evalCode(javascriptPrelude, 'prelude.js')));
      const words = [kept(print), kept(chance), kept(request)];
      const tools = kept(context.unwrapResult(context.callFunction(prelude, context.undefined, ...words)));
      const failure = play(context, program.source, kept(context.getProp(tools, 'nextTimer')));
      if (!failure) return ran('finished');
      kept(failure);
      if (stopped) return ran(stopped);
      // without room for an error, QuickJS throws null
      if (context.sameValue(failure, context.null) && isFull(memory, limits)) return ran('out-of-memory');
      const { end, detail } = told(context, failure, kept(context.getProp(tools, 'explain')));
      return ran(end, detail);
    });
    context.dispose();
    runtime.dispose();
    return result;
  } catch (error) {
    // The program left too little room for our own steps, or went deeper than the host's stack: nothing in there can be
    // trusted to be taken apart, so it goes with its instance. How it ended before is still so.
    if (result) return { ...result, broken: true };
    return { ...ran(isMemory(String(error)) ? 'out-of-memory' : 'failed', gaveUp(error)), broken: true };
  }
}

function gaveUp(error: unknown): string {
  return error instanceof RangeError ? 'it nests too deeply' : `its interpreter gave up: ${String(error)}`;
}

/** Runs the program, then its promises and timers until nothing is left to do. What it failed with, if it did. */
function play(context: QuickJSContext, source: string, nextTimer: QuickJSHandle): QuickJSHandle | undefined {
  const program = context.evalCode(source, 'program.js', { type: 'global' });
  if (program.error) return program.error;
  return program.value.consume((last) => {
    for (;;) {
      const jobs = context.runtime.executePendingJobs();
      if (jobs.error) return jobs.error;
      const fired = context.callFunction(nextTimer, context.undefined);
      if (fired.error) return fired.error;
      if (fired.value.consume((value) => context.dump(value)) !== true) break;
    }
    // `main()` as the last statement: a promise whose failure is the program's
    const state = context.getPromiseState(last);
    if (state.type === 'rejected') return state.error;
    if (state.type === 'fulfilled' && !state.notAPromise) state.value.dispose();
    return undefined;
  });
}

function told(context: QuickJSContext, failure: QuickJSHandle, explain: QuickJSHandle): Pick<Ran, 'end' | 'detail'> {
  const explained = context.callFunction(explain, context.undefined, failure);
  if (explained.error) {
    explained.error.dispose();
    return { end: 'failed', detail: 'it threw something that cannot be shown' };
  }
  const [what, stack] = JSON.parse(explained.value.consume((value) => context.getString(value))) as [string, string];
  const line = /program\.js:(\d+)/.exec(stack)?.[1];
  return { end: isMemory(what) ? 'out-of-memory' : 'failed', detail: line ? `${what} (line ${line})` : what };
}

/** It grows in steps of at most a fifth, the last ones smaller. */
function isFull({ buffer }: WebAssembly.Memory, { memoryBytes }: SandboxLimits): boolean {
  return buffer.byteLength > 0.8 * (ownPages * pageBytes + memoryBytes);
}

function isMemory(what: string): boolean {
  return /\bInternalError: out of memory/.test(what);
}
