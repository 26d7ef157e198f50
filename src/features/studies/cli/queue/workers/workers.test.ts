import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { flagsFrom } from '../../../../../headless/arguments';
import { worker } from '../worker';

const here = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), 'grove-workers-'));
afterAll(() => rmSync(folder, { recursive: true }));
const notes = join(folder, 'notes');
const queue = 'redis://:secret@server:6379';

/** Programs by these names come before the machine's own. */
function withPrograms(programs: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(notes, '');
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/bash\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}`, HOME: folder, GROVE_QUEUE: queue };
}
const noted = () => readFileSync(notes, 'utf8');

test('by ssh every machine named gets a worker for the queue, in the folder of the project', async () => {
  mkdirSync(join(folder, 'my lab'), { recursive: true });
  const environment = withPrograms({
    ssh: `cd; echo "$2" >> ${notes}; bash -c "$3"`, // -tt MACHINE WORDS
    npm: `pwd >> ${notes}; echo "$@" >> ${notes}`,
  });
  const env = { ...environment, GROVE_FOLDER: 'my lab' };
  await promisify(execFile)(join(here, 'over-ssh.sh'), ['one', 'me@two'], { env });
  for (const line of ['one', 'me@two', join(folder, 'my lab'), `run -s lab -- worker --queue ${queue}`])
    expect(noted().split('\n')).toContain(line);
  await expect(promisify(execFile)(join(here, 'over-ssh.sh'), [], { env })).rejects.toThrow('name the machines');
});

test('a task of a Slurm array is a worker, and hands on the SIGTERM that comes before its time is over', async () => {
  const node = `trap 'echo told to end >> ${notes}; exit 0' TERM; echo "$@" >> ${notes}; while :; do sleep 0.05; done`;
  const env = {
    ...withPrograms({ node }),
    SLURM_ARRAY_TASK_ID: '3',
    SLURM_ARRAY_JOB_ID: '77',
    SLURM_SUBMIT_DIR: folder,
  };
  const task = spawn('bash', [join(here, 'slurm.sh')], { env });
  const ended = new Promise((resolve) => task.once('exit', resolve));
  while (!noted().includes('worker')) await after(20);
  task.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(noted()).toBe(`dist/headless/lab.mjs worker --queue ${queue} --leave-after 600\ntold to end\n`);
});

test('the Kubernetes Job is YAML whose command `lab worker` understands', () => {
  const { kind, spec } = parse(readFileSync(join(here, 'kubernetes.yaml'), 'utf8'));
  expect(kind).toBe('Job');
  const [{ command, args, env }] = spec.template.spec.containers;
  expect(command.at(-1)).toBe(worker.name);
  expect(flagsFrom(args, worker.flags, worker.name).needed('queue')).toBe(`$(${env[0].name})`);
});
