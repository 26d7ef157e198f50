// The thread that trains. The page talks to it through comlink and never waits for the GPU; hidden tabs do not slow it,
// since nothing here hangs on a timer. By itself it only knows which GPU there is: the trainer is fetched with the
// first call that asks for more, so the page stands before the engine is there.

import { expose, type Remote } from 'comlink';
import { present } from '../basics/check';
import { once } from '../basics/once';
import { openStorage } from '../files/storage/storage';
import { probe } from '../run/probe';
import { sharedDevice } from '../run/shared-device';
import type { TrainerApi, TrainerEvent } from '../run/trainer-api';
import { calm } from './events';
import { threadsFrom } from './threads';

export interface TrainerWorkerApi extends TrainerApi {
  /** Called before anything else. Where the page lies: the model's files are fetched from beside it. `threads`: where
   *  the page starts workers. */
  begin(pageUrl: string, threads: MessagePort): void;
  /** Answered at once. */
  ping(): void;
}

type Verbs = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;

const now = () => performance.timeOrigin + performance.now();
const findGpu = () => navigator.gpu;
const storage = once((forget) => openStorage({ onClosed: forget }));
const device = sharedDevice(findGpu, {
  now,
  read: async (key) => (await storage()).settings.get(key),
  write: async (key, value) => (await storage()).settings.set(key, value),
});

let pageUrl: string | undefined;
let threads: MessagePort | undefined;
let listener: ((event: TrainerEvent) => void) | undefined;

const trainer = once(async () => {
  const [{ pageTrainer }, { workerFeatures: features }] = await Promise.all([
    import('./page-trainer'),
    import('../features/worker'),
  ]);
  const startThread = threadsFrom(present(threads, 'begin() comes first'));
  const made = pageTrainer({ device, features, pageUrl, storage, startThread, now });
  await made.listen((event) => listener?.(event));
  return made as unknown as Verbs;
});

const own: Pick<TrainerWorkerApi, 'begin' | 'ping' | 'listen' | 'probe'> = {
  begin: (url, port) => {
    pageUrl = url;
    threads = port;
  },
  ping: () => {},
  listen: async (given: ((event: TrainerEvent) => void) | Remote<(event: TrainerEvent) => void>) => {
    listener = calm((event) => void given(event), now, setTimeout);
  },
  probe: () => probe(findGpu, device),
};

const later =
  (verb: string) =>
  async (...given: readonly unknown[]) =>
    (await trainer())[verb]?.(...given);

expose(
  new Proxy(own, {
    get: (_, verb) => (Object.hasOwn(own, verb) ? Reflect.get(own, verb) : later(String(verb))),
  }),
);
