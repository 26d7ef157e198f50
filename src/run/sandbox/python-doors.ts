// Pyodide's doors. WebAssembly reaches its host through the functions it imports and in no other way, so what a Python
// program can do is what these do: while one runs, every import that is not listed here as harmless is shut. Pyodide's
// bridge to JavaScript, sockets, foreign functions, shared libraries, signals and writing files are such imports.
// Clock, chance, standard streams and memory are played here.
import type { Rng } from '../../basics/rng';
import { standingInstant } from './interpreter';
import { boundedOutput, type End, type Output, type SandboxLimits } from './limits';
import { reportDescriptor } from './python-driver';

/** Thrown through the interpreter, past every `except` of the program. Restoring the memory image then repairs the
 *  interpreter's state. */
export class Stopped {
  constructor(
    readonly end: End,
    readonly detail = '',
  ) {}
}

/** What the doors play for the program that runs. */
export interface RunningProgram {
  readonly limits: SandboxLimits;
  readonly deadline: number;
  readonly stdin: Uint8Array;
  readonly random: Rng;
  readonly output: Output;
  /** What the driver told last, as text. */
  report: string;
  /** It asked for more memory than it may have. */
  refused: boolean;
  read: number;
  decoders: readonly [TextDecoder, TextDecoder];
}

export function runningProgram(
  parts: Pick<RunningProgram, 'limits' | 'deadline' | 'stdin' | 'random'>,
): RunningProgram {
  const decoders = [new TextDecoder(), new TextDecoder()] as const;
  return { ...parts, output: boundedOutput(parts.limits.outputLength), report: '', refused: false, read: 0, decoders };
}

/** The parts of an Emscripten module that the doors look into. Its views change when the memory grows, so they are
 *  asked each time. */
export interface Heap {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAP32: Int32Array;
  readonly HEAP64: BigInt64Array;
}

type Door = (...words: never[]) => unknown;
export type Imports = Record<string, Door>;

export interface Doors {
  /** Undefined: nobody's program runs, and Pyodide starts up as it likes. */
  running: RunningProgram | undefined;
  /** The memory's size in bytes at the beginning of every program; its limit is beyond it. */
  ownBytes: number;
  heap: Heap | undefined;
}

/** Errno of WASI. */
const [notPermitted, notThere, denied, noTerminal] = [63, 44, 2, 59];

/** Reading its own library, asking harmless things, calling its own functions: as Emscripten made them. */
const harmless = new Set([
  '_PyEM_TrampolineCall_JS',
  '__syscall_getcwd',
  '__syscall_stat64',
  '__syscall_lstat64',
  '__syscall_newfstatat',
  '__syscall_fstat64',
  '__syscall_faccessat',
  '__syscall_getdents64',
  '__syscall_getuid32_js',
  'fd_seek',
  'fd_pread',
  'fd_fdstat_get',
  'clock_res_get',
  'environ_sizes_get',
  'environ_get',
  'emscripten_get_heap_max',
  '_gmtime_js',
  '_timegm_js',
  '_emscripten_get_progname',
  'JsvError_Check',
  'Jsv_GetError_import',
]);

/** Shuts or replaces the imports, in place: the table of functions that Emscripten keeps is this very object. */
export function guardDoors(imports: Imports, doors: Doors, now: () => number): void {
  const played = playedDoors(imports, doors, now);
  for (const [name, open] of Object.entries(imports)) {
    if (typeof open !== 'function' || harmless.has(name)) continue;
    const guarded = (...words: never[]) => {
      if (!doors.running) return open(...words);
      const play = played[name];
      return play ? play(doors.running, ...words) : shut(name);
    };
    imports[name] = Object.assign(guarded, { sig: Reflect.get(open, 'sig') });
  }
}

/** System calls answer with an error the program can handle; anything else ends it. */
function shut(name: string): number {
  if (name.startsWith('__syscall_')) return -notPermitted;
  if (name.startsWith('fd_')) return notPermitted;
  if (name === '_emscripten_system' || name.startsWith('get')) return -1;
  throw new Stopped('failed', `PermissionError: it reached out of the sandbox (${name})`);
}

