// Leagues as a page asks for them: one at a time, beside a run that trains, stopped when it is wished.
import { check } from '../../../basics/check';
import { checkBase, storedRun } from '../../../export/export';
import type { TrainerHooks } from '../../../run/worker-feature';
import { leagueSettings, playLeague, scriptsOf } from '../shared/league';
import type { LeagueApi, LeagueProgress, RatedLeague } from '../shared/league-api';
import { ratingsOf } from '../shared/ratings';
import { checkpointsOf, trainedEntrants } from './entrants';

/** Under which a run keeps its league. */
const name = 'games';

type Hooks = Pick<TrainerHooks, 'runStore' | 'infer' | 'catalogue' | 'announce'>;

export function trainerLeague({ runStore: openRunStore, infer, catalogue: catalogueOf, announce }: Hooks): LeagueApi {
  let playing: AbortController | undefined;
  const keptOf = async (runId: string) => (await (await openRunStore()).runs.get(runId))?.kept ?? {};

  async function rate(runId: string, { games, seed }: Parameters<LeagueApi['league']>[1], signal: AbortSignal) {
    const runStore = await openRunStore();
    const run = await storedRun(runStore, runId);
    const { config, step } = run;
    const kept = await checkpointsOf(runStore, runId);
    const catalogue = await catalogueOf(config);
    const rated = await infer(config, async ({ learner, names, base }) => {
      checkBase(run, base);
      const { tokenizer } = base;
      const scripts = scriptsOf(leagueSettings({ config, catalogue, tokenizer }));
      const entrants = [...(await trainedEntrants(learner, config, kept, names)), ...scripts];
      const onProgress = (done: number, total: number) => {
        announce({ runId, done, total } satisfies LeagueProgress);
        signal.throwIfAborted();
      };
      onProgress(0, 0);
      const played = await playLeague({
        ...{ config, catalogue, tokenizer, entrants, games, seed, onProgress },
        sampler: learner,
      });
      return ratingsOf(
        entrants.map((entrant) => entrant.name),
        played,
        seed,
      );
    });
    const league: RatedLeague = { games, seed, step, rated };
    await runStore.runs.update(runId, { kept: { ...(await keptOf(runId)), [name]: league } });
    return league;
  }

  return {
    kept: async (runId) => (await keptOf(runId))[name] as RatedLeague | undefined,
    league: async (runId, how) => {
      check(playing === undefined, 'a league is being played already: wait for it, or cancel it');
      const mine = new AbortController();
      playing = mine;
      try {
        return await rate(runId, how, mine.signal);
      } catch (fault) {
        if (mine.signal.aborted) return undefined;
        throw fault;
      } finally {
        playing = undefined;
      }
    },
    cancel: async () => playing?.abort(),
  };
}
