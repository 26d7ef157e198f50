// `lab gradcheck`: the engine's gradients on this GPU against the twins and finite differences.
import type { Verb } from '../verb';

export const gradcheck: Verb = {
  name: 'gradcheck',
  meaning: "checks the engine's gradients on this GPU",
  flags: {},
  run: async ({ machine, say, fail }) => {
    const { engine } = await machine();
    const report = await engine.selfTest();
    for (const { name, error, tolerance } of report.checks) {
      say(
        `${error <= tolerance ? 'ok  ' : 'FAIL'} ${name.padEnd(44)} error ${error.toExponential(2)} (allowed ${tolerance.toExponential(0)})`,
      );
    }
    say(`${report.passed ? 'passed' : 'FAILED'} in ${(report.ms / 1000).toFixed(1)} s`);
    if (!report.passed) fail(1);
    return report;
  },
};
