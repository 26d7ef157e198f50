// What the optimiser is held to: the first step, a later one, and none where a gradient is not finite.
import { kernel, room, Uniform } from '../kernel-contract';
import { knobsLayout, outcomeLayout } from '../shared/layouts';
import { adamw } from './adamw';
import * as twin from './twin';

const floats = 1028;
const knobs = { learningRate: 0.01, beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0.1, gradientClip: 1 };
const { beta1, beta2, epsilon } = knobs;
const blockAt = (step: number) => ({
  ...{ rate: knobs.learningRate, beta1, beta2, epsilon, decay: knobs.weightDecay, clip: knobs.gradientClip },
  ...{ correction1: 1 - beta1 ** step, correction2: 1 - beta2 ** step },
});

export const steps = kernel({
  name: 'AdamW',
  cases: [
    { name: 'the first step', step: 1, bad: undefined },
    { name: 'the second step', step: 2, bad: undefined },
    { name: 'a gradient that is not a number', step: 3, bad: Number.NaN },
    { name: 'a gradient without end', step: 3, bad: Number.POSITIVE_INFINITY },
  ].map((one) => ({ ...one, sizes: {} })),
  given: ({ normal }, { step, bad }) => {
    const state = { weight: normal(floats), gradient: normal(floats), moment1: room(floats), moment2: room(floats) };
    for (let before = 1; before < step; before++) {
      twin.adamw(state, knobs, before);
      state.gradient = normal(floats);
    }
    if (bad !== undefined) state.gradient[100] = bad;
    return {
      knobs: new Uniform(knobsLayout.table([blockAt(step)])),
      outcome: room(outcomeLayout.words),
      weight: state.weight.map(Math.fround),
      gradient: state.gradient,
      moment1: state.moment1.map(Math.fround),
      moment2: state.moment2.map(Math.fround),
      sums: room(64),
    };
  },
  launch: (to, { knobs: block, outcome, sums, ...views }) =>
    adamw(to, { stretches: [{ floats, ...views }], knobs: block, sums, outcome }),
  writes: ['outcome', 'weight', 'gradient', 'moment1', 'moment2'],
  twin: ({ weight, gradient, moment1, moment2 }, { step }) => {
    const state = { weight: weight.slice(), gradient, moment1: moment1.slice(), moment2: moment2.slice() };
    twin.adamw(state, knobs, step);
    return { ...state, gradient: room(floats) };
  },
  tolerance: { weight: 1e-6, gradient: 0, moment1: 1e-6, moment2: 1e-6 },
  holds: ({ given: { weight, gradient, moment1, moment2 }, gpu: { outcome } }, { step }) => {
    const state = { weight: weight.slice(), gradient, moment1: moment1.slice(), moment2: moment2.slice() };
    const { norm, change, skipped } = twin.adamw(state, knobs, step);
    const told = outcomeLayout.row(new Uint32Array(Float32Array.from(outcome).buffer), 0);
    return {
      'whether it was skipped is told': told.bad === (skipped ? 1 : 0),
      "the gradient's norm is the twin's": skipped || Math.abs(told.norm - norm) < 5e-5,
      "the change of the weights is the twin's": Math.abs(told.change - change) < (skipped ? Number.MIN_VALUE : 5e-6),
    };
  },
});
