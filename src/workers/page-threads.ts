// The page's end of threads.ts: it starts the workers that are asked for, tells when one breaks, and ends them.
import { type StartThread, type ThreadKind, threadsFrom } from './threads';

const workers: Readonly<Record<ThreadKind, () => Worker>> = {
  rollout: () => new Worker(new URL('./rollout.worker.ts', import.meta.url), { type: 'module', name: 'rollout' }),
  sandbox: () => new Worker(new URL('./sandbox.worker.ts', import.meta.url), { type: 'module', name: 'sandbox' }),
};

/** Starts whatever is asked for at the other end of `asked`. */
export function serveThreads(asked: MessagePort, start = (kind: ThreadKind) => workers[kind]()): void {
  asked.onmessage = ({ data: kind, ports: [messages, control] }: MessageEvent<ThreadKind>) => {
    if (!messages || !control) throw new Error(`a ${kind} thread was asked for without its ports`);
    const worker = start(kind);
    worker.addEventListener('error', ({ message }) => control.postMessage(message));
    control.onmessage = () => worker.terminate();
    worker.postMessage('port', [messages]);
  };
}

/** For the page itself. */
export function pageThreads(): StartThread {
  const { port1, port2 } = new MessageChannel();
  serveThreads(port1);
  return threadsFrom(port2);
}
