// What a device was asked for so far, counted where it happens: what a card would wait for, whatever the machine that
// counts.
import type { GpuWork } from '../../contract/learner';

export class WorkCounter implements GpuWork {
  dispatches = 0;
  submissions = 0;
  waits = 0;
  waitedMs = 0;
  bytesUp = 0;
  bytesDown = 0;
  productBytes = 0;
  operations = 0;
  private waiting = 0;
  private sinceMs = 0;
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** What `answer` gives; it comes once the GPU has done what was submitted so far, so the GPU runs dry where nothing
   *  was submitted since. */
  async waitFor<T>(answer: Promise<T>): Promise<T> {
    const { submissions } = this;
    if (this.waiting++ === 0) this.sinceMs = this.now();
    try {
      return await answer;
    } finally {
      if (--this.waiting === 0) this.waitedMs += this.now() - this.sinceMs;
      if (this.submissions === submissions) this.waits++;
    }
  }

  /** The figures as they are now. */
  get sum(): GpuWork {
    const { dispatches, submissions, waits, waitedMs, bytesUp, bytesDown, productBytes, operations } = this;
    return { dispatches, submissions, waits, waitedMs, bytesUp, bytesDown, productBytes, operations };
  }
}
