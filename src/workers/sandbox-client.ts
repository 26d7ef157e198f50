// The sandbox in the browser, callable from the page and from workers: a ProgramRunner whose threads are workers. They
// talk in plain messages, not through comlink: the same few serve Node, and comlink needs globals that the sealed
// worker no longer has.

import quickjs from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import sqlite from '@sqlite.org/sqlite-wasm/sqlite3.wasm?url';
import sqliteLoader from '@sqlite.org/sqlite-wasm?url';
import core from 'pyodide/pyodide.asm.mjs?url';
import wasm from 'pyodide/pyodide.asm.wasm?url';
import loader from 'pyodide/pyodide.mjs?url';
import lock from 'pyodide/pyodide-lock.json?url';
import library from 'pyodide/python_stdlib.zip?url';
import type { SandboxLanguage } from '../learning/agents/program-runner';
import { type FindImage, startWithImage } from '../run/sandbox/find-image';
import type { InterpreterFiles, PythonImage } from '../run/sandbox/interpreter';
import { type Sandbox, type SandboxSettings, sandboxOf } from '../run/sandbox/pool';
import { openSandboxThread, type SealedThread, type ThreadPort } from '../run/sandbox/sandbox-thread';
import type { StartThread, Thread } from './threads';

export type { FindImage };

/** Nothing is loaded before the first program; Python's files are 14 MB. */
export function browserSandbox(
  startThread: StartThread,
  { findImage, ...settings }: Omit<SandboxSettings, 'start'> & { readonly findImage?: FindImage | undefined } = {},
): Sandbox {
  const startPython = (image: PythonImage) =>
    openSandboxThread(portOf(startThread('sandbox')), { ...filesOf('python'), image } as InterpreterFiles);
  return sandboxOf({
    ...settings,
    start: (language, image) =>
      image === undefined ? startSandboxThread(startThread, language) : startWithImage(image, findImage, startPython),
  });
}

/** Starts a worker for programs of one language. */
export function startSandboxThread(startThread: StartThread, language: SandboxLanguage): Promise<SealedThread> {
  return openSandboxThread(portOf(startThread('sandbox')), filesOf(language));
}

function filesOf(language: SandboxLanguage): InterpreterFiles {
  const at = (address: string) => new URL(address, import.meta.url).href;
  if (language === 'javascript') return { language, wasm: at(quickjs) };
  if (language === 'sql') return { language, loader: at(sqliteLoader), wasm: at(sqlite) };
  return { language, loader: at(loader), core: at(core), wasm: at(wasm), library: at(library), lock: at(lock) };
}

function portOf(worker: Thread): ThreadPort {
  return {
    post: (message) => worker.postMessage(message),
    listen: (listener) => worker.addEventListener('message', ({ data }) => listener(data)),
    failed: (listener) =>
      worker.addEventListener('error', ({ message }) => listener(message || 'its worker could not be started')),
    stop: () => worker.terminate(),
  };
}
