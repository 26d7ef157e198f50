// The list of games of two: players with rewards of their own. A new one is a folder beside these and one line here;
// games.test.ts then tests it.
import type { Environment } from '../environment';
import { listedByCard } from '../sealed';
import { connectFourCard } from './connect-four/card';
import { kuhnPoker } from './kuhn-poker/kuhn-poker';
import { prisonersDilemma } from './prisoners-dilemma/prisoners-dilemma';
import { ticTacToe } from './tic-tac-toe/tic-tac-toe';

export const games: readonly Environment[] = [
  kuhnPoker,
  ticTacToe,
  listedByCard(connectFourCard),
  prisonersDilemma,
] as readonly Environment[];
