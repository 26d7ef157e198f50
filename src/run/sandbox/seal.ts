// Takes from a worker's realm everything that is not the language: network, storage, messages, other workers,
// evaluation of text. A program cannot reach the realm in the first place; sealed, there is nothing in it to reach. The
// clock it is left with stands.
import { standingInstant } from './interpreter';

/** What stays besides ECMAScript: what interpreters are made of. */
const platform = ['WebAssembly', 'TextDecoder', 'TextEncoder', 'queueMicrotask'];

/** The language's own globals; what a host adds beyond them goes. */
const language = [
  ...[
    'Infinity',
    'NaN',
    'undefined',
    'globalThis',
    'isFinite',
    'isNaN',
    'parseFloat',
    'parseInt',
    'decodeURI',
    'decodeURIComponent',
  ],
  ...[
    'encodeURI',
    'encodeURIComponent',
    'escape',
    'unescape',
    'Object',
    'Boolean',
    'Symbol',
    'Error',
    'AggregateError',
    'EvalError',
  ],
  ...[
    'RangeError',
    'ReferenceError',
    'SyntaxError',
    'TypeError',
    'URIError',
    'SuppressedError',
    'Number',
    'BigInt',
    'Math',
    'Date',
  ],
  ...[
    'String',
    'RegExp',
    'Array',
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
  ],
  ...[
    'Uint32Array',
    'BigInt64Array',
    'BigUint64Array',
    'Float16Array',
    'Float32Array',
    'Float64Array',
    'Map',
    'Set',
    'WeakMap',
  ],
  ...[
    'WeakSet',
    'WeakRef',
    'FinalizationRegistry',
    'ArrayBuffer',
    'DataView',
    'JSON',
    'Iterator',
    'Promise',
    'Reflect',
    'Proxy',
    'Intl',
  ],
];
const kept = new Set([...language, ...platform]);

/** What would be a way out; the names that openDoors looks for. */
const ways = [
  ...[
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'WebSocketStream',
    'EventSource',
    'WebTransport',
    'importScripts',
    'indexedDB',
    'caches',
  ],
  ...[
    'BroadcastChannel',
    'MessageChannel',
    'postMessage',
    'Worker',
    'SharedWorker',
    'navigator',
    'location',
    'self',
    'name',
    'onmessage',
  ],
  ...[
    'SharedArrayBuffer',
    'Atomics',
    'addEventListener',
    'dispatchEvent',
    'setTimeout',
    'setInterval',
    'crypto',
    'process',
    'require',
  ],
  ...[
    'module',
    'Buffer',
    'global',
    'eval',
    'Function',
    'URL',
    'Blob',
    'FileReaderSync',
    'Request',
    'Response',
    'reportError',
    'close',
  ],
  ...['RTCPeerConnection', 'Notification', 'webkitRequestFileSystem', 'cookieStore', 'scheduler', 'performance'],
];

/** Cannot be undone. Call it after everything that is needed has been loaded. */
export function sealRealm(): void {
  standStill();
  for (const constructorOf of [() => {}, async () => {}, function* () {}, async function* () {}])
    Reflect.defineProperty(Object.getPrototypeOf(constructorOf), 'constructor', { value: undefined });
  for (let place: object | null = globalThis; place && place !== Object.prototype; place = Object.getPrototypeOf(place))
    for (const name of Reflect.ownKeys(place)) {
      if (name === 'constructor' || (typeof name === 'string' && kept.has(name))) continue;
      if (!Reflect.deleteProperty(place, name)) Reflect.defineProperty(place, name, { value: undefined });
    }
  // Emscripten's modules complain to it
  const silent = () => {};
  Reflect.set(globalThis, 'console', { log: silent, warn: silent, error: silent });
  Reflect.set(globalThis, 'performance', { now: () => 0 });
}

/** The time and the time zone are those of no place. */
function standStill(): void {
  Date.now = () => standingInstant;
  const date = Date.prototype as unknown as Record<string, unknown>;
  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'])
    date[`get${part}`] = date[`getUTC${part}`];
  date['getTimezoneOffset'] = () => 0;
}

/** The ways out that this realm still has, by name: none after sealRealm. */
export function openDoors(): string[] {
  const open = ways.filter((name) => name !== 'performance' && Reflect.get(globalThis, name) !== undefined);
  const constructed = [() => {}, async () => {}].some(
    (made) => typeof Object.getPrototypeOf(made).constructor === 'function',
  );
  return constructed ? [...open, 'constructor of functions'] : open;
}
