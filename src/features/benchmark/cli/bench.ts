// `lab bench`: the benchmark's own side on this GPU. `npm run bench` sets peers beside it. `--parts` measures the
// engine's verbs.
import { check } from '../../../basics/check';
import { UsageError } from '../../../headless/arguments';
import type { Verb, VerbContext } from '../../../headless/verb';

export const bench: Verb = {
  name: 'bench',
  meaning: 'measures this engine on this GPU; npm run bench sets peers beside it',
  flags: {
    rows: {
      value: 'ROW,ROW',
      meaning: 'only these rows of the table, or of larger models: step-360m, decode-qwen3-0.6b',
    },
    parts: { meaning: 'instead, each verb of the engine on a small random model, with operations and dispatches' },
    step: { value: 'PRESET', meaning: 'instead, what the first steps of that run ask of a GPU, counted' },
    steps: { value: 'N', meaning: 'with --step: so many, 3 if not given' },
    'time-to-90': { value: 'PRESET', meaning: 'instead, how long that preset’s runs take to solve nine rooms of ten' },
    seeds: { value: 'N,N', meaning: 'with --time-to-90: of these seeds, 1,2,3,4,5 if not given' },
    set: { value: 'knob=value', meaning: 'with --time-to-90: changes a knob of the preset', many: true },
    as: { value: 'card|software', meaning: 'with --step: queued as for a card, if not given, or as for a processor' },
  },
  run: (context) => {
    if (context.flags.has('memory') && !context.flags.has('time-to-90'))
      throw new UsageError('--memory belongs to --time-to-90 here: what else is measured has its own');
    if (context.flags.has('step')) return step(context);
    if (context.flags.has('time-to-90')) return timeTo90(context);
    return context.flags.has('parts') ? parts(context) : table(context);
  },
};

// The engine comes in only when asked for: other verbs, and a wrong word, must not wait for it.

async function table({ flags, progress, say, interrupted }: VerbContext): Promise<object> {
  const { rowsNamed, runBenchmark } = await import('../worker/run-benchmark');
  const { tableLines } = await import('../worker/table');
  const { baseModelFromDisk } = await import('../../../headless/model-files');
  const { openGpu } = await import('../../../headless/open-gpu');
  const { processorMs } = await import('../../../headless/processor-time');
  const wanted = rowsNamed(flags.text('rows') ?? '');
  const report = await runBenchmark({
    gpu: await openGpu(flags.text('adapter')),
    base: await baseModelFromDisk('sprout'),
    peers: [],
    wanted,
    now: () => performance.now(),
    cpuMs: processorMs,
    signal: interrupted,
    tell: (event) => {
      if (event.kind === 'doing') progress.bar(`${event.name}, ${event.shape}`, event.done, event.total);
    },
  });
  progress.end();
  say(`on ${report.adapter.name} (${report.adapter.vendor}${report.adapter.software ? ', software' : ''})`);
  for (const line of tableLines(report.rows)) say(line);
  return report;
}

async function step({ flags, say }: VerbContext): Promise<object> {
  const { mainThreadMs } = await import('../../../headless/processor-time');
  const { reckoned, referenceMachines, stepsCounted } = await import('../worker/step-work');
  const { requestEngineDevice } = await import('../../../engine/gpu/device');
  const { baseModelFromDisk } = await import('../../../headless/model-files');
  const { openGpu } = await import('../../../headless/open-gpu');
  const gpu = await requestEngineDevice(await openGpu(flags.text('adapter')));
  const as = flags.text('as') ?? 'card';
  check(as === 'card' || as === 'software', `--as is card or software, got "${as}"`);
  const counted = await stepsCounted(gpu, await baseModelFromDisk('sprout'), {
    preset: flags.text('step') ?? 'sokoban',
    steps: flags.count('steps') ?? 3,
    as,
    now: () => performance.now(),
    busyMs: mainThreadMs,
  });
  for (const one of counted) {
    const { dispatches, submissions, waits, bytesUp, bytesDown, productBytes, operations } = one.gpu;
    const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
    say(
      `step ${one.step}: ${dispatches} dispatches, ${submissions} submissions, ${waits} exposed waits, ${(operations / 1e9).toFixed(1)} GFLOP, ` +
        `${mib(productBytes)} MiB through products, ${mib(bytesUp)} MiB up, ${mib(bytesDown)} MiB down; ` +
        `main thread ${one.mainThreadMs.toFixed(0)} of ${one.totalMs.toFixed(0)} ms`,
    );
  }
  const last = counted.at(-1);
  const machines =
    last && as === 'card' ? referenceMachines.map((machine) => ({ ...machine, ms: reckoned(last.gpu, machine) })) : [];
  for (const { name, ms } of machines) {
    const { dispatching, waiting, computing, total } = ms;
    say(
      `${name}: about ${total.toFixed(0)} ms, within a factor of two (dispatching ${dispatching.toFixed(0)}, waiting ${waiting.toFixed(0)}, ` +
        `computing ${computing.toFixed(0)}), beside JavaScript`,
    );
  }
  return { adapter: gpu.adapter, as, counted, machines };
}

