// `lab gradcheck`: the engine's gradients on this GPU against the twins and finite differences.
import { knownModels } from '../../models/known-models';
import { UsageError } from '../arguments';
import type { Verb, VerbContext } from '../verb';

/** For the smallest step: what is left over shrinks with its square, and is below this in every shape that is known. */
const tolerance = 0.01;

const shapes = knownModels.map(({ shape }) => shape).join(', ');

export const gradcheck: Verb = {
  name: 'gradcheck',
  meaning: "checks the engine's gradients on this GPU",
  flags: {
    shape: {
      value: 'NAME',
      meaning: `instead, by differences, of a whole model with drawn weights: ${shapes}`,
    },
  },
  run: async (context) => {
    if (context.flags.has('shape')) return wholeShape(context);
    const { machine, say, fail } = context;
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

async function wholeShape({ flags, say, fail }: VerbContext): Promise<object> {
  const name = flags.text('shape');
  const known = knownModels.find(({ shape }) => shape === name);
  if (!known) throw new UsageError(`--shape is one of ${shapes}, got "${name}"`);
  const { requestEngineDevice } = await import('../../engine/gpu/device');
  const { gradientByDifferences } = await import('../../engine/gradient-by-differences');
  const { openGpu } = await import('../open-gpu');
  const gpu = await requestEngineDevice(await openGpu(flags.text('adapter')));
  const found = await gradientByDifferences(gpu, known.config);
  for (const { way, step, error } of found) {
    const moved = way === 'gradient' ? `along the gradient by ${step}` : `the adapter grown by ${step} of itself`;
    say(`${moved}: the objective changes ${(100 * error).toPrecision(2)} % otherwise`);
  }
  const smallest = Math.min(...found.map(({ step }) => step));
  const passed = found.every(({ step, error }) => step > smallest || error <= tolerance);
  say(passed ? 'passed' : 'FAILED');
  if (!passed) fail(1);
  return { shape: known.shape, adapter: gpu.adapter, found, passed };
}
