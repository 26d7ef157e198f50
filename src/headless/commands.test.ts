// Programs that run under ours.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const commands = new URL('commands.mjs', import.meta.url).href;
const child = 'console.log(process.pid); setInterval(() => {}, 1000)';
const parent = `import { run } from ${JSON.stringify(commands)}; await run(process.execPath, ['-e', ${JSON.stringify(child)}])`;

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('end with ours, also where it is told to end', { timeout: 20_000 }, async () => {
  const ours = spawn(process.execPath, ['--input-type=module', '-e', parent], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(ours.stdout, 'data');
  const theirs = Number(String(said));
  expect(isAlive(theirs)).toBe(true);
  ours.kill('SIGTERM');
  const [status] = await once(ours, 'exit');
  expect(status).toBe(143);
  await expect.poll(() => isAlive(theirs)).toBe(false);
});
