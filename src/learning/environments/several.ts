// The list of worlds with several players. A new one is a folder beside these and one line here; several.test.ts then
// tests it.
import type { Environment } from './environment';
import { signals } from './signals/signals';
import { sokobanForTwo } from './sokoban-for-two/sokoban-for-two';

export const worldsOfSeveral: readonly Environment[] = [signals, sokobanForTwo];
