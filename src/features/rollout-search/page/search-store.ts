// What the search of the run at hand has come to: how far its trees are read, and how many branches are found.
import { create } from 'zustand';
import { reasonOf } from '../../../basics/reason';
import { recordedRun } from '../../../page/stores/recorded-run';
import type { Called } from '../../../workers/start-worker';
import type { RolloutQuery } from '../shared/query';
import type { Facets } from '../shared/rollout-index';
import type { RolloutSearchApi } from '../worker/rollout-search';
import { connectRolloutSearch } from '../worker/rollout-search-client';

export interface SearchState {
  readonly kind: 'idle' | 'reading' | 'found' | 'failed';
  /** Steps read, of how many. */
  readonly read?: readonly [done: number, total: number];
  readonly facets?: Facets;
  readonly count: number;
  readonly ms: number;
  /** Counts the searches: what is shown belongs to the last one. */
  readonly version: number;
  readonly reason?: string;
}

const fresh: SearchState = { kind: 'idle', count: 0, ms: 0, version: 0 };
export const useSearch = create<SearchState>()(() => fresh);

let connected: Called<RolloutSearchApi> | undefined;
const worker = (): Called<RolloutSearchApi> => {
  connected ??= connectRolloutSearch();
  return connected;
};

let asked = 0;
let openRun = '';

/** Brings the index up to date, and searches it. A later question overtakes. */
export async function searchRun(runId: string, query: RolloutQuery, version: string): Promise<void> {
  asked += 1;
  const mine = asked;
  const late = () => mine !== asked;
  const key = `${runId} ${version}`;
  try {
    if (openRun !== key) {
      const { version: before } = useSearch.getState();
      if (!openRun.startsWith(`${runId} `))
        useSearch.setState({ ...fresh, kind: 'reading', version: before + 1 }, true);
      const facets = await opened(runId, (done, total) => {
        if (!late() && openRun !== key) useSearch.setState({ read: [done, total] }); // told late, it is over
      });
      if (late()) return;
      openRun = key;
      useSearch.setState({ facets, read: undefined });
    }
    const { count, ms } = await worker().search(query);
    if (!late()) useSearch.setState(({ version: before }) => ({ kind: 'found', count, ms, version: before + 1 }));
  } catch (fault) {
    if (!late()) useSearch.setState({ kind: 'failed', reason: reasonOf(fault) });
  }
}

function opened(runId: string, tell: (done: number, total: number) => void): Promise<Facets> {
  const recorded = recordedRun();
  return recorded?.view.id === runId
    ? worker().give(runId, recorded.trees, recorded.view.config)
    : worker().open(runId, tell);
}

export const rowsOf = (from: number, count: number) => worker().rows(from, count);
