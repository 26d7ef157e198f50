// Plan-Path seen: the same maps, moves and rewards, but whoever plays is shown a picture, a patch for each cell
// (contract/patches.ts), and not a word of the map. It is for models with a patch encoder.
import { valuesFrom } from '../../../basics/knobs';
import { seedFrom } from '../../../basics/rng';
import type { Environment } from '../environment';
import type { Move } from '../moves';
import { drawMap } from '../plan-path/generator';
import { canonicalMap, type MapState, mapBoard } from '../plan-path/map';
import { planPath, walk } from '../plan-path/plan-path';
import { planPathVisionCard, planPathVisionKnobs } from './card';
import { blanked, painted } from './paint';

export interface SeenMap extends MapState {
  /** Of the picture's own chance. */
  readonly paint: number;
  readonly noise: number;
  readonly shown: 'map' | 'nothing';
}

const describe = (state: SeenMap): string =>
  state.shown === 'map' ? painted(mapBoard.picture(state), state.paint, state.noise) : blanked(mapBoard.picture(state));

const { landmarks: _, ...wording } = planPath.wording;

export const planPathVision: Environment<SeenMap, readonly Move[]> = {
  ...(planPath as unknown as Environment<SeenMap, readonly Move[]>),
  card: planPathVisionCard,
  start(seed, settings) {
    const { size, blocked, noise, shown } = valuesFrom(planPathVisionKnobs, settings);
    const map = drawMap(seed, size, blocked);
    return Object.freeze({ ...map, paint: seedFrom('picture', seed), noise, shown });
  },
  canonical: canonicalMap,
  act(state, action, budget) {
    const { outcome } = walk(state, action, budget);
    const { player } = outcome.state;
    return { ...outcome, state: player === state.player ? state : Object.freeze({ ...state, player }) };
  },
  wording: {
    ...(wording as unknown as Environment<SeenMap, readonly Move[]>['wording']),
    describe,
    describeAfter: describe,
  },
};
