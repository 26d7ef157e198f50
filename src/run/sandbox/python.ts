// Python programs in Pyodide, CPython compiled to WebAssembly. Once started, its memory is kept as an image, and every
// program begins from that image, byte for byte: no program can leave anything behind, whatever it did to modules,
// built-ins or the interpreter itself. That also allows to stop a program at any point by throwing through it. It runs
// by plain calls of C; Pyodide's bridge to JavaScript is shut (python-doors.ts). It must have a realm of its own:
// starting changes globals, and seal.ts removes the rest.
import { check } from '../../basics/check';
import { rngFrom } from '../../basics/rng';
import type { ProgramResult } from '../../learning/agents/program-runner';
import type { Interpreter, InterpreterFiles, Program, ReadFile } from './interpreter';
import { type End, whyOf } from './limits';
import {
  type Doors,
  guardDoors,
  type Heap,
  type Imports,
  type RunningProgram,
  runningProgram,
  Stopped,
} from './python-doors';
import { pythonDriver } from './python-driver';
import { addPackages, readPackages } from './python-packages';

/** What we call of Pyodide's Emscripten module. */
interface PythonModule extends Heap {
  stringToNewUTF8(text: string): number;
  stackSave(): number;
  stackRestore(pointer: number): void;
  /** 0, or −1 where it threw. */
  _PyRun_SimpleString(source: number): number;
  readonly FS: { streams: unknown[] };
}

type PythonFiles = Extract<InterpreterFiles, { language: 'python' }>;

export interface PythonParts {
  readonly files: PythonFiles;
  readonly read: ReadFile;
  readonly now: () => number;
}

/** Starts Pyodide: seconds. Rejects where its files cannot be had. */
export async function openPython({ files, read, now }: PythonParts): Promise<Interpreter> {
  const doors: Doors = { running: undefined, ownBytes: 0, heap: undefined };
  const { module, snapshot } = await startPyodide({ files, read, now }, doors);
  doors.heap = module;
  const told = module._PyRun_SimpleString(module.stringToNewUTF8(pythonDriver));
  check(
    told === 0,
    'Pyodide started, but what runs programs in it failed: its version and python-driver.ts do not fit together',
  );
  const image = module.HEAPU8.slice();
  const stack = module.stackSave();
  const streams = [...module.FS.streams];
  doors.ownBytes = image.length;
  const restore = () => {
    doors.running = undefined;
    module.HEAPU8.set(image);
    module.HEAPU8.fill(0, image.length);
    module.stackRestore(stack);
    module.FS.streams.splice(0, Number.POSITIVE_INFINITY, ...streams);
  };
  return {
    ...(snapshot ? { snapshot } : {}),
    run: async (program, limits) => {
      const running = runningProgram({
        limits,
        deadline: now() + limits.timeMs,
        stdin: new TextEncoder().encode(program.stdin),
        random: rngFrom('sandbox', program.seed),
      });
      doors.running = running;
      const [end, detail] = endOf(module, running, program);
      restore();
      return resultOf(end, detail, running);
    },
  };
}

function endOf(module: PythonModule, running: RunningProgram, program: Program): readonly [End, string] {
  try {
    const address = module.stringToNewUTF8(`run_program(${pythonLiteral(requestJson(program))})`);
    if (address === 0) return ['out-of-memory', ''];
    module._PyRun_SimpleString(address);
    if (running.report === '')
      return running.refused ? ['out-of-memory', ''] : ['failed', 'its failure could not be told'];
    const [end, what, line] = JSON.parse(running.report) as [End, string, number];
    return [end, line ? `${what} (line ${line})` : what];
  } catch (thrown) {
    if (thrown instanceof Stopped) return [thrown.end, thrown.detail];
    return [
      'failed',
      thrown instanceof RangeError ? 'it nests too deeply' : `its interpreter gave up: ${String(thrown)}`,
    ];
  }
}

function resultOf(end: End, detail: string, { output, limits }: RunningProgram): ProgramResult {
  return { end, output: output.text(), why: whyOf(end, limits, detail) };
}

function requestJson({ source, globals, stdin: _, seed }: Program): string {
  return `{"source":${JSON.stringify(source)},"globals":${globals},"seed":${JSON.stringify(seed)}}`;
}

/** A Python literal of the text, in ASCII. */
function pythonLiteral(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Pyodide by its own loader, which asks for its files by address: they are answered here, and any other address is
 *  not. */
async function startPyodide({ files, read, now }: PythonParts, doors: Doors): Promise<Started> {
  const [wasm, library, lock] = await Promise.all(
    [files.wasm, files.library, files.lock].map((address) => read(address)),
  );
  const { image } = files;
  const kept = image?.snapshot === undefined ? undefined : await read(image.snapshot);
  const packages = image && (await readPackages(image, read));
  const compiled = await WebAssembly.compile(wasm as Uint8Array<ArrayBuffer>);
  Object.assign(globalThis, {
    fetch: async (address: URL | string) => {
      if (String(address).endsWith('.zip')) return new Response(library);
      if (String(address).endsWith('.wasm')) return new Response();
      throw new Error(`the sandbox asks nobody for ${String(address)}`);
    },
  });
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const functions = imports?.['env'] as unknown as Imports;
    guardDoors(functions, doors, now);
    const instance = await WebAssembly.instantiate(compiled, imports);
    if (kept) makeRoom(instance, kept.length);
    return { instance, module: compiled };
  };
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    import(/* @vite-ignore */ files.loader),
    import(/* @vite-ignore */ files.core),
  ]);
  const nowhere = 'https://sandbox.invalid/';
  const pyodide = await loadPyodide({
    createPyodideModule,
    indexURL: nowhere,
    packageBaseUrl: nowhere,
    lockFileContents: new TextDecoder().decode(lock),
    jsglobals: Object.create(null),
    env: { HOME: '/work', PYTHONHASHSEED: '0', LANG: 'C.UTF-8' },
    stdin: () => null,
    stdout: () => {},
    stderr: () => {},
    enableRunUntilComplete: false,
    ...(kept ? { _loadSnapshot: kept } : image ? { _makeSnapshot: true } : {}),
  });
  const snapshot = image && addPackages(pyodide, image, packages ?? new Map());
  // so that Python asks, again and again, whether to stop
  pyodide.setInterruptBuffer(new Uint8Array(1));
  return { module: pyodide._module, ...(snapshot ? { snapshot } : {}) };
}

interface Started {
  readonly module: PythonModule;
  readonly snapshot?: Uint8Array<ArrayBuffer>;
}

/** A snapshot is copied into memory as it stands: there must be as much. */
function makeRoom({ exports }: WebAssembly.Instance, bytes: number): void {
  const memory = exports['memory'] as WebAssembly.Memory;
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / 2 ** 16));
}
