// An author's module inside QuickJS, called synchronously: texts in, JSON out. What it may use is counted – steps of
// the interpreter, not time – so that a run has the same end on every machine. A call that throws, never ends or
// answers nonsense is one readable error. It has no clock, no random numbers but those it is handed, and no way out.
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { ExpectationError } from '../../../basics/check';
import type { Limits, Picture } from '../../../learning/environments/environment';
import { stackBytes } from '../../../run/sandbox/quickjs';
import { type DescriptionFault, readDescription, type WorldDescription } from './description';
import { driver } from './driver';

export const worldLimits = {
  memoryBytes: 32 * 2 ** 20,
  /** Of QuickJS's looks at its interrupt, each after some ten thousand calls and turns of loops; a second or two in
   *  all. */
  interrupts: 1_000,
  sourceLength: 200_000,
  stateLength: 20_000,
  boardSide: 24,
  /** States that are searched to the last of them, so that all their ways are known. */
  explored: 5_000,
  /** States that are searched for the nearest end. */
  searched: 20_000,
  remembered: 60_000,
  wayLength: 1_000,
} as const;

/** What a program can be asked; states are texts of JSON. Each throws a WorldFault. */
export interface WorldProgram {
  readonly description: WorldDescription;
  start(settings: object, seed: number): string;
  /** The same text when the move changes nothing. `player`: whose it is, where there are several. */
  step(state: string, move: string, player?: string): string;
  look(state: string): Look;
  /** Infinity where there is no way. */
  left(state: string): number;
  /** Moves to the end. */
  way(state: string): readonly string[] | undefined;
  /** Of players whose part has the function: what it observes, what it does in its turn (undefined: nothing), a state
   *  that it cannot tell from this one, its ceiling. */
  seen(player: string, state: string): Picture;
  plan(player: string, state: string): readonly string[] | undefined;
  alike(player: string, state: string, seed: number): string;
  ceiling(player: string, start: string, limits: Limits): number;
  /** Gives its memory back. Asked again, it loads the module again and answers the same. */
  close(): void;
}

export interface Look {
  readonly solved: boolean;
  readonly picture: readonly string[];
  /** The author's own share of the task, where there is one. */
  readonly score: number | null;
}

/** An author's function did what it must not: which one, given what. */
export class WorldFault extends ExpectationError {
  override name = 'WorldFault';
  constructor(
    readonly world: string,
    readonly where: string,
    readonly what: string,
    /** What the function was given, in JSON. */
    readonly given: readonly string[] = [],
  ) {
    super(`the world “${world}”: ${where}(${given.map(cut).join(', ')}): ${what}`);
  }
}

export type WorldLoaded = { readonly program: WorldProgram } | { readonly faults: readonly DescriptionFault[] };

/** An interpreter to load a module in. `leave` takes the module out again: the interpreter is wanted for another
 *  one. */
export type Lend = (leave: () => void) => QuickJSWASMModule;

/** Loads a module; what is wrong with it, if it cannot be played at all. */
export function loadWorld(quickjs: QuickJSWASMModule, source: string): WorldLoaded {
  return loadWorldIn(() => quickjs, source);
}

/** The same in one interpreter after the other: whenever the module has to be loaded, now or later, one is asked
 *  for. */
export function loadWorldIn(lend: Lend, source: string): WorldLoaded {
  if (source.length > worldLimits.sourceLength)
    return faulty('module', `expected at most ${worldLimits.sourceLength} characters, got ${source.length}`);
  let box: Box | undefined;
  const close = () => {
    box?.close();
    box = undefined;
  };
  const open = (): Box | Refused => {
    const opened: Box | Refused = openBox(
      lend(() => {
        if (box === opened) close();
      }),
      source,
    );
    if (!('faults' in opened)) box = opened;
    return opened;
  };
  const first = open();
  if ('faults' in first) return first;
  const { description } = first;
  const ask = (what: string, ...words: string[]): unknown => {
    const asked = box ?? open();
    if ('faults' in asked)
      throw new WorldFault(description.name, 'module', asked.faults[0]?.what ?? 'it cannot be loaded');
    try {
      return asked.ask(what, words);
    } finally {
      if (asked.broken) close(); // the next question begins afresh
    }
  };
  return {
    program: {
      description,
      start: (settings, seed) => String(ask('start', JSON.stringify(settings), String(seed))),
      step: (state, ...act) =>
        (ask('step', state, ...act.filter((word) => word !== undefined)) as string | null) ?? state,
      look: (state) => ask('look', state) as Look,
      left: (state) => {
        const left = ask('left', state) as number;
        return left < 0 ? Number.POSITIVE_INFINITY : left;
      },
      way: (state) => (ask('way', state) as string[] | null) ?? undefined,
      seen: (player, state) => ask('seen', player, state) as Picture,
      plan: (player, state) => (ask('plan', player, state) as string[] | null) ?? undefined,
      alike: (player, state, seed) => String(ask('alike', player, state, String(seed))),
      ceiling: (player, start, limits) => Number(ask('ceiling', player, start, JSON.stringify(limits))),
      close,
    },
  };
}

interface Box {
  readonly description: WorldDescription;
  broken: boolean;
  ask(what: string, words: readonly string[]): unknown;
  close(): void;
}

type Refused = { readonly faults: readonly DescriptionFault[] };

function faulty(where: string, what: string): Refused {
  return { faults: [{ where, what }] };
}

