// Database on the questions and tables of a file. The answer is what the file's own query brings.
import { present } from '../../../basics/check';
import { valuesFrom } from '../../../basics/knobs';
import type { Environment } from '../environment';
import { type PoolSplits, poolsOf } from '../problem-pools';
import type { DatabaseProblem } from '../problems';
import { cardOfDatabases } from './card';
import { type DatabaseAction, databaseOf, layout } from './database';
import type { DatabaseState } from './game';
import { databaseKnobsOnFiles } from './knobs';
import type { Table } from './tables';

export function databaseOn(
  problems: readonly DatabaseProblem[],
  splits: PoolSplits = 'by-problem',
): Environment<DatabaseState, DatabaseAction> {
  const tablesOf = new Map<string, readonly Table[]>();
  for (const { database, tables } of problems) if (tables) tablesOf.set(database, Object.freeze(tables));
  const drawn = problems.map(({ id, question, answer, query, database }) => ({
    question,
    answer,
    best: query,
    facts: 'file' as const,
    tables: present(tablesOf.get(database), `the problem "${id}" asks "${database}", whose tables no problem brings`),
    queried: Object.freeze([]),
  }));
  const pools = poolsOf(drawn, layout, splits);
  return databaseOf({
    card: cardOfDatabases,
    start: (seed, settings) => Object.freeze({ ...pools.start(seed), ...valuesFrom(databaseKnobsOnFiles, settings) }),
    problems: pools.problems,
  });
}
