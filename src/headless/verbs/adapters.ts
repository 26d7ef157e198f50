// `lab adapters`: which GPU this computer has for the lab.
import type { Verb } from '../verb';

export const adapters: Verb = {
  name: 'adapters',
  meaning: 'says which GPU is found',
  flags: {},
  run: async ({ machine, say }) => {
    const { engine } = await machine();
    const report = await engine.probe();
    if (!report.available) throw new Error(`${report.missing?.what ?? 'no GPU was found'} ${report.missing?.todo ?? ''}`.trim());
    say(
      `${report.name} (${[report.vendor, report.architecture].filter(Boolean).join(', ') || 'unnamed'})${report.software ? ' – runs on the processor: right, and slow' : ''}`,
    );
    return { adapters: [report] };
  },
};
