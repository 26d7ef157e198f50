// The thread of Node in which programs written by agents run. Whatever it could do besides is taken from it once its
// interpreter is up; before, it passes for a browser's worker, so that Pyodide starts the same way everywhere and looks
// for nothing of Node.
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { present } from '../basics/check';
import { serveSandbox } from '../run/sandbox/serve';

const port = present(parentPort, 'sandbox.worker.ts runs in a worker thread');
Object.assign(globalThis, {
  self: globalThis,
  WorkerGlobalScope: Object,
  location: new URL('https://sandbox.invalid/'),
});
Reflect.deleteProperty(globalThis, 'process');
Reflect.deleteProperty(globalThis, 'navigator');
serveSandbox(
  { post: (message) => port.postMessage(message), listen: (listener) => port.on('message', listener) },
  async (address) => new Uint8Array(await readFile(new URL(address))),
);
