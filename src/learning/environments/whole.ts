// What is large of some worlds: the library that reads formulas, the built-in tasks, and the whole of those that are
// listed by their cards. Whoever plays worlds imports it (../rollouts/play.ts); the page fetches it after the first
// look, and whatever is asked of these worlds before then throws.

import { provideTasks } from './code/tasks';
import tasks from './code/tasks.json';
import { database } from './database/database';
import { databaseOn } from './database/on-problems';
import { games } from './games';
import { bargaining } from './games/bargaining/bargaining';
import { connectFour } from './games/connect-four/connect-four';
import { prisonersDilemma } from './games/prisoners-dilemma/prisoners-dilemma';
import { ticTacToe } from './games/tic-tac-toe/tic-tac-toe';
import { environments, giveWorldOnProblems } from './index';
import { algebra } from './maths/algebra';
import { provideAlgebra } from './maths/exact';
import { searchOn } from './passage-search/on-problems';
import { passageSearch } from './passage-search/passage-search';
import { planPathVision } from './plan-path-vision/plan-path-vision';
import type { CodeProblem } from './problems';
import { proposedSums } from './proposed-sums/proposed-sums';
import { giveRules } from './sealed';
import { worldsOfSeveral } from './several';

provideAlgebra(algebra);
/** Checked by code.test.ts; the compiler cannot read literal types off JSON. */
provideTasks(tasks.problems as unknown as readonly CodeProblem[]);
giveRules(environments, planPathVision);
giveRules(worldsOfSeveral, passageSearch);
giveRules(worldsOfSeveral, database);
giveRules(worldsOfSeveral, proposedSums);
giveRules(games, ticTacToe);
giveRules(games, connectFour);
giveRules(games, prisonersDilemma);
giveRules(games, bargaining);
giveWorldOnProblems('passage-search', searchOn);
giveWorldOnProblems('database', databaseOn);
