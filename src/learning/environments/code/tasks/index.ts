// The built-in tasks of the world Code.
import type { CodeProblem } from '../../problems';
import { listsTasks } from './lists';
import { machinesTasks } from './machines';
import { numbersTasks } from './numbers';
import { readingTasks } from './reading';
import { problemOfCallTask, problemOfStdinTask } from './task';
import { textTasks } from './text';

export const builtInTasks: readonly CodeProblem[] = [
  ...[...numbersTasks, ...textTasks, ...listsTasks].map(problemOfCallTask),
  ...[...readingTasks, ...machinesTasks].map(problemOfStdinTask),
];