async function timeTo90({ flags, say, progress, machine, interrupted }: VerbContext): Promise<object> {
  const { mkdtemp, rm } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const { bar, speedrun, speedrunRow } = await import('../worker/time-to-90');
  const { baseModelFromDisk } = await import('../../../headless/model-files');
  const { folderRunStore } = await import('../../../headless/folder-run-store');
  const preset = flags.needed('time-to-90');
  const seeds = (flags.text('seeds') ?? '1,2,3,4,5').split(',').map(Number);
  check(
    seeds.every((seed) => Number.isInteger(seed) && seed >= 0),
    '--seeds is made of whole numbers',
  );
  const set = flags.all('set');
  const base = await baseModelFromDisk('sprout');
  const { engine, runner } = await machine();
  const runs = [];
  for (const seed of seeds) {
    if (interrupted.aborted) break;
    const folder = await mkdtemp(join(tmpdir(), 'grove-speedrun-'));
    const runStore = folderRunStore(folder);
    try {
      const openLearner = () => engine.open(base, 'f32', undefined, 'to train');
      const parts = { runStore, base, runner, openLearner, now: () => performance.now() };
      const tell = ({ step, seconds, rate }: { step: number; seconds: number; rate: number }) =>
        progress.line(`seed ${seed}, step ${step}: ${(rate * 100).toFixed(1)} % after ${seconds.toFixed(0)} s`);
      const run = await speedrun(parts, { preset, seed, set, tell });
      runs.push(run);
      const { firstRise, reached } = run;
      say(
        `seed ${seed}: ${reached ? `${reached.seconds.toFixed(0)} s (step ${reached.step})` : 'never'} to ${bar.rate * 100} %, first rise ` +
          `${firstRise ? `after ${firstRise.seconds.toFixed(0)} s` : 'never'}`,
      );
    } finally {
      await runStore.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
  return speedrunRow(runs, [preset, ...set].join(' '));
}

async function parts({ flags, say }: VerbContext): Promise<object> {
  const { benchParts } = await import('../worker/parts');
  const { requestEngineDevice } = await import('../../../engine/gpu/device');
  const { openGpu } = await import('../../../headless/open-gpu');
  const gpu = await requestEngineDevice(await openGpu(flags.text('adapter')));
  const { adapter } = gpu;
  say(
    `on ${adapter.name} (${adapter.vendor}${adapter.software ? ', software' : ''}): 32 groups of 8, prompts of 40, 8 tokens`,
  );
  const lines = await benchParts(gpu, { now: () => performance.now() });
  for (const { name, ms, tokensPerSecond, gigaflops, dispatches } of lines) {
    const speed = `${tokensPerSecond.toFixed(0).padStart(9)} tokens/s ${gigaflops.toFixed(2).padStart(9)} GFLOP/s`;
    say(`${name.padEnd(24)} ${ms.toFixed(1).padStart(9)} ms ${speed} ${String(dispatches).padStart(5)} dispatches`);
  }
  return { adapter, lines };
}