function playedDoors(
  imports: Imports,
  doors: Doors,
  now: () => number,
): Record<string, (running: RunningProgram, ...words: never[]) => unknown> {
  const heap = () => doors.heap as Heap;
  const original = { ...imports } as Record<string, (...words: unknown[]) => unknown>;
  const pass = (name: string, ...words: unknown[]) => original[name]?.(...words);
  return {
    /** Asked every few loops and calls, and by long calculations. */
    _Py_CheckEmscriptenSignals_Helper: ({ deadline }) => {
      if (now() > deadline) throw new Stopped('out-of-time');
      return 0;
    },
    emscripten_resize_heap: (running, bytes: number) => {
      if (bytes >>> 0 <= doors.ownBytes + running.limits.memoryBytes) return pass('emscripten_resize_heap', bytes);
      running.refused = true;
      return 0;
    },
    fd_write: (running, descriptor: number, list: number, count: number, written: number) => {
      if (descriptor !== 1 && descriptor !== 2 && descriptor !== reportDescriptor) return notPermitted;
      const parts = slices(heap(), list, count);
      for (const part of parts) hear(running, descriptor, part.slice());
      heap().HEAPU32[written >>> 2] = parts.reduce((sum, { length }) => sum + length, 0);
      return 0;
    },
    fd_read: (running, descriptor: number, list: number, count: number, read: number) => {
      if (descriptor !== 0) return descriptor > 2 ? pass('fd_read', descriptor, list, count, read) : notPermitted;
      const begun = running.read;
      for (const part of slices(heap(), list, count)) {
        const bytes = running.stdin.subarray(running.read, running.read + part.length);
        part.set(bytes);
        running.read += bytes.length;
      }
      heap().HEAPU32[read >>> 2] = running.read - begun;
      return 0;
    },
    fd_close: (_, descriptor: number) => (descriptor > 2 ? pass('fd_close', descriptor) : 0),
    __syscall_openat: (_, folder: number, path: number, flags: number, rest: number) => {
      if ((flags & 0o103) !== 0) return -denied; // to write or to make
      const text = textAt(heap(), path);
      if (!text.startsWith('/lib/') || text.includes('..')) return text.startsWith('/') ? -denied : -notThere;
      return pass('__syscall_openat', folder, path, flags, rest);
    },
    __syscall_ioctl: () => -noTerminal,
    emscripten_date_now: () => standingInstant,
    emscripten_get_now: () => 0,
    clock_time_get: (_, clock: number, _precision: bigint, time: number) => {
      heap().HEAP64[time >>> 3] = clock === 0 ? BigInt(standingInstant) * 1_000_000n : 0n;
      return 0;
    },
    random_get: ({ random }, address: number, count: number) => {
      const bytes = heap().HEAPU8.subarray(address >>> 0, (address >>> 0) + (count >>> 0));
      for (let index = 0; index < bytes.length; index++) bytes[index] = random.integer(256);
      return 0;
    },
    // the time zone is UTC
    _localtime_js: (_, time: bigint, parts: number) => {
      pass('_gmtime_js', time, parts);
      heap().HEAP32.fill(0, (parts >>> 2) + 8, (parts >>> 2) + 10);
    },
    _mktime_js: (_, parts: number) => {
      heap().HEAP32[(parts >>> 2) + 8] = 0;
      return pass('_timegm_js', parts);
    },
    _tzset_js: (_, zone: number, daylight: number, name: number, summerName: number) => {
      const { HEAPU32, HEAPU8 } = heap();
      HEAPU32[zone >>> 2] = 0;
      HEAPU32[daylight >>> 2] = 0;
      for (const address of [name, summerName]) HEAPU8.set([85, 84, 67, 0], address >>> 0);
    },
    proc_exit: (_, status: number) => leave(status),
    exit: (_, status: number) => leave(status),
    _abort_js: () => {
      throw new Stopped('failed', 'it aborted its interpreter');
    },
  };
}

function leave(status: number): never {
  throw status === 0 ? new Stopped('finished') : new Stopped('failed', `it left with exit status ${status}`);
}

function hear(running: RunningProgram, descriptor: number, bytes: Uint8Array): void {
  if (descriptor === reportDescriptor) running.report = new TextDecoder().decode(bytes);
  else if (!running.output.add(running.decoders[descriptor === 1 ? 0 : 1].decode(bytes, { stream: true })))
    throw new Stopped('out-of-output');
}

/** The pieces of memory that a list of addresses and lengths names. */
function slices({ HEAPU32, HEAPU8 }: Heap, list: number, count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => {
    const at = (list >>> 2) + 2 * index;
    const address = HEAPU32[at] ?? 0;
    return HEAPU8.subarray(address, address + (HEAPU32[at + 1] ?? 0));
  });
}

function textAt({ HEAPU8 }: Heap, address: number): string {
  const end = HEAPU8.indexOf(0, address >>> 0);
  return new TextDecoder().decode(HEAPU8.slice(address >>> 0, end));
}
