// `lab bench`: what the engine does per second on this GPU, on a random model of the shipped model's shape.
import type { Verb } from '../verb';

export const bench: Verb = {
  name: 'bench',
  meaning: 'measures sampling and training on this GPU',
  flags: {},
  run: async ({ flags, say }) => {
    // The engine comes in only here: other verbs, and a wrong word, must not wait for it.
    const { bench: measure } = await import('../../engine/bench');
    const { requestEngineDevice } = await import('../../engine/gpu/device');
    const { openGpu } = await import('../open-gpu');
    const gpu = await requestEngineDevice(await openGpu(flags.text('adapter')));
    say(
      `on ${gpu.adapter.name} (${gpu.adapter.vendor}${gpu.adapter.software ? ', software' : ''}): 32 groups of 8, prompts of 40, 8 tokens`,
    );
    const lines = await measure(gpu, { now: () => performance.now() });
    for (const { name, ms, tokensPerSecond, gigaflops, dispatches } of lines) {
      const speed = `${tokensPerSecond.toFixed(0).padStart(9)} tokens/s ${gigaflops.toFixed(2).padStart(9)} GFLOP/s`;
      say(`${name.padEnd(24)} ${ms.toFixed(1).padStart(9)} ms ${speed} ${String(dispatches).padStart(5)} dispatches`);
    }
    return { adapter: gpu.adapter, lines };
  },
};
