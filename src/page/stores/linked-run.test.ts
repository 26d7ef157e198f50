// A link that brings a run along, with a scripted network: what is fetched, what is said, and which screen shows it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { presetById } from '../../learning/config/presets';
import type { OpenedRun, TrainerApi } from '../../run/trainer-api';
import { scriptedStorage } from '../harness/scripted-storage';
import { provideTrainer } from './lab-client';
import { linkedRunStore, openLinkedRun } from './linked-run';
import { embedCode, isEmbedded, linkTo, outOfFrame } from './links';
import { noticesStore } from './notices-store';
import type { RunSummary } from './storage-client';
import { provideStorage, storage } from './storage-client';
import { trainerStore } from './trainer-store';

const address = 'https://files.example/runs/first.grove.zip';
const page = 'https://grove.example/lab/';
const zip = new Uint8Array([0x50, 0x4b, 3, 4, 5, 6, 7, 8]);

let location: { hash: string; href: string; search: string };
let opened: File[];
let fetched: string[];

beforeEach(() => {
  opened = [];
  fetched = [];
  vi.stubGlobal('HashChangeEvent', Event);
  const history = {
    replaceState: (_state: unknown, _title: string, hash: string) => {
      location.hash = hash;
    },
  };
  vi.stubGlobal('window', {
    get location() {
      return location;
    },
    history,
    addEventListener: () => undefined,
    dispatchEvent: () => true,
  });
  at(`?run=${address}`);
  noticesStore.setState({ notices: [] });
  trainerStore.setState({ faults: [] });
  const kept = scriptedStorage([]);
  provideStorage(async () => kept);
  labThatOpens(async () => ({ kind: 'new', id: 'a', idInFile: 'a', name: 'first' }));
});
afterEach(() => vi.unstubAllGlobals());

function at(search: string, hash = ''): void {
  location = { hash, search, href: `${page}${search}${hash}` };
}

function labThatOpens(openRun: () => Promise<OpenedRun>): void {
  const trainer: Partial<TrainerApi> = {
    openRun: async (file) => {
      opened.push(file);
      const answer = await openRun();
      const kept = (await storage()) as ReturnType<typeof scriptedStorage>;
      kept.put(summary(answer));
      return answer;
    },
  };
  provideTrainer(() => trainer as TrainerApi);
}

function summary({ id, name }: Pick<OpenedRun, 'id' | 'name'>): RunSummary {
  const { config } = presetById('quick');
  const view = { id, name, config, status: 'finished', step: 1, reports: [], recorded: false } as const;
  return { view, createdAt: 0, seconds: 0, bytes: 0 };
}

/** A network that answers like this; what is asked is written down. */
const answering = (answer: (wishes: RequestInit) => Response | Promise<Response>) => ({
  fetch: async (url: URL, wishes: RequestInit) => {
    fetched.push(url.href);
    return answer(wishes);
  },
  online: () => true,
});
const file = () => new Response(zip, { headers: { 'content-length': String(zip.length) } });
const open = (network = answering(file)) => openLinkedRun(location, network);
const said = () => noticesStore.getState().notices.map(({ text }) => text);
const fault = () => trainerStore.getState().faults[0]?.why;

describe('a link with a run', () => {
  test('is opened like a file of that name, and shown in the Lab', async () => {
    await open();
    expect(fetched).toEqual([address]);
    expect(opened.map(({ name, size }) => [name, size])).toEqual([['first.grove.zip', 8]]);
    expect(said()).toEqual(['“first” is among your runs.']);
    expect(location.hash).toBe('#/lab/a');
    expect(linkedRunStore.getState()).toEqual({ kind: 'none' });
  });

  test.each([
    ['#/rollouts', '#/rollouts/a'],
    ['#/rollouts/a/3/0/1', '#/rollouts/a/3/0/1'],
    ['#/rollouts/gone/3/0/1', '#/rollouts/a'],
    ['#/runs', '#/runs'],
    ['#/lab?preset=quick', '#/lab?preset=quick'],
  ])('%s: it is shown at %s', async (hash, shownAt) => {
    at(`?run=${address}`, hash);
    await open();
    expect(location.hash).toBe(shownAt);
  });

  test('a place in a run that came in under a new id is a place in that', async () => {
    labThatOpens(async () => ({ kind: 'copy', id: 'b', idInFile: 'a', name: 'first' }));
    at(`?run=${address}`, '#/rollouts/a/3/0/1');
    await open();
    expect(location.hash).toBe('#/rollouts/b/3/0/1');
  });

  test('a second time it is here: nothing is fetched, unless it was deleted since', async () => {
    await open();
    at(`?run=${address}`, '#/rollouts');
    await open();
    expect(fetched).toHaveLength(1);
    expect(location.hash).toBe('#/rollouts/a');
    expect(said().at(-1)).toContain('nothing was fetched');
    await (await storage()).remove('a');
    await open();
    expect(fetched).toHaveLength(2);
  });

  test('may be relative to the page', async () => {
    at('?run=runs/first.grove.zip');
    await open();
    expect(fetched).toEqual([`${page}runs/first.grove.zip`]);
  });

  test('is handed on with links to the run, and only with those', async () => {
    await open();
    expect(linkTo({ screen: 'rollouts', runId: 'a', step: 2 }, location)).toBe(`${page}?run=${address}#/rollouts/a/2`);
    expect(linkTo({ screen: 'rollouts', runId: 'other' }, location)).toBe(`${page}#/rollouts/other`);
    expect(linkTo({ screen: 'play' }, location)).toBe(`${page}#/play`);
  });
});

