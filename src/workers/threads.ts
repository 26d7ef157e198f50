// Threads for whoever must not start workers itself: in Firefox a worker that starts one stands still for ever now and
// then (e2e/README.md). The page starts them and ends them (page-threads.ts); what is said to a thread goes to it
// directly.

export type ThreadKind = 'rollout' | 'sandbox';

/** What is used of a worker. */
export type Thread = Pick<Worker, 'postMessage' | 'addEventListener' | 'removeEventListener' | 'terminate'>;

export type StartThread = (kind: ThreadKind) => Thread;

/** `page`: the port at whose other end threads are started. */
export function threadsFrom(page: MessagePort): StartThread {
  return (kind) => {
    const messages = new MessageChannel();
    const control = new MessageChannel();
    const thread = messages.port1;
    const end = () => {
      control.port1.postMessage('end');
      control.port1.close();
      thread.close();
    };
    control.port1.onmessage = ({ data: message }) =>
      thread.dispatchEvent(Object.assign(new Event('error'), { message }));
    page.postMessage(kind, [messages.port2, control.port2]);
    thread.start();
    return Object.assign(thread, { terminate: end }) as unknown as Thread;
  };
}

/** Inside a thread: the port through which it is spoken to, its first message. */
export function ownPort(): Promise<MessagePort> {
  return new Promise((resolve) => {
    const take = (event: Event) => resolve((event as MessageEvent).ports[0] as MessagePort);
    self.addEventListener('message', take, { once: true });
  });
}
