// `lab adapters`: which GPU this computer has for the lab, and how fast each variant of its kernels is there.
import type { Verb } from '../verb';

export const adapters: Verb = {
  name: 'adapters',
  meaning: 'says which GPU is found',
  flags: { tune: { meaning: 'times every variant of the matrix products and compares their results' } },
  run: async ({ flags, machine, say }) => {
    const { engine } = await machine();
    const report = await engine.probe();
    if (!report.available)
      throw new Error(`${report.missing?.what ?? 'no GPU was found'} ${report.missing?.todo ?? ''}`.trim());
    say(
      `${report.name} (${[report.vendor, report.architecture].filter(Boolean).join(', ') || 'unnamed'})${report.software ? ' – runs on the processor: right, and slow' : ''}`,
    );
    if (!flags.has('tune')) return { adapters: [report] };
    // The engine comes in only here: other verbs, and a wrong word, must not wait for it.
    const { tuneProducts } = await import('../../engine/tuner');
    const { requestEngineDevice } = await import('../../engine/gpu/device');
    const { openGpu } = await import('../open-gpu');
    const gpu = await requestEngineDevice(await openGpu(flags.text('adapter')));
    const tuning = await tuneProducts(gpu, () => performance.now());
    for (const { kernel, variant, ms, gigaflops, error, right } of tuning.timings) {
      const chosen = tuning.choice[kernel] === variant ? ' ← chosen' : '';
      const speed = `${ms.toFixed(2).padStart(9)} ms ${gigaflops.toFixed(1).padStart(8)} GFLOP/s`;
      say(
        `${kernel.padEnd(16)} ${variant.padEnd(22)} ${speed}  ${right ? `error ${error.toExponential(0)}` : 'WRONG'}${chosen}`,
      );
    }
    return { adapters: [report], tuning };
  },
};
