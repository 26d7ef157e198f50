// What several problems of a set share – passages, tables – stands in the first of them alone.
import type { Passage, Problem, Table } from '../problems';
import { CellFault } from './layout';

export function newShared() {
  const passages = new Set<string>();
  const databases = new Map<string, readonly Table[]>();
  const isNew = ({ title, text }: Passage) => {
    const key = `${title}\n${text}`;
    return !passages.has(key) && passages.add(key);
  };
  return {
    /** The problem without what an earlier one brings. Throws a CellFault where two databases bear one name. */
    first: (problem: Problem): Problem => {
      if ('passages' in problem) return { ...problem, passages: problem.passages.filter(isNew) };
      if (!('tables' in problem)) return problem;
      const { tables = [], ...rest } = problem;
      const known = databases.get(problem.database);
      if (known === undefined) databases.set(problem.database, tables);
      else if (known !== tables && JSON.stringify(known) !== JSON.stringify(tables))
        throw new CellFault('database', 'one database of a name', `another "${problem.database}"`);
      return known === undefined ? problem : rest;
    },
  };
}
