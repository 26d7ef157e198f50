// `lab bench`: the benchmark's own side on this GPU. `npm run bench` sets peers beside it. `--parts` measures the
// engine's verbs.
import { check } from '../../../basics/check';
import type { Verb, VerbContext } from '../../../headless/verb';

export const bench: Verb = {
  name: 'bench',
  meaning: 'measures this engine on this GPU; npm run bench sets peers beside it',
  flags: {
    rows: { value: 'ROW,ROW', meaning: 'only these rows of the table' },
    parts: { meaning: 'instead, each verb of the engine on a small random model, with operations and dispatches' },
    step: { value: 'PRESET', meaning: 'instead, what the first steps of that run ask of a GPU, counted' },
    steps: { value: 'N', meaning: 'with --step: so many, 3 if not given' },
    as: { value: 'card|software', meaning: 'with --step: queued as for a card, if not given, or as for a processor' },
  },
  run: (context) => {
    if (context.flags.has('step')) return step(context);
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
  const machines = last ? referenceMachines.map((machine) => ({ ...machine, ms: reckoned(last.gpu, machine) })) : [];
  for (const { name, ms } of machines) {
    const { dispatching, waiting, computing, total } = ms;
    say(
      `${name}: about ${total.toFixed(0)} ms, within a factor of two (dispatching ${dispatching.toFixed(0)}, waiting ${waiting.toFixed(0)}, ` +
        `computing ${computing.toFixed(0)}), beside JavaScript`,
    );
  }
  return { adapter: gpu.adapter, as, counted, machines };
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
