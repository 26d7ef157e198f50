// One AdamW step of one policy, all on the GPU: norm, clip, guard, step. The one read-back brings four numbers.
import { present } from '../../basics/check';
import type { UpdateKnobs, UpdateReport } from '../../contract/learner';
import { bucketOf, emptyBuffer } from '../gpu/buffers';
import type { EngineDevice } from '../gpu/device';
import type { View } from '../gpu/kernel';
import { readBack } from '../gpu/readback';
import { Recorder } from '../gpu/recorder';
import { idle, Submitter } from '../gpu/recording';
import type { SubmissionBudget } from '../gpu/submission-budget';
import { adamw, plan } from '../kernels/adamw/adamw';
import { knobsLayout, outcomeLayout } from '../kernels/shared/layouts';
import { type Policy, stretchesOf } from './policy';

interface Recorded {
  readonly generation: number;
  readonly recorder: Recorder;
  readonly knobs: GPUBuffer;
  readonly sums: GPUBuffer;
  readonly outcome: GPUBuffer;
}

export class Optimizer {
  private readonly recorded = new Map<string, Recorded>();
  constructor(
    private readonly engine: EngineDevice,
    private readonly tools: { nothing: View; submissionBudget: SubmissionBudget; compiled: () => Promise<void> },
  ) {}

  /** `queued` hears when all of it is with the GPU. */
  async step(policy: Policy, knobs: UpdateKnobs, queued?: () => void): Promise<UpdateReport> {
    const { device } = this.engine;
    const { recorder, knobs: buffer, outcome } = this.recordingOf(policy);
    await this.tools.compiled();
    const count = policy.updates + 1;
    const { learningRate, beta1, beta2, epsilon, weightDecay, gradientClip } = knobs;
    const clip = Number.isFinite(gradientClip) && gradientClip > 0 ? gradientClip : 0;
    device.queue.writeBuffer(
      buffer,
      0,
      knobsLayout.table([
        {
          rate: learningRate,
          ...{ beta1, beta2, epsilon, decay: weightDecay, clip },
          ...{ correction1: 1 - beta1 ** count, correction2: 1 - beta2 ** count },
        },
      ]),
    );
    const submitter = new Submitter(this.engine, this.tools.submissionBudget);
    submitter.run(recorder.recording, idle);
    const reading = readBack(this.engine, submitter, [{ buffer: outcome, size: 16 }]);
    queued?.();
    const [bytes] = await reading;
    const { norm, bad, change } = outcomeLayout.row(new Uint32Array(present(bytes, 'a read-back')), 0);
    const skipped = bad > 0;
    if (!skipped) policy.updates = count;
    return { gradientNorm: skipped ? Number.NaN : norm, weightChange: change, skipped };
  }

  destroy(): void {
    for (const one of this.recorded.values()) drop(one);
    this.recorded.clear();
  }

  private recordingOf(policy: Policy): Recorded {
    const generation = policy.kind === 'adapter' ? policy.pool.generation : 0;
    const known = this.recorded.get(policy.name);
    if (known && known.generation === generation) return known;
    if (known) drop(known);
    const { device } = this.engine;
    const stretches = stretchesOf(policy);
    const groups = stretches.reduce((sum, { floats }) => sum + plan(floats).groups, 0);
    const sums = emptyBuffer(device, 'sums', bucketOf(groups) * 8);
    const outcome = emptyBuffer(device, 'outcome', 16);
    const knobs = device.createBuffer({
      label: 'knobs',
      size: 32,
      usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
    });
    const recorder = new Recorder(this.engine, this.tools.nothing);
    adamw(recorder, { stretches, knobs: { buffer: knobs }, sums: { buffer: sums }, outcome: { buffer: outcome } });
    const made = { generation, recorder, knobs, sums, outcome };
    this.recorded.set(policy.name, made);
    return made;
  }
}

function drop({ recorder, knobs, sums, outcome }: Recorded): void {
  recorder.destroy();
  for (const buffer of [knobs, sums, outcome]) buffer.destroy();
}
