// How much work goes into one submission: as much as this adapter does in about 50 ms, learnt from how long submissions
// really take, so that no driver's watchdog bites and the desktop stays alive. It never waits: it is told when work is
// done. Results do not depend on it. Sizes are in operations as kernels count them, which is rough, and a busy machine
// delays single submissions at random: so it goes by the median of the last few speeds, and never far from the first
// guess. A busy thread learns late that work is done, and then of several submissions at once: the time measured for
// the first of them covers all.

/** Milliseconds aimed at. The bound to keep is 150; what kernels say of their work is true within a factor of two. */
const aimMs = 50;
/** The budget stays within these factors of the first guess: much smaller submissions would cost more than they
 *  help. */
const reach = { down: 32, up: 16 };
/** Operations of a first submission. Cards differ in speed more than processors do, so every card begins with what
 *  suits a slow one. */
const starts = { software: { first: 4e8, up: reach.up }, card: { first: 2e9, up: 160 } };
const remembered = 5;
/** Submissions reported within this many milliseconds of each other count as reported together. */
const momentMs = 1;
/** A full submission that seems to have taken less than this was most likely finished earlier and reported late: the
 *  thread was busy, or Node polled a millisecond apart. Then no more than one submission's work counts as the adapter's
 *  speed. */
const lateMs = 10;
/** Clocks of browsers are this coarse. */
const leastMs = 0.1;

/** Submissions that were reported at the same moment; mostly one. */
interface Heard {
  work: number;
  ms: number;
  /** Work of the largest. */
  largest: number;
}

/** Milliseconds of the largest, by its share of the work. */
const longestOf = ({ work, ms, largest }: Heard): number => (work > 0 ? (ms * largest) / work : 0);

/** The budget to begin with on such an adapter. */
export function budgetFor(
  { software }: { readonly software: boolean },
  now: () => number,
  worked?: (ms: number) => void,
): SubmissionBudget {
  const { first, up } = starts[software ? 'software' : 'card'];
  return new SubmissionBudget(first, now, up, worked);
}

export class SubmissionBudget {
  /** Operations that a submission may hold. */
  limit: number;
  private doneMs = Number.NEGATIVE_INFINITY;
  private last: Heard | undefined;
  /** The latest measurements of the adapter's speed, each with the time of what was reported late after it. */
  private readonly telling: { work: number; ms: number; behindMs: number }[] = [];
  private longest = 0;
  constructor(
    private readonly first: number,
    private readonly now: () => number,
    private readonly up = reach.up,
    /** Hears for how long the GPU was busy with a submission. */
    private readonly worked: (ms: number) => void = () => {},
  ) {
    this.limit = first;
  }

  /** The longest of all submissions that were measured, since it was last forgotten. */
  get longestMs(): number {
    return Math.max(this.longest, this.last ? longestOf(this.last) : 0);
  }

  forgetLongest(): void {
    this.longest = 0;
    this.last = undefined;
  }

  /** Work was handed over; `done` resolves when it is finished. Submissions finish in order. */
  submitted(work: number, done: Promise<unknown>): void {
    const startMs = this.now();
    done.then(
      () => {
        const endMs = this.now();
        const ms = endMs - Math.max(startMs, this.doneMs);
        this.worked(ms);
        this.measured(work, ms);
        this.doneMs = endMs;
      },
      () => undefined, // the device was lost: whoever waits for results hears of it
    );
  }

  private measured(work: number, ms: number): void {
    if (this.last && ms < momentMs) {
      this.last.work += work;
      this.last.ms += ms;
      this.last.largest = Math.max(this.last.largest, work);
    } else {
      this.longest = this.longestMs;
      this.last = { work, ms, largest: work };
    }
    if (work < this.limit / 2 && ms < aimMs) return; // little work, quickly done: mostly the price of any submission
    const before = this.telling.at(-1);
    if (before && ms < lateMs && before.behindMs + ms < aimMs) {
      before.work += work;
      before.ms += ms;
      before.behindMs += ms;
    } else {
      this.telling.push({ work, ms, behindMs: 0 });
      if (this.telling.length > remembered) this.telling.shift();
    }
    const sorted = this.telling.map((one) => one.work / Math.max(one.ms, leastMs)).sort((a, b) => a - b);
    const speed = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
    this.limit = Math.min(this.first * this.up, Math.max(this.first / reach.down, speed * aimMs));
  }
}
