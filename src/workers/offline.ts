// The service worker: keeps the page for when there is no network. What is needed to train and play is fetched when it
// is installed; what few need and is large – Python, onnxruntime, a recorded run – is kept once it was used. A new
// version waits until the page lets it take over. It imports nothing: the build makes one script of it, and puts in
// what there is (headless/offline-files.mjs). Whence: the Service Workers standard; workbox would be larger than this.

/** Files to fetch at once, and all files of this version, as addresses beside the page's. */
declare const __FETCHED__: readonly string[];
declare const __KNOWN__: readonly string[];
/** A hash of all of them. */
declare const __VERSION__: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const begins = 'grove page ';
const page = `${begins}${__VERSION__}`;
const used = 'grove used';
const at = (file: string) => new URL(file, worker.registration.scope).href;
/** Its name holds a hash of what is in it. */
const isForEver = (address: string) => /\/assets\/.*-[\w-]{8}\.\w+$/.test(address);

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('message', ({ data }) => {
  if (data === 'take over') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(worker.registration.scope)) event.respondWith(answer(request));
});

async function install(): Promise<void> {
  const cache = await caches.open(page);
  const missing: Request[] = [];
  for (const file of __FETCHED__) {
    const address = at(file);
    const kept = isForEver(address) ? await caches.match(address) : undefined; // an earlier version's
    if (kept) await cache.put(address, kept);
    else missing.push(new Request(address, isForEver(address) ? {} : { cache: 'reload' }));
  }
  await cache.addAll(missing);
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(begins) && name !== page) await caches.delete(name);
  const known = new Set(__KNOWN__.map(at));
  const cache = await caches.open(used);
  for (const { url } of await cache.keys()) if (!known.has(url)) await cache.delete(url);
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(page);
  const isPage = request.mode === 'navigate' && new URL(request.url).pathname === new URL(at('')).pathname;
  const kept = await cache.match(isPage ? at('index.html') : request, { ignoreSearch: isPage });
  if (kept) return kept;
  const address = request.url.split('#')[0] ?? '';
  const isKnown = __KNOWN__.some((file) => at(file) === address);
  if (!isKnown) return fetch(request);
  const others = await caches.open(used);
  const before = await others.match(request);
  if (before && isForEver(address)) return before;
  try {
    const fresh = await fetch(request);
    if (fresh.status === 200) await others.put(request, fresh.clone());
    return fresh;
  } catch (fault) {
    if (before) return before;
    throw fault;
  }
}
