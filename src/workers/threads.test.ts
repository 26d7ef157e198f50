// The page and who asks it for threads talk through message channels; a thread is a stand-in that hears on its port.
import { afterAll, expect, test } from 'vitest';
import { serveThreads } from './page-threads';
import { type ThreadKind, threadsFrom } from './threads';

const ports: MessagePort[] = [];
afterAll(() => ports.forEach((port) => port.close()));

/** A page that starts threads which answer with what they were told, doubled. */
function page() {
  const started: { kind: ThreadKind; ended: number; fail: (message: string) => void }[] = [];
  const start = (kind: ThreadKind) => {
    const broken: ((event: { message: string }) => void)[] = [];
    const thread = { kind, ended: 0, fail: (message: string) => broken.forEach((listener) => listener({ message })) };
    started.push(thread);
    const made = {
      addEventListener: (_: string, listener: never) => broken.push(listener),
      postMessage: (_: string, [port]: [MessagePort]) => {
        ports.push(port);
        port.onmessage = ({ data }) => port.postMessage(data * 2);
      },
      terminate: () => {
        thread.ended++;
      },
    };
    return made as unknown as Worker;
  };
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  serveThreads(port1, start);
  return { started, startThread: threadsFrom(port2) };
}

test('a thread that the page started is spoken to, and answers', async () => {
  const { started, startThread } = page();
  const answers: unknown[] = [];
  const threads = (['rollout', 'sandbox'] as const).map(startThread);
  for (const [index, thread] of threads.entries()) {
    thread.addEventListener('message', ({ data }) => answers.push(data));
    thread.postMessage(20 + index);
  }
  await expect.poll(() => answers).toEqual([40, 42]);
  expect(started.map(({ kind }) => kind)).toEqual(['rollout', 'sandbox']);
  for (const thread of threads) thread.terminate();
});

test('the page ends the thread that is to end, and no other', async () => {
  const { started, startThread } = page();
  const [first, second] = [startThread('sandbox'), startThread('sandbox')];
  first.terminate();
  await expect.poll(() => started.map(({ ended }) => ended)).toEqual([1, 0]);
  second.terminate();
  await expect.poll(() => started.map(({ ended }) => ended)).toEqual([1, 1]);
});

test('who asked for a thread hears that it broke, and why', async () => {
  const { started, startThread } = page();
  const heard: string[] = [];
  const thread = startThread('rollout');
  thread.addEventListener('error', ({ message }) => heard.push(message));
  await expect.poll(() => started).toHaveLength(1);
  started[0]?.fail('out of memory');
  await expect.poll(() => heard).toEqual(['out of memory']);
  thread.terminate();
});
