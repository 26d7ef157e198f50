// The list of worlds with several players. A new one is a folder beside these and one line here; several.test.ts then
// tests it.

import { databaseCard } from './database/card';
import type { Environment } from './environment';
import { guideAndWalker } from './guide-and-walker/guide-and-walker';
import { searchCard } from './passage-search/card';
import { proposedSumsCard } from './proposed-sums/card';
import { listedByCard } from './sealed';
import { relayedSignals, signals } from './signals/signals';
import { sokobanForTwo } from './sokoban-for-two/sokoban-for-two';

export const worldsOfSeveral: readonly Environment[] = [
  signals,
  guideAndWalker,
  sokobanForTwo,
  ...relayedSignals,
  listedByCard(searchCard),
  listedByCard(databaseCard),
  listedByCard(proposedSumsCard),
];
