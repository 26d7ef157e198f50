// The share of time that the GPU may be busy: a duty cycle. Work is counted when a submission is done; before more is
// handed over, whoever submits rests until the GPU has been idle for long enough. A processor that plays GPU is busy
// with all its cores or with none, so its share is one of its cores' time. Results do not depend on it: nothing changes
// but when work is handed over. It knows no device; clock and rest are handed in.
import { check } from '../../basics/check';

/** Idle time that nobody asked for – the GPU waited for work – makes up for so many milliseconds of later work, and no
 *  more: otherwise a pause would be followed by a burst. */
const creditMs = 500;
/** A rest is looked at again this often: the share may be changed meanwhile. */
const lookMs = 100;

interface Clock {
  readonly now: () => number;
  readonly rest: (ms: number) => Promise<unknown>;
}

const usual: Clock = {
  now: () => performance.now(),
  rest: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export class GpuShare {
  private wish = 1;
  private sinceMs: number;
  private busyMs = 0;
  constructor(private readonly clock: Clock = usual) {
    this.sinceMs = clock.now();
  }

  get value(): number {
    return this.wish;
  }

  /** Whether there is anything to rest for. */
  get isPart(): boolean {
    return this.wish < 1;
  }

  /** From 0.05 to 1; valid at once, also for a rest under way. */
  set(share: number): void {
    check(share >= 0.05 && share <= 1, `the GPU's share is from 5 % to 100 %, got ${100 * share} %`);
    this.wish = share;
    this.sinceMs = this.clock.now();
    this.busyMs = 0;
  }

  /** The GPU was busy for so long. */
  worked(ms: number): void {
    this.busyMs += ms;
  }

  /** Resolves when more may be handed over. `done`: all that was handed over is done, and counted. */
  async rested(done: () => Promise<unknown>): Promise<void> {
    if (!this.isPart) return;
    await done();
    for (let owedMs = this.owedMs(); owedMs > 0; owedMs = this.owedMs())
      await this.clock.rest(Math.min(lookMs, Math.max(1, owedMs)));
  }

  private owedMs(): number {
    if (!this.isPart) return 0;
    const owedMs = this.sinceMs + this.busyMs / this.wish - this.clock.now();
    if (owedMs < -creditMs) this.sinceMs += -creditMs - owedMs;
    return owedMs;
  }
}
