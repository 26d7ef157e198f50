// Many players, one engine: each worker plays a share of the worlds, and all sit at one table – in each of the
// sampler's lanes at one – where their questions become one batch (rollouts/together). The pool's result is that of
// playing everything in one place. Programs go to the one runner beside the trainer, whoever asks. It does not know
// what a worker is: whatever can `play` a share will do.
import { present } from '../basics/check';
import type { Completion, PromptGroup } from '../contract/learner';
import type { ProgramRequest, ProgramResult } from '../learning/agents/program-runner';
import type { Definitions } from '../learning/catalogue';
import type { PlayedWorld, PlayOptions, PlayProgress, PlaySettings } from '../learning/rollouts/play-settings';
import { type Play, type Player, sharedTable, togetherTold } from '../learning/rollouts/together';

/** A play as it travels between threads: by name what cannot be copied. */
export interface PlayRequest {
  readonly settings: Omit<PlaySettings, 'environment' | 'team' | 'tokenizer'> & {
    readonly environment: string;
    readonly team: string;
  };
  readonly seeds: readonly number[];
}

/** What a worker asks back while it plays. */
export interface Asked {
  answers(groups: readonly PromptGroup[]): Promise<readonly (readonly Completion[])[]>;
  /** Absent where nothing can be run. */
  run?(requests: readonly ProgramRequest[]): Promise<readonly ProgramResult[]>;
  tell(progress: PlayProgress): void;
}

export interface RolloutWorker {
  /** `definitions`: worlds and teams that requests may name beside the built-in ones. */
  play(requests: readonly PlayRequest[], asked: Asked, definitions: Definitions): Promise<PlayedWorld[]>;
}

/** One that can be ended: what it plays fails, and so does what it is asked afterwards. */
export interface ClosableRolloutWorker extends RolloutWorker {
  close(): void;
}

/** Fewer worlds than this are not worth a worker of their own. */
const leastShare = 2;

/** A player that spreads the worlds over the workers. Several players may share workers. */
export function pooledPlayer(workers: readonly RolloutWorker[], definitions: Definitions = {}): Player {
  return async (plays, sampler, { runner, onProgress }: PlayOptions = {}) => {
    const shares = sharesOf(plays.map(requestOf), workers.length);
    // a table in each of the sampler's lanes; neighbours sit at the same
    const lanes = Math.min(sampler.lanes ?? 1, shares.length);
    const laneOf = (share: number) => Math.floor((share * lanes) / shares.length);
    const tables = Array.from({ length: lanes }, (_, lane) =>
      sharedTable(sampler, shares.filter((_, share) => laneOf(share) === lane).length),
    );
    const tell = togetherTold(onProgress);
    const played = await Promise.all(
      shares.map(async (share, index) => {
        const table = present(tables[laneOf(index)], 'a table');
        const asked: Asked = {
          answers: (groups) => table.sampler(index).sample(groups),
          ...(runner ? { run: (requests: readonly ProgramRequest[]) => runner.run(requests) } : {}),
          tell: tell(index),
        };
        try {
          return await (workers[index] as RolloutWorker).play(share, asked, definitions);
        } finally {
          table.leave();
        }
      }),
    );
    return played.flat();
  };
}

function requestOf({ settings, seeds }: Play): PlayRequest {
  const { environment, team, tokenizer: _tokenizer, ...rest } = settings;
  return { settings: { ...rest, environment: environment.card.id, team: team.id }, seeds };
}

/** Contiguous shares of the worlds, as equal as can be. */
function sharesOf(requests: readonly PlayRequest[], workers: number): PlayRequest[][] {
  const worlds = requests.flatMap(({ settings, seeds }) => seeds.map((seed) => ({ settings, seed })));
  const count = Math.max(1, Math.min(workers, Math.floor(worlds.length / leastShare)));
  return Array.from({ length: count }, (_, index) => {
    const share = worlds.slice(
      Math.round((index * worlds.length) / count),
      Math.round(((index + 1) * worlds.length) / count),
    );
    return requests
      .map(({ settings }) => ({
        settings,
        seeds: share.filter((world) => world.settings === settings).map(({ seed }) => seed),
      }))
      .filter(({ seeds }) => seeds.length > 0);
  });
}
