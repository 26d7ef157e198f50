// A web server for a built folder: what any static host does, plus the two headers that allow shared memory between
// workers. It does not know what the folder holds. Plain JavaScript with Node's own modules only.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream';

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.md': 'text/markdown; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** The two headers, for every answer: a worker's own script needs them too. */
export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Files whose names hold a hash of what is in them: they never change. @param {string} file */
const isForEver = (file) => /[\\/]assets[\\/].*-[\w-]{8}\.\w+$/.test(file);

/**
 * Serves `folder` under `path` ("/" or "/some/where/") on localhost; port 0 takes any free one. `headers` go with every
 * answer; `onServed` hears of every file that is sent. Resolves with the address and how to stop. @param {{ folder:
 * string, path?: string, port?: number, headers?: Record<string, string>, onServed?: (file: string) => void }} what
 * @returns {Promise<{ address: string, stop: () => Promise<void> }>}
 */
export function serve({ folder, path = '/', port = 0, headers = isolation, onServed }) {
  const server = createServer((request, response) => {
    const file = fileFor(request.url ?? '/', folder, path);
    if (!file)
      return void response
        .writeHead(404, { 'Content-Type': 'text/plain', ...headers })
        .end('there is no such file here\n');
    response.writeHead(200, {
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Content-Length': statSync(file).size,
      'Cache-Control': isForEver(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...headers,
    });
    onServed?.(file);
    if (request.method === 'HEAD') return void response.end();
    pipeline(createReadStream(file), response, () => {}); // a visitor who leaves half-way is no error
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', () => {
      const bound = server.address();
      const taken = typeof bound === 'object' && bound ? bound.port : port;
      resolve({ address: `http://localhost:${taken}${path}`, stop: () => stop(server) });
    });
  });
}

/** The file that an address means, where it lies in the folder. @param {string} url @param {string} folder @param
 *  {string} path @returns {string | undefined} */
function fileFor(url, folder, path) {
  const asked = pathOf(url);
  if (!asked?.startsWith(path)) return undefined;
  const inside = normalize(join(folder, asked.slice(path.length)));
  const file = asked.endsWith('/') ? join(inside, 'index.html') : inside;
  return file.startsWith(normalize(folder) + sep) && existsSync(file) && statSync(file).isFile() ? file : undefined;
}

/** @param {string} url */
function pathOf(url) {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined; // a stray "%", or no address at all
  }
}

/** @param {import('node:http').Server} server @returns {Promise<void>} */
function stop(server) {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
