// The thread in which programs written by agents run. Whatever it could do besides is taken from it once its
// interpreter is up.
import { serveSandbox } from '../run/sandbox/serve';
import { ownPort } from './threads';

ownPort().then((port) => {
  const post = port.postMessage.bind(port);
  serveSandbox({ post: (message) => post(message), listen: (listener) => listenTo(port, listener) }, read);
});

async function read(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be read: the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

function listenTo(port: MessagePort, listener: (message: unknown) => void): void {
  port.onmessage = ({ data }) => listener(data);
}
