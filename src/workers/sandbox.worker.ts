// The thread in which programs written by agents run. Whatever it could do besides is taken from it once its
// interpreter is up.
import { serveSandbox } from '../run/sandbox/serve';

const post = self.postMessage.bind(self);
serveSandbox(
  {
    post: (message) => post(message),
    listen: (listener) => self.addEventListener('message', (event) => listener((event as MessageEvent).data)),
  },
  async (address) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} could not be read: the server answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  },
);
