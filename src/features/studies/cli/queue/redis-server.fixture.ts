// A Redis or Valkey server of this machine for one test file, on a port of its own; or why there is none, for tests
// that are then skipped out loud.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

export interface TestServer {
  readonly address: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** The program's name; undefined where the machine has none. */
export const serverProgram = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

export const noServer = 'no redis-server or valkey-server is on the PATH (apt-get install redis-server)';

/** Keeps nothing on disk. `words`: more of its settings. */
export async function startServer(...words: readonly string[]): Promise<TestServer> {
  if (serverProgram === undefined) throw new Error(noServer);
  const port = await freePort();
  const usual = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn(serverProgram, [...usual, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  await ready(server);
  return {
    address: `redis://127.0.0.1:${port}`,
    port,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await ended;
    },
  };
}

async function ready(server: ChildProcess): Promise<void> {
  let said = '';
  server.stdout?.on('data', (text: Buffer) => {
    said += text.toString();
  });
  while (!/ready to accept connections/i.test(said)) {
    if (server.exitCode !== null) throw new Error(`the server ended: ${said}`);
    await after(20);
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
