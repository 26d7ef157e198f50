// One run in a hash of a Redis server, as the lab's run store: run · report/STEP · checkpoint/SLOT · tree/STEP. What is
// told to be kept lies on the server when the call resolves, so that a worker that is killed costs what was done since
// its run's last checkpoint, and the run goes on anywhere. A run has one writer: the last who opened it to write. An
// earlier one that was only slow is refused from then on, and so cannot mix its steps in.
import type { Redis } from 'ioredis';
import { check, present } from '../../../../basics/check';
import { checkpointBytes, checkpointFrom } from '../../../../files/formats/checkpoint-file';
import { completed } from '../../../../learning/config/stored';
import type { StepTree } from '../../../../learning/rollouts/transcript';
import type { StepReport } from '../../../../learning/training/report';
import type { LabRun, RunStore } from '../../../../run/run-store';

/** Who may write; absent in a store that is only read. */
export type RunWriter = string | undefined;

export interface RedisRunStore extends RunStore {
  /** The run that lies here. */
  run(): Promise<LabRun | undefined>;
}

/** Of the last steps, and of the first. */
const keptTrees = 3;
/** Redis keeps no longer value. */
const longestBytes = 512 * 2 ** 20;

const writeAsOwner = `
if redis.call('hget', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
local sets = tonumber(ARGV[2])
for at = 3, 1 + 2 * sets, 2 do redis.call('hset', KEYS[1], ARGV[at], ARGV[at + 1]) end
for at = 3 + 2 * sets, #ARGV do redis.call('hdel', KEYS[1], ARGV[at]) end
return 1`;

/** Makes `writer` the one who may write the run. */
export async function claimRun(redis: Redis, key: string, writer: string): Promise<void> {
  await redis.hset(key, 'owner', writer);
}

export function redisRunStore(redis: Redis, key: string, writer?: RunWriter): RedisRunStore {
  const write = async (sets: Readonly<Record<string, string | Buffer>>, gone: readonly string[] = []) => {
    const words = Object.entries(sets).flat();
    const done = await redis.eval(writeAsOwner, 1, key, writer ?? '', words.length / 2, ...words, ...gone);
    check(done === 1, 'another worker has taken this run up: it goes on there');
  };
  const read = async (): Promise<LabRun | undefined> => {
    const text = await redis.hget(key, 'run');
    if (text === null) return undefined;
    const run = JSON.parse(text) as LabRun;
    return { ...run, config: completed(run.config) };
  };
  const stored = async () => present(await read(), 'the run is gone from the queue’s server');
  const change = async (edit: (run: LabRun) => LabRun, gone?: readonly string[]): Promise<LabRun> => {
    const run = JSON.parse(JSON.stringify({ ...edit(await stored()), changedAt: Date.now() })) as LabRun;
    await write({ run: JSON.stringify(run) }, gone);
    return run;
  };
  const stepsOf = async (kind: 'report' | 'tree'): Promise<number[]> =>
    (await redis.hkeys(key))
      .flatMap((field) => (field.startsWith(`${kind}/`) ? [Number(field.slice(kind.length + 1))] : []))
      .sort((a, b) => a - b);
  const list = async (): Promise<StepReport[]> => {
    const steps = await stepsOf('report');
    if (steps.length === 0) return [];
    const texts = await redis.hmget(key, ...steps.map((step) => `report/${step}`));
    return texts.map((text) => JSON.parse(present(text, 'a report is gone from the queue’s server')) as StepReport);
  };

  return {
    run: read,
    runs: {
      create: async (given) => {
        check(!(await read()), 'there is such a run in the queue already');
        const time = Date.now();
        const made = { id: `run-${time.toString(36)}`, status: 'ready', step: 0, seconds: 0, ...given } as const;
        const run: LabRun = { ...made, createdAt: time, changedAt: time };
        await write({ run: JSON.stringify(run) });
        return run;
      },
      get: async (id) => {
        const run = await read();
        return run?.id === id ? run : undefined;
      },
      update: (_id, changed) => change((run) => ({ ...run, ...changed }) as LabRun),
      rewind: async (_id, step) => {
        const later = async (kind: 'report' | 'tree') =>
          (await stepsOf(kind)).filter((one) => one > step).map((one) => `${kind}/${one}`);
        const gone = [...(await later('report')), ...(await later('tree'))];
        const latest = (await list()).filter((report) => report.step <= step).at(-1);
        return change(({ latest: _, ...run }) => {
          return { ...run, step: Math.min(run.step, step), ...(latest ? { latest } : {}) };
        }, gone);
      },
    },
    metrics: {
      append: async (_id, report) => {
        const run = { ...(await stored()), step: report.step, latest: report, changedAt: Date.now() };
        await write({ [`report/${report.step}`]: JSON.stringify(report), run: JSON.stringify(run) });
      },
      list,
    },
    checkpoints: {
      replace: async (_id, checkpoint, slot = 'current') => {
        const bytes = checkpointBytes(checkpoint);
        check(
          bytes.length <= longestBytes,
          () =>
            `a checkpoint of ${Math.round(bytes.length / 2 ** 20)} MiB does not fit into a queue, which keeps 512 MiB at most: train adapters, or a smaller model`,
        );
        await write({ [`checkpoint/${slot}`]: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) });
      },
      load: async (_id, slot = 'current') => {
        const bytes = await redis.hgetBuffer(key, `checkpoint/${slot}`);
        return bytes ? checkpointFrom(new Uint8Array(bytes), `checkpoint/${slot} of ${key}`) : undefined;
      },
    },
    trees: {
      put: (_id, tree) => {
        const old = tree.step - keptTrees;
        return write({ [`tree/${tree.step}`]: JSON.stringify(tree) }, old > keptTrees ? [`tree/${old}`] : []);
      },
      get: async (_id, step) => {
        const text = await redis.hget(key, `tree/${step}`);
        return text === null ? undefined : (JSON.parse(text) as StepTree);
      },
      steps: () => stepsOf('tree'),
    },
  };
}
