// The page without a network: registers the service worker that keeps it (workers/offline.ts), and says when a newer
// page is ready. The newer one comes with a reload that the person asks for, and never while a run trains, here or in
// another tab.
import { runsElsewhere } from '../../workers/run-locks';
import { notify } from './notices-store';
import { trainerStore } from './trainer-store';

/** The page is there and looked at before anything more is fetched. */
const afterMs = 6000;
const longest = 2 ** 31 - 1;

/** `script`: beside the page. Nothing happens where the browser keeps no pages. */
export function keepOffline(script: string): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  setTimeout(() => {
    // Where it cannot be kept – a private window, no room – the page is fetched as before.
    void serviceWorker.register(script).then(watch, () => undefined);
  }, afterMs);
}

function watch(kept: ServiceWorkerRegistration | undefined): void {
  if (!kept) return;
  const tellOfWaiting = () => {
    // The first of all takes over by itself: there is no older page.
    if (kept.waiting && navigator.serviceWorker.controller) offerReload(kept.waiting);
  };
  tellOfWaiting();
  kept.addEventListener('updatefound', () => {
    const coming = kept.installing;
    coming?.addEventListener('statechange', () => coming.state === 'installed' && tellOfWaiting());
  });
}

function offerReload(waiting: ServiceWorker): void {
  const run = () => void reload(waiting);
  notify({ text: 'A new version is ready.', action: { label: 'Reload', run } }, { ms: longest });
}

async function reload(waiting: ServiceWorker): Promise<void> {
  const { live, wish } = trainerStore.getState();
  const here = live?.status === 'running' || wish !== undefined;
  if (here || (await runsElsewhere()).length > 0) {
    const text = here ? 'A run is training: pause it, then reload.' : 'A run is training in another tab.';
    notify({ text, action: { label: 'Reload', run: () => void reload(waiting) } }, { ms: longest });
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('take over');
}
