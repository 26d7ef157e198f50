// Plan-Path seen: the same maps, moves and rewards, but whoever plays is shown a picture, a patch for each cell
// (contract/patches.ts), and not a word of the map. It is for models with a patch encoder.
import { type Knobs, valuesFrom } from '../../../basics/knobs';
import { seedFrom } from '../../../basics/rng';
import type { Environment, EnvironmentCard } from '../environment';
import type { Move } from '../moves';
import { drawMap } from '../plan-path/generator';
import { canonicalMap, type MapState, mapBoard } from '../plan-path/map';
import { planPath, walk } from '../plan-path/plan-path';
import { blanked, painted } from './paint';

export interface SeenMap extends MapState {
  /** Of the picture's own chance. */
  readonly paint: number;
  readonly noise: number;
  readonly shown: 'map' | 'nothing';
}

const knobs = {
  size: {
    kind: 'integer',
    name: 'Size',
    meaning: 'Rows and columns of the map.',
    unit: 'cells',
    range: [3, 10],
    default: 5,
  },
  blocked: planPath.card.knobs['blocked'] as Knobs[string] & { kind: 'number' },
  noise: {
    kind: 'number',
    name: 'Noise',
    meaning: 'Standard deviation of every pixel, of a range of 1.',
    range: [0, 0.5],
    default: 0.06,
  },
  shown: {
    kind: 'choice',
    name: 'Shown',
    meaning: 'What the picture shows.',
    choices: { map: 'the map', nothing: 'nothing: grey, the control' },
    default: 'map',
  },
} as const satisfies Knobs;

const card: EnvironmentCard = {
  ...planPath.card,
  id: 'plan-path-vision',
  name: 'Plan-Path, seen',
  sentence: 'Walk to the goal around the blocked cells, shown as a picture.',
  knobs,
  pictured: true,
};

const describe = (state: SeenMap): string =>
  state.shown === 'map' ? painted(mapBoard.picture(state), state.paint, state.noise) : blanked(mapBoard.picture(state));

const { landmarks: _, ...wording } = planPath.wording;

export const planPathVision: Environment<SeenMap, readonly Move[]> = {
  ...(planPath as unknown as Environment<SeenMap, readonly Move[]>),
  card,
  start(seed, settings) {
    const { size, blocked, noise, shown } = valuesFrom(knobs, settings);
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
