// The list of games of two: players with rewards of their own. A new one is a folder beside these, a line here for its
// card and a line in whole.ts for its rules; games.test.ts then tests it.
import type { Environment } from '../environment';
import { listedByCard } from '../sealed';
import { bargainingCard } from './bargaining/card';
import { connectFourCard } from './connect-four/card';
import { kuhnPoker } from './kuhn-poker/kuhn-poker';
import { dilemmaCard } from './prisoners-dilemma/card';
import { ticTacToeCard } from './tic-tac-toe/card';

export const games: readonly Environment[] = [
  kuhnPoker,
  listedByCard(ticTacToeCard),
  listedByCard(connectFourCard),
  listedByCard(dilemmaCard),
  listedByCard(bargainingCard),
] as readonly Environment[];
