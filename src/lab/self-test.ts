// Before a base kept in fewer bits is played or trained with, its path is tested as the f32 one is: the GPU's numbers against plain f64
// arithmetic and finite differences of the same rounded weights. Once for each GPU and precision. It does not know what is compared.
import { check } from '../basics/check';
import type { EngineDevice } from '../engine/gpu/device';
import { runSelfTest } from '../engine/model/self-test';
import type { Precision } from '../engine/model/stored-sections';
import type { SelfTestReport } from './trainer-api';

export type PackedTests = (gpu: EngineDevice, precision: Precision) => Promise<SelfTestReport | undefined>;

/** Tests and remembers. Nothing for f32, whose test is asked for by itself; throws, naming the worst comparison, when a test fails. */
export function packedTests(run: typeof runSelfTest = runSelfTest): PackedTests {
  const done = new WeakMap<EngineDevice, Map<Precision, Promise<SelfTestReport>>>();
  return async (gpu, precision) => {
    if (precision === 'f32') return undefined;
    const ofGpu = done.get(gpu) ?? new Map<Precision, Promise<SelfTestReport>>();
    done.set(gpu, ofGpu);
    const testing = ofGpu.get(precision) ?? run(gpu, { precision });
    ofGpu.set(precision, testing);
    testing.catch(() => ofGpu.delete(precision)); // the GPU went away, not the test failed
    const { passed, checks, ms } = await testing;
    const [worst] = checks.toSorted((one, other) => other.error / other.tolerance - one.error / one.tolerance);
    check(
      passed,
      `the gradients on this GPU are right with a base of ${precision}, got an error of ${worst?.error.toExponential(1)} where ${worst?.tolerance.toExponential(1)} is allowed (${worst?.name}): set "basePrecision" to f32`,
    );
    return { passed, checks: checks.map((one) => ({ ...one, name: `${precision} base, ${one.name}` })), ms };
  };
}

/** Both tests as the report of one run. */
export function joinedTests(one: SelfTestReport | undefined, other: SelfTestReport): SelfTestReport {
  const before = (one?.checks ?? []).filter(({ name }) => other.checks.every((check) => check.name !== name));
  return { passed: other.passed && (one?.passed ?? true), checks: [...before, ...other.checks], ms: (one?.ms ?? 0) + other.ms };
}