test('a frame shows the same link, and leads out of itself', async () => {
  await open();
  const code = embedCode({ screen: 'rollouts', runId: 'a', step: 2 }, 'A “tree” & its "board"', location);
  expect(code).toContain(`<iframe src="${page}?run=${address}&amp;embed=1#/rollouts/a/2"`);
  expect(code).toContain('title="A “tree” &amp; its &quot;board&quot;"');
  expect(isEmbedded({ search: `?run=${address}&embed=1` })).toBe(true);
  expect(isEmbedded({ search: `?run=${address}` })).toBe(false);
  expect(outOfFrame({ href: `${page}?run=${address}&embed=1#/rollouts/a/2` })).toBe(
    `${page}?run=${address}#/rollouts/a/2`,
  );
  expect(outOfFrame({ href: `${page}?embed=1#/lab` })).toBe(`${page}#/lab`);
  expect(outOfFrame({ href: `${page}?embed=1&run=${address}` })).toBe(`${page}?run=${address}`);
});

test('without such a link nothing is fetched', async () => {
  at('', '#/rollouts');
  await open();
  expect([fetched, opened, said(), fault()]).toEqual([[], [], [], undefined]);
});

test('how much has arrived is told, and Cancel ends it', async () => {
  const arriving = new ReadableStream({ start: (control) => control.enqueue(zip) });
  let aborted = false;
  const network = answering(({ signal }) => {
    signal?.addEventListener('abort', () => {
      aborted = true;
    });
    return new Response(arriving, { headers: { 'content-length': '4000000' } });
  });
  const heard: (number | undefined)[][] = [];
  const stop = linkedRunStore.subscribe((state) => {
    if (state.kind !== 'fetching') return;
    heard.push([state.received, state.total]);
    if (state.received > 0) state.cancel();
  });
  const slow = {
    ...network,
    fetch: async (url: URL, wishes: RequestInit) => abortable(await network.fetch(url, wishes), wishes),
  };
  await open(slow);
  stop();
  expect(heard).toContainEqual([8, 4_000_000]);
  expect(aborted).toBe(true);
  expect([opened, fault(), said()]).toEqual([[], undefined, ['The run of this link was not fetched.']]);
});

/** As a browser does it: a body that is aborted breaks. */
function abortable(response: Response, { signal }: RequestInit): Response {
  const reader = response.body?.getReader();
  const broken = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
  broken.catch(() => undefined);
  const body = new ReadableStream({
    pull: async (control) => {
      const read = await Promise.race([reader?.read(), broken]);
      if (read?.value) control.enqueue(read.value);
    },
  });
  return new Response(body, { headers: response.headers });
}

describe('what is wrong is said', () => {
  const broken = () =>
    new Response(
      new ReadableStream({
        start: (control) => control.enqueue(zip),
        pull: (control) => control.error(new TypeError('network error')),
      }),
      { headers: { 'content-length': '20' } },
    );
  const refuse = (): never => {
    throw new TypeError('Failed to fetch');
  };
  test.each<[string, string, ReturnType<typeof answering>, RegExp]>([
    ['a missing file', address, answering(() => new Response('', { status: 404 })), /no file at .*404/],
    ['a file that is not public', address, answering(() => new Response('', { status: 403 })), /has to be public/],
    ['a server in trouble', address, answering(() => new Response('', { status: 503 })), /answered 503/],
    ['a refusal to other pages', address, answering(refuse), /CORS/],
    ['no network', address, { ...answering(refuse), online: () => false }, /offline/],
    ['a server of the page’s own', `${page}a.zip`, answering(refuse), /does not answer/],
    ['a file without https', 'http://files.example/a.zip', answering(refuse), /needs an address with https/],
    ['an address of another kind', 'ftp://files.example/a.zip', answering(file), /begins with https/],
    ['a connection that breaks', address, answering(broken), /broke after 8.B of 20/],
    [
      'a web page',
      address,
      answering(() => new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })),
      /a web page, not a run’s file/,
    ],
    [
      'a file that is too large',
      address,
      answering(() => new Response(zip, { headers: { 'content-length': '3000000000' } })),
      /3.0.GB.*up to 1.0.GB/,
    ],
  ])('%s', async (_, run, network, reason) => {
    at(`?run=${run}`);
    await open(network);
    expect(fault()).toMatch(reason);
    expect(opened).toEqual([]);
    expect(linkedRunStore.getState()).toEqual({ kind: 'none' });
  });

  test('a file that is no run, in the words of what reads it', async () => {
    labThatOpens(async () => Promise.reject(new Error('first.grove.zip: is no run of Grove')));
    await open();
    expect(fault()).toContain('is no run of Grove');
    await open();
    expect(fetched, 'it can be tried again').toHaveLength(2);
  });
});
