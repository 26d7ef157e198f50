// A worker stands at the other end of a message channel; that it breaks is an event of its own, as a browser sends it.
import { type Endpoint, expose } from 'comlink';
import { afterAll, expect, test } from 'vitest';
import { startWorker } from './start-worker';

const api = {
  begin: () => {},
  double: async (number: number, told?: (half: string) => void) => {
    told?.('half');
    return number * 2;
  },
  never: () => new Promise<void>(() => {}),
};

const ports: MessagePort[] = [];
afterAll(() => ports.forEach((port) => port.close()));

/** A worker that answers, and how to break it. */
function worker() {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  expose(api, port2 as Endpoint);
  const fails: ((event: { message: string }) => void)[] = [];
  const made = {
    postMessage: port1.postMessage.bind(port1),
    addEventListener: (kind: string, listener: never) =>
      kind === 'error' ? fails.push(listener) : port1.addEventListener(kind, listener),
    removeEventListener: port1.removeEventListener.bind(port1),
    start: () => port1.start(),
    terminate: () => port1.close(),
  };
  return {
    worker: made as unknown as Worker,
    fail: (message: string) => fails.forEach((listener) => listener({ message })),
  };
}

test('a call crosses and is answered, and so is what it calls back', async () => {
  const { api: called } = startWorker<typeof api>(worker().worker, { broke: 'it broke' });
  const told: string[] = [];
  expect(await called.double(21, (half) => void told.push(half))).toBe(42);
  await expect.poll(() => told).toEqual(['half']);
});

test('a worker that never came up fails every call with the reason, those under way and those to come', async () => {
  const { worker: broken, fail } = worker();
  const { api: called } = startWorker<typeof api>(broken, { broke: 'the lab broke', begin: (lab) => lab.never() });
  const underWay = called.never();
  fail('');
  await expect(underWay).rejects.toThrow('the lab broke: its worker could not be started');
  await expect(called.double(1)).rejects.toThrow('the lab broke');
});

test('once it is up, an error outside any call ends none', async () => {
  const { worker: up, fail } = worker();
  const { api: called } = startWorker<typeof api>(up, { broke: 'the lab broke', begin: (lab) => lab.begin() });
  await called.double(1);
  fail('a listener threw');
  expect(await called.double(2)).toBe(4);
});

test('a worker without a first call fails what is under way whenever it breaks', async () => {
  const { worker: broken, fail } = worker();
  const { api: called } = startWorker<typeof api>(broken, { broke: 'the reading broke' });
  await called.double(1);
  const underWay = called.never();
  fail('out of memory');
  await expect(underWay).rejects.toThrow('the reading broke: out of memory');
});

test('a worker that is ended fails what is under way with why', async () => {
  const { api: called, end } = startWorker<typeof api>(worker().worker, { broke: 'it broke' });
  const underWay = called.never();
  end(new Error('it was put away'));
  await expect(underWay).rejects.toThrow('it was put away');
});
