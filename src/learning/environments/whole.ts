// What the worlds Maths and Code need beside their rules, and what is large: the library that reads formulas, the
// built-in tasks. Whoever plays worlds imports it (../rollouts/play.ts); the page fetches it after the first look, and
// whatever is asked of these worlds before then throws.

import { provideTasks } from './code/tasks';
import tasks from './code/tasks.json';
import { algebra } from './maths/algebra';
import { provideAlgebra } from './maths/exact';
import type { CodeProblem } from './problems';

provideAlgebra(algebra);
/** Checked by code.test.ts; the compiler cannot read literal types off JSON. */
provideTasks(tasks.problems as unknown as readonly CodeProblem[]);
