// Before a model is trained on a GPU, and before a base kept in fewer bits is played with, the GPU is tested with the
// model's own head shape (engine/model/self-test). Once for each GPU, head shape and precision. It does not know what
// is compared.
import { check } from '../basics/check';
import type { SelfTestReport } from '../contract/report';
import type { EngineDevice } from '../engine/gpu/device';
import { runSelfTest } from '../engine/model/self-test';
import { headShape, type JsonConfig } from '../engine/model/self-test-subject';
import type { Precision } from '../engine/model/stored-sections';

export interface SelfTests {
  /** The report of the last test, or of one made now where there was none. */
  of(gpu: EngineDevice, model: JsonConfig, precision?: Precision): Promise<SelfTestReport>;
  /** Tests again, whatever is known. */
  again(gpu: EngineDevice, model: JsonConfig): Promise<SelfTestReport>;
}

export function selfTests(run: typeof runSelfTest = runSelfTest): SelfTests {
  const done = new WeakMap<EngineDevice, Map<string, Promise<SelfTestReport>>>();
  const test = (
    gpu: EngineDevice,
    { model, precision, anew }: { model: JsonConfig; precision: Precision; anew: boolean },
  ) => {
    const ofGpu = done.get(gpu) ?? new Map<string, Promise<SelfTestReport>>();
    done.set(gpu, ofGpu);
    const about = headShape(model);
    const key = `${precision} ${about}`;
    const testing =
      (anew ? undefined : ofGpu.get(key)) ?? run(gpu, { model, precision }).then((report) => ({ ...report, about }));
    ofGpu.set(key, testing);
    testing.catch(() => ofGpu.delete(key)); // the GPU went away, not the test failed
    return testing;
  };
  return {
    of: (gpu, model, precision = 'f32') => test(gpu, { model, precision, anew: false }),
    again: (gpu, model) => test(gpu, { model, precision: 'f32', anew: true }),
  };
}

/** The report of a base in fewer bits; throws, naming the worst comparison, when the test failed: f32 may be right. */
export function passedPacked(report: SelfTestReport, precision: Precision): SelfTestReport {
  const [worst] = report.checks.toSorted((one, other) => other.error / other.tolerance - one.error / one.tolerance);
  check(
    report.passed,
    `the gradients on this GPU are right with a base of ${precision}, got an error of ${worst?.error.toExponential(1)} where ${worst?.tolerance.toExponential(1)} is allowed (${worst?.name}): set "basePrecision" to f32`,
  );
  return { ...report, checks: report.checks.map((one) => ({ ...one, name: `${precision} base, ${one.name}` })) };
}

/** Two reports as one: of a check that was made twice, the later result counts. */
export function joinedTests(one: SelfTestReport | undefined, other: SelfTestReport): SelfTestReport {
  const before = (one?.checks ?? []).filter(({ name }) => other.checks.every((check) => check.name !== name));
  const passed = other.passed && before.every(({ error, tolerance }) => error <= tolerance);
  return { ...other, passed, checks: [...before, ...other.checks], ms: (one?.ms ?? 0) + other.ms };
}
