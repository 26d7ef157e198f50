// The sandbox on Node: a ProgramRunner whose threads are worker threads. The worker's code comes along as text, the
// interpreters' files lie in the packages npm installed.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import workerCode from 'virtual:sandbox-worker';
import type { SandboxLanguage } from '../learning/agents/program-runner';
import { type FindImage, startWithImage } from '../run/sandbox/find-image';
import type { InterpreterFiles, PythonImage } from '../run/sandbox/interpreter';
import { type Sandbox, type SandboxSettings, sandboxOf } from '../run/sandbox/pool';
import { openSandboxThread, type SealedThread, type ThreadPort } from '../run/sandbox/sandbox-thread';

export function headlessSandbox({
  findImage,
  ...settings
}: Omit<SandboxSettings, 'start'> & { readonly findImage?: FindImage } = {}): Sandbox {
  return sandboxOf({
    ...settings,
    start: (language, image) =>
      image === undefined ? startSandboxThread(language) : startWithImage(image, findImage, startPython),
  });
}

/** Starts a worker thread for programs of one language. Rejects where the packages are not installed. */
export async function startSandboxThread(language: SandboxLanguage): Promise<SealedThread> {
  const files = filesOf(language);
  return openSandboxThread(startThread(), files);
}

/** The same for Python with packages. */
function startPython(image: PythonImage): Promise<SealedThread> {
  return openSandboxThread(startThread(), { ...filesOf('python'), image } as InterpreterFiles);
}

function filesOf(language: SandboxLanguage): InterpreterFiles {
  const require = createRequire(import.meta.url);
  const at = (name: string) => pathToFileURL(require.resolve(name)).href;
  if (language === 'javascript') return { language, wasm: at('@jitl/quickjs-wasmfile-release-sync/wasm') };
  if (language === 'sql')
    // the build for browsers: the thread has nothing of Node's
    return {
      language,
      loader: at('@sqlite.org/sqlite-wasm').replace(/[^/]*$/, 'index.mjs'),
      wasm: at('@sqlite.org/sqlite-wasm/sqlite3.wasm'),
    };
  return {
    language,
    loader: at('pyodide/pyodide.mjs'),
    core: at('pyodide/pyodide.asm.mjs'),
    wasm: at('pyodide/pyodide.asm.wasm'),
    library: at('pyodide/python_stdlib.zip'),
    lock: at('pyodide/pyodide-lock.json'),
  };
}

function startThread(): ThreadPort {
  const worker = new Worker(workerCode, { eval: true, env: {}, name: 'sandbox' });
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
    listen: (listener) => worker.on('message', listener),
    failed: (listener) => {
      worker.on('error', (error) => listener(error instanceof Error ? error.message : String(error)));
      worker.on('exit', () => listener('its thread ended'));
    },
    stop: () => void worker.terminate(),
  };
}
