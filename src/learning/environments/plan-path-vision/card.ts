// What is listed of the world before its rules are there.
import type { Knobs } from '../../../basics/knobs';
import type { EnvironmentCard } from '../environment';
import { planPath } from '../plan-path/plan-path';

export const planPathVisionKnobs = {
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

export const planPathVisionCard: EnvironmentCard = {
  ...planPath.card,
  id: 'plan-path-vision',
  name: 'Plan-Path, seen',
  sentence: 'Walk to the goal around the blocked cells, shown as a picture.',
  knobs: planPathVisionKnobs,
  pictured: true,
};
