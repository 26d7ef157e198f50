// The runs that the address names, with all their reports; those that this browser does not keep are named.
import { useEffect, useState } from 'react';
import { reasonOf } from '../../../basics/reason';
import type { RunView } from '../../../page/stores/run-view';
import { storage } from '../../../page/stores/storage-client';
import { useTrainer } from '../../../page/stores/trainer-store';

export interface NamedRuns {
  readonly kind: 'loading' | 'loaded' | 'failed';
  readonly runs: readonly RunView[];
  /** Ids without a run. */
  readonly missing: readonly string[];
  /** Why they could not be read. */
  readonly reason?: string;
}

/** Read again after each step of one that trains. */
export function useNamedRuns(ids: readonly string[]): NamedRuns {
  const [found, setFound] = useState<NamedRuns>({ kind: 'loading', runs: [], missing: [] });
  const step = useTrainer(({ live }) => (live && ids.includes(live.id) ? `${live.step} ${live.status}` : ''));
  const names = ids.join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for the ids, and every step brings a report
  useEffect(() => {
    let current = true;
    const read = async (): Promise<NamedRuns> => {
      const kept = await storage();
      const views = await Promise.all(ids.map((id) => kept.run(id)));
      return {
        kind: 'loaded',
        runs: views.flatMap((view) => view ?? []),
        missing: ids.filter((_, index) => !views[index]),
      };
    };
    read()
      .catch((fault): NamedRuns => ({ kind: 'failed', runs: [], missing: [], reason: reasonOf(fault) }))
      .then((now) => {
        if (current) setFound(now);
      });
    return () => {
      current = false;
    };
  }, [names, step]);
  return found;
}
