// Several plays, one engine: as soon as every play that still goes on has asked, their questions become one batch.
// Answers do not depend on what else is in a batch (S3), so plays that share the table come out as each would alone.
// Players that spread plays over threads sit at such a table too. It does not know worlds.
import type { Completion, PromptGroup } from '../../contract/learner';
import { playWorlds } from './play';
import type { PlayedWorld, PlayOptions, PlayProgress, PlaySettings } from './play-settings';
import type { Sampler } from './sampler';

/** Worlds that are played in the same way. */
export interface Play {
  readonly settings: PlaySettings;
  readonly seeds: readonly number[];
}

/** Plays worlds somewhere – here, or in a pool of workers that asks `sampler` and `runner` on – and gives them in
 *  order. */
export type Player = (plays: readonly Play[], sampler: Sampler, options?: PlayOptions) => Promise<PlayedWorld[]>;

/** Here, all at once; in as many lanes as the sampler likes, so that it computes the answers of one while those of
 *  another are carried out. */
export const playTogether: Player = async (plays, sampler, options = {}) => {
  const lanes = Math.max(1, Math.min(sampler.lanes ?? 1, ...plays.map(({ seeds }) => seeds.length)));
  if (lanes === 1) return playInOne(plays, sampler, options);
  const tell = togetherTold(options.onProgress);
  const shareOf = (count: number, lane: number) => Math.round((lane * count) / lanes);
  const played = await Promise.all(
    Array.from({ length: lanes }, (_, lane) => {
      const share = plays.map(({ settings, seeds }) => ({
        settings,
        seeds: seeds.slice(shareOf(seeds.length, lane), shareOf(seeds.length, lane + 1)),
      }));
      return playInOne(share, sampler, { ...options, onProgress: tell(lane) });
    }),
  );
  return inOrderOf(plays, played);
};

/** The worlds of lanes that each played a share of every play, in the order of the plays. */
function inOrderOf(plays: readonly Play[], played: readonly (readonly PlayedWorld[])[]): PlayedWorld[] {
  const left = played.map((worlds) => [...worlds]);
  const { length: lanes } = played;
  return plays.flatMap(({ settings: { games = 1 }, seeds }) =>
    left.flatMap((worlds, lane) => {
      const count = Math.round(((lane + 1) * seeds.length) / lanes) - Math.round((lane * seeds.length) / lanes);
      return worlds.splice(0, count * games);
    }),
  );
}

const playInOne = async (plays: readonly Play[], sampler: Sampler, options: PlayOptions): Promise<PlayedWorld[]> => {
  const [only] = plays;
  if (only && plays.length === 1) return playWorlds(only.settings, only.seeds, sampler, options);
  const table = sharedTable(sampler, plays.length);
  const tell = togetherTold(options.onProgress);
  const played = await Promise.all(
    plays.map(async ({ settings, seeds }, play) => {
      try {
        return await playWorlds(settings, seeds, table.sampler(play), { ...options, onProgress: tell(play) });
      } finally {
        table.leave();
      }
    }),
  );
  return played.flat();
};

interface Question {
  readonly play: number;
  readonly groups: readonly PromptGroup[];
  readonly answer: (answers: readonly (readonly Completion[])[]) => void;
  readonly fail: (error: unknown) => void;
}

export interface SharedTable {
  /** The sampler that this play asks. */
  sampler(play: number): Sampler;
  /** Every player leaves when it asks no more. */
  leave(): void;
}

/** Collects questions until everyone still at the table has asked, then puts them as one. */
export function sharedTable(sampler: Sampler, players: number): SharedTable {
  let present = players;
  let waiting: Question[] = [];
  const putIfComplete = () => {
    if (waiting.length === 0 || waiting.length < present) return;
    const asked = waiting.sort((a, b) => a.play - b.play);
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
    sampler: (play) => ({
      sample: (groups) =>
        new Promise((answer, fail) => {
          waiting.push({ play, groups, answer, fail });
          putIfComplete();
        }),
    }),
    leave: () => {
      present--;
      putIfComplete();
    },
  };
}

/** The listener of each play, so that `onProgress` hears of all of them as of one play. */
export function togetherTold(onProgress: PlayOptions['onProgress']): (play: number) => (told: PlayProgress) => void {
  const progress: PlayProgress[] = [];
  return (play) => (told) => {
    progress[play] = told;
    const all = progress.filter((each) => each !== undefined);
    onProgress?.({
      turn: told.turn,
      role: told.role,
      boards: all.flatMap(({ boards }) => boards).slice(0, 8),
      finished: all.reduce((sum, { finished }) => sum + finished, 0),
    });
  };
}
