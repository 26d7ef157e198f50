// A worker's calls as plain functions: a comlink wrap (every call is a message) whose calls fail, instead of waiting
// for ever, when the worker breaks. It knows no worker's calls; Vite asks that each is made where its address stands:
// `new Worker(new URL(…))`.
import { type Endpoint, proxy, wrap } from 'comlink';
import { type Unless, unless } from '../basics/unless';
import type { Thread } from './threads';

/** An exposed object as its caller sees it: every function answers later. */
export type Called<Api> = {
  readonly [Verb in keyof Api]: Api[Verb] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Promise<Awaited<Answer>>
    : never;
};

interface WorkerWishes<Api> {
  /** What a call's error begins with when the worker breaks: "the benchmark broke". */
  readonly broke: string;
  /** The first call. Once it is answered the worker is up, and an error outside of any call fails none of the calls;
   *  without a first call, any error fails all. */
  readonly begin?: (api: Called<Api>) => Promise<unknown>;
}

export interface StartedWorker<Api> {
  readonly api: Called<Api>;
  /** Ends the worker; calls under way and later ones reject with `why`. */
  end(why: Error): void;
}

export function startWorker<Api>(worker: Thread, { broke, begin }: WorkerWishes<Api>): StartedWorker<Api> {
  let up = false;
  let fail = (_why: Error) => {};
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  worker.addEventListener('error', ({ message }) => {
    if (!up) fail(new Error(`${broke}: ${message || 'its worker could not be started'}`));
  });
  const api = callsOf<Api>(worker, unless(failure));
  begin?.(api).then(
    () => {
      up = true;
    },
    () => {}, // every other call fails with the same reason
  );
  const end = (why: Error) => {
    worker.terminate();
    fail(why);
  };
  return { api, end };
}

/** The calls of what is exposed behind an endpoint. Functions among the arguments are called back from there. */
export function callsOf<Api>(endpoint: Endpoint, unlessBroken: Unless = (work) => work): Called<Api> {
  const remote = wrap<Record<string, (...given: readonly unknown[]) => unknown>>(endpoint);
  const called = (verb: string) => {
    return (...given: readonly unknown[]) => unlessBroken(Promise.resolve(remote[verb]?.(...given.map(proxied))));
  };
  const verbs: ProxyHandler<object> = {
    get: (_, verb) => (verb === 'then' || typeof verb === 'symbol' ? undefined : called(verb)),
  };
  return new Proxy({}, verbs) as Called<Api>;
}

const proxied = (given: unknown) => (typeof given === 'function' ? proxy(given) : given);
