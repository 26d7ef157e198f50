// The list of worlds with one player. A new one is a folder beside these and one line here; contract.test.ts then tests
// it. Those with several players are listed in several.ts, games in games/index.ts.
import { present } from '../../basics/check';
import { blocksworld } from './blocksworld/blocksworld';
import { cardOfTasks, code, codeOn } from './code/code';
import { cardOfDatabases } from './database/card';
import { eightQueens } from './eight-queens/eight-queens';
import type { Environment, EnvironmentCard } from './environment';
import { games } from './games';
import { cardOfQuestions, maths, mathsOn } from './maths/maths';
import { cardOfPassages } from './passage-search/card';
import { planPath } from './plan-path/plan-path';
import { planPathVisionCard } from './plan-path-vision/card';
import { idOfProblemWorld, type ProblemSet, type ProblemSetName } from './problem-set';
import type { CodeProblem, MathsProblem } from './problems';
import { listedByCard } from './sealed';
import { worldsOfSeveral } from './several';
import { sokoban } from './sokoban/sokoban';
import { sudoku } from './sudoku/sudoku';

export const environments: readonly Environment[] = [
  sokoban,
  planPath,
  listedByCard(planPathVisionCard),
  sudoku,
  eightQueens,
  blocksworld,
  maths,
  code,
];

/** Every listed world. */
export const allEnvironments: readonly Environment[] = [...environments, ...worldsOfSeveral, ...games];

type WorldOn = (set: ProblemSet) => Environment;
const makers: Record<string, WorldOn> = {
  maths: (set) => named(set, mathsOn(set.problems as readonly MathsProblem[], set.splits)),
  code: (set) => named(set, codeOn(set.problems as readonly CodeProblem[], set.splits, cardOfTasks)),
};

/** Worlds that are made on problems from a file, by the kind of problems; the card's id is `idOfProblemWorld` of the
 *  set. Those of worlds that are listed by their cards come with their rules (whole.ts). */
export const worldsOnProblems: Readonly<Record<string, WorldOn>> = makers;

export function giveWorldOnProblems<State, Action>(
  kind: string,
  on: (problems: readonly never[], splits: ProblemSet['splits']) => Environment<State, Action>,
): void {
  makers[kind] = (set) => named(set, on(set.problems as readonly never[], set.splits));
}

/** Their cards, which need no problems. */
const cardsOnProblems: Readonly<Record<string, EnvironmentCard>> = {
  maths: cardOfQuestions,
  code: cardOfTasks,
  'passage-search': cardOfPassages,
  database: cardOfDatabases,
};

function named<State, Action>(set: ProblemSet, world: Environment<State, Action>): Environment {
  return { ...world, card: cardOnProblems(set) } as Environment;
}

/** The card of the world on a set of problems, without its problems. Throws an ExpectationError where no world plays
 *  them. */
export function cardOnProblems(set: ProblemSetName): EnvironmentCard {
  const known = Object.keys(cardsOnProblems).join(', ');
  const card = present(cardsOnProblems[set.world], `no world plays "${set.world}" problems: known are ${known}`);
  const sentence = `${card.sentence.replace(/\.$/, '')}: problems of "${set.name}".`;
  return { ...card, id: idOfProblemWorld(set), name: `${card.name}: ${set.name}`, sentence };
}

/** The listed world of this id. Throws an ExpectationError that names the known ones. */
export function environmentById(id: string): Environment {
  return present(
    allEnvironments.find(({ card }) => card.id === id),
    () => `there is no environment "${id}": known are ${allEnvironments.map(({ card }) => card.id).join(', ')}`,
  );
}
