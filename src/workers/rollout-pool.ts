// Many players, one engine: each worker plays a share of the worlds and asks for answers; as soon as every worker that still plays has
// asked, their questions become one batch. Answers do not depend on what else is in a batch (S3), so the pool's result is that of
// playing everything in one place. It does not know what a worker is: whatever can `play` a share will do.
import type { PlayedWorld, PlayProgress, PlaySettings } from '../learning/rollouts/play';
import type { Sampler } from '../learning/rollouts/sampler';
import type { Completion, PromptGroup } from '../learning/training/learner';
import type { Player } from '../learning/training/step';

/** PlaySettings as they travel between threads: by name what cannot be copied. */
export interface PlayRequest extends Omit<PlaySettings, 'environment' | 'team' | 'tokenizer'> {
  readonly environment: string;
  readonly team: string;
  readonly seeds: readonly number[];
}

export type Ask = (groups: readonly PromptGroup[]) => Promise<readonly (readonly Completion[])[]>;
export type Tell = (progress: PlayProgress) => void;

export interface RolloutSeat {
  play(request: PlayRequest, ask: Ask, tell: Tell): Promise<PlayedWorld[]>;
}

/** Fewer worlds than this are not worth a worker of their own. */
const leastShare = 2;

/** A player that spreads the worlds over the seats. */
export function pooledPlayer(seats: readonly RolloutSeat[]): Player {
  return async (settings, seeds, sampler, onProgress) => {
    const { environment, team, tokenizer: _tokenizer, ...rest } = settings;
    const shares = sharesOf(seeds, seats.length);
    const table = sharedTable(sampler, shares.length);
    const progress: PlayProgress[] = [];
    const played = await Promise.all(
      shares.map(async (share, index) => {
        const request = { ...rest, environment: environment.card.id, team: team.id, seeds: share };
        const tell: Tell = (told) => {
          progress[index] = told;
          onProgress?.(together(progress, told));
        };
        try {
          return await (seats[index] as RolloutSeat).play(request, (groups) => table.ask(index, groups), tell);
        } finally {
          table.leave();
        }
      }),
    );
    return played.flat();
  };
}

/** Contiguous shares, as equal as can be. */
function sharesOf(seeds: readonly number[], seats: number): (readonly number[])[] {
  const count = Math.max(1, Math.min(seats, Math.floor(seeds.length / leastShare)));
  return Array.from({ length: count }, (_, index) =>
    seeds.slice(Math.round((index * seeds.length) / count), Math.round(((index + 1) * seeds.length) / count)),
  );
}

interface Question {
  readonly seat: number;
  readonly groups: readonly PromptGroup[];
  readonly answer: (answers: readonly (readonly Completion[])[]) => void;
  readonly fail: (error: unknown) => void;
}

/** Collects questions until everyone still at the table has asked, then puts them as one. */
function sharedTable(sampler: Sampler, players: number) {
  let present = players;
  let waiting: Question[] = [];
  const putIfComplete = () => {
    if (waiting.length === 0 || waiting.length < present) return;
    const asked = waiting.sort((a, b) => a.seat - b.seat);
    waiting = [];
    sampler.sample(asked.flatMap(({ groups }) => groups)).then(
      (answers) => {
        let first = 0;
        for (const { groups, answer } of asked) {
          answer(answers.slice(first, first + groups.length));
          first += groups.length;
        }
      },
      (error: unknown) => asked.forEach(({ fail }) => fail(error)),
    );
  };
  return {
    ask: (seat: number, groups: readonly PromptGroup[]) =>
      new Promise<readonly (readonly Completion[])[]>((answer, fail) => {
        waiting.push({ seat, groups, answer, fail });
        putIfComplete();
      }),
    leave: () => {
      present--;
      putIfComplete();
    },
  };
}

function together(progress: readonly PlayProgress[], latest: PlayProgress): PlayProgress {
  const all = progress.filter((each) => each !== undefined);
  return {
    turn: latest.turn,
    role: latest.role,
    boards: all.flatMap(({ boards }) => boards).slice(0, 8),
    finished: all.reduce((sum, { finished }) => sum + finished, 0),
  };
}
