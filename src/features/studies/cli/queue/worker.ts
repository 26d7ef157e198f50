// `lab worker`: this computer and its GPU at the service of a queue of studies. It opens no port; it asks the server.
import { type Flags, UsageError } from '../../../../headless/arguments';
import { commitHere } from '../../../../headless/commit';
import { baseModelFromDisk, readingOn } from '../../../../headless/model-files';
import type { Verb } from '../../../../headless/verb';
import { studyParts } from '../study-parts';
import { connectTo } from './connection';
import { serveQueue, usualLocks } from './serve-queue';
import { versionOf } from './versions';

export const worker: Verb = {
  name: 'worker',
  meaning: 'does what studies have put into a queue, until Ctrl+C',
  flags: {
    queue: { value: 'redis://HOST:PORT', meaning: 'the Redis or Valkey server where the queue is', required: true },
    'at-once': { value: 'N', meaning: 'tasks at once (1)' },
    model: { value: 'FOLDER|FILE.gguf', meaning: 'the base model, instead of the one that ships' },
    'leave-after': { value: 'SECONDS', meaning: 'leaves when there was nothing to do for so long; else it waits on' },
    'lock-seconds': {
      value: 'N',
      meaning: `a task whose worker was not heard of for so long goes to another (${usualLocks.lockMs / 1000})`,
    },
    'stalled-seconds': { value: 'N', meaning: `how often such tasks are looked for (${usualLocks.stalledMs / 1000})` },
  },
  run: async ({ flags, progress, machine, interrupted }) => {
    const atOnce = flags.count('at-once') ?? 1;
    const leaveAfterMs = secondsFrom(flags, 'leave-after');
    const locks = {
      ...usualLocks,
      lockMs: secondsFrom(flags, 'lock-seconds') ?? usualLocks.lockMs,
      stalledMs: secondsFrom(flags, 'stalled-seconds') ?? usualLocks.stalledMs,
    };
    const connection = await connectTo(flags.needed('queue'));
    try {
      const model = await baseModelFromDisk(flags.text('model') ?? 'sprout', readingOn(progress));
      const parts = studyParts(await machine(), model, progress);
      progress.line(`working for ${connection.shown}, ${atOnce} at once; Ctrl+C puts back what is under way`);
      await serveQueue({
        connection,
        version: versionOf(await commitHere(), model),
        parts,
        atOnce,
        locks,
        leaveAfterMs,
        line: progress.line,
        interrupted: AbortSignal.any([interrupted, terminated()]),
      });
    } finally {
      await connection.close();
    }
    return undefined;
  },
};

function secondsFrom(flags: Flags, name: string): number | undefined {
  const text = flags.text(name);
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || seconds <= 0)
    throw new UsageError(`--${name} is a number of seconds above 0, got "${text}"`);
  return 1000 * seconds;
}

/** Schedulers of clusters end a program by SIGTERM, and by SIGKILL some time later. */
function terminated(): AbortSignal {
  const end = new AbortController();
  process.once('SIGTERM', () => end.abort());
  return end.signal;
}