function openBox(quickjs: QuickJSWASMModule, source: string): Box | Refused {
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(worldLimits.memoryBytes);
  runtime.setMaxStackSize(stackBytes);
  let interrupts = 0;
  runtime.setInterruptHandler(() => ++interrupts > worldLimits.interrupts);
  const context = runtime.newContext({ intrinsics: withoutClock });
  const close = () => closed(runtime, context, kept);
  const kept: QuickJSHandle[] = [];
  const keep = (handle: QuickJSHandle) => {
    kept.push(handle);
    return handle;
  };
  const limits = keep(context.unwrapResult(context.evalCode(`(${JSON.stringify(worldLimits)})`)));
  const open = keep(context.unwrapResult(context.evalCode(driver, 'driver.js')));
  const tools = keep(context.unwrapResult(context.callFunction(open, context.undefined, limits)));
  const [take, ready, question, where] = ['take', 'ready', 'ask', 'where'].map((name) =>
    keep(context.getProp(tools, name)),
  );

  const refuse = (why: string): Refused => {
    close();
    return faulty('module', why);
  };
  const loaded = context.evalCode(source, 'world.js', { type: 'module', strict: true });
  if (loaded.error) return refuse(whyNot(context, loaded.error, interrupts));
  const module = keep(loaded.value);
  const state = context.getPromiseState(module);
  if (state.type === 'rejected') return refuse(whyNot(context, state.error, interrupts));
  if (state.type === 'pending') return refuse('expected a module that is ready at once: take out await');
  const exports = state.notAPromise ? module : keep(state.value);
  const named = ['default', 'world'].map((name) => keep(context.getProp(exports, name)));
  const world = named.find((handle) => context.typeof(handle) !== 'undefined');
  if (!world)
    return refuse(
      'nothing is exported: write export default { name, sentence, symbols, moves, start, step, solved, picture }',
    );
  const taken = context.callFunction(take as QuickJSHandle, context.undefined, world);
  if (taken.error) return refuse(whyNot(context, taken.error, interrupts));
  const said = taken.value.consume((handle) => context.getString(handle));
  const read = readDescription(said === 'undefined' ? undefined : JSON.parse(said));
  if ('faults' in read) {
    close();
    return read;
  }
  context.unwrapResult(context.callFunction(ready as QuickJSHandle, context.undefined)).dispose();

  const box: Box = {
    description: read.description,
    broken: false,
    ask: (what, words) => {
      interrupts = 0;
      const handles = [what, ...words].map((word) => context.newString(word));
      const answer = context.callFunction(question as QuickJSHandle, context.undefined, ...handles);
      for (const handle of handles) handle.dispose();
      if (answer.error) {
        const why = whyNot(context, answer.error, interrupts);
        interrupts = 0;
        box.broken = true;
        const place = placeOf(context, where as QuickJSHandle);
        throw new WorldFault(read.description.name, place.at, why, place.given);
      }
      const { ok, fault } = JSON.parse(answer.value.consume((handle) => context.getString(handle)));
      if (fault) throw new WorldFault(read.description.name, fault.at, fault.what, textsOf(fault.given));
      return ok;
    },
    close,
  };
  return box;
}

/** The language without a clock. */
const withoutClock = {
  BaseObjects: true,
  Date: false,
  Eval: true, // without it no code is evaluated at all
  StringNormalize: true,
  RegExp: true,
  RegExpCompiler: true,
  JSON: true,
  Proxy: true,
  MapSet: true,
  TypedArrays: true,
  Promise: true, // modules are made of it
  BigInt: true,
} as const;

function whyNot(context: QuickJSContext, error: QuickJSHandle, interrupts: number): string {
  if (interrupts > worldLimits.interrupts) {
    error.dispose();
    return 'it does not come to an end: is there a loop without one?';
  }
  const thrown: unknown = error.consume((handle) => context.dump(handle));
  const { name, message, stack } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Readonly<
    Record<string, unknown>
  >;
  const what = name === undefined ? `it threw ${JSON.stringify(thrown)}` : `${String(name)}: ${String(message)}`;
  if (/could not load module/.test(what)) return 'a world imports nothing: write what it needs into the module itself';
  if (/InternalError: out of memory/.test(what))
    return `it needs more than ${worldLimits.memoryBytes / 2 ** 20} MiB of memory`;
  const line = /world\.js:(\d+)/.exec(String(stack))?.[1];
  return `${what}${line ? ` (line ${line})` : ''}`;
}

function placeOf(
  context: QuickJSContext,
  where: QuickJSHandle,
): { readonly at: string; readonly given: readonly string[] } {
  const told = context.callFunction(where, context.undefined);
  if (told.error) {
    told.error.dispose();
    return { at: 'module', given: [] };
  }
  const { at, given } = JSON.parse(told.value.consume((handle) => context.getString(handle)));
  return { at: String(at), given: textsOf(given) };
}

function textsOf(given: unknown): string[] {
  return Array.isArray(given) ? given.map((value) => JSON.stringify(value) ?? 'nothing') : [];
}

function closed(runtime: QuickJSRuntime, context: QuickJSContext, kept: readonly QuickJSHandle[]): void {
  for (const handle of kept) if (handle.alive) handle.dispose();
  context.dispose();
  runtime.dispose();
}

function cut(text: string): string {
  return text.length > 160 ? `${text.slice(0, 157)}…` : text;
}
