// One report per step of a run: what curves are drawn from.
import type { Connection } from './connection';
import { withRoom } from './make-room';
import type { Kinds } from './schema';
import { dropHalfOfTrees, stepsOf } from './trees';

export interface Metrics<K extends Kinds = Kinds> {
  /** Stores a step's report (a repeated step replaces its report) and notes it as the run's latest, in one
   *  transaction. */
  append(runId: string, report: K['report']): Promise<void>;
  /** All reports of the run, by step. */
  list(runId: string): Promise<K['report'][]>;
}

export function metricsOf<K extends Kinds>(connection: Connection<K>, now: () => number): Metrics<K> {
  return {
    append: (runId, report) => {
      const written = () =>
        connection.write(['metrics', 'runs'], async (transaction) => {
          const run = await transaction.objectStore('runs').get(runId);
          if (!run) throw new Error(`there is no run "${runId}" to add step ${report.step} to`);
          await transaction.objectStore('metrics').put(report, [runId, report.step]);
          await transaction.objectStore('runs').put({ ...run, step: report.step, latest: report, changedAt: now() });
        });
      return withRoom(`the report of step ${report.step}`, () => dropHalfOfTrees(connection), written);
    },
    list: (runId) => connection.read((database) => database.getAll('metrics', stepsOf(runId))),
  };
}
