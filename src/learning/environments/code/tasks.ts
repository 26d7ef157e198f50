// The built-in tasks of the world Code: tasks.json, a set of problems as the problem import writes and reads them.
// Written for Grove; the results are what the solutions in both languages give, and each mutant is the JavaScript
// solution with a fault that at least one hidden test catches. Whoever changes a task changes the set's hash; the
// importer's test says what it is then.
import type { CodeProblem } from '../problems';
import set from './tasks.json';

/** Checked by code.test.ts; the compiler cannot read literal types off JSON. */
export const builtInTasks = set.problems as unknown as readonly CodeProblem[];
