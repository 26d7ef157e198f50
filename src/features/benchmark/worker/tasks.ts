// Cases made into tasks: the numbers every contestant is handed. All of them come from seeds, so two runs measure the
// same thing.
import { rngFrom, seedFrom } from '../../../basics/rng';
import { readConfig } from '../../../contract/model-config';
import { livelyAdapter, livelyTensors } from '../../../engine/subjects/random-weights';
import { usualKnobs, usualObjective } from '../../../engine/subjects/usual-step';
import type { BenchModel, DecodeTask, ProductTask, StepTask } from './contestant';
import type { DecodeShape, StepShape } from './shapes';

export function productTask({ m, k, n }: { m: number; k: number; n: number }): ProductTask {
  const rng = rngFrom('bench product', m, k, n);
  const matrix = (floats: number) => Float32Array.from({ length: floats }, () => 2 * rng.number() - 1);
  return { kind: 'product', m, k, n, x: matrix(m * k), w: matrix(k * n) };
}

/** A model of this shape with weights from a seed. */
export function randomModel(name: string, config: Readonly<Record<string, unknown>>): BenchModel {
  return { name, config, tensors: () => livelyTensors(config, 1) };
}

export function decodeTask(model: BenchModel, { groups, branches, prompt, tokens }: DecodeShape): DecodeTask {
  return { kind: 'decode', model, prompt_G_P: promptsOf(model, groups, prompt), branches, tokens };
}

/** Old log-probabilities lie around those of a model that knows nothing, so that ratios fall on both sides of the
 *  clip. */
export function stepTask(model: BenchModel, { groups, branches, prompt, completion }: StepShape): StepTask {
  const { vocabulary } = readConfig(model.config);
  const rank = 16;
  const completionOf = (g: number, k: number) => {
    const rng = rngFrom('bench completion', g, k);
    return {
      token_T: Array.from({ length: completion }, () => rng.integer(vocabulary)),
      oldLogp_T: Array.from({ length: completion }, () => -Math.log(vocabulary) + 0.6 * (rng.number() - 0.5)),
      advantage: k % 2 === 0 ? 1 : -0.75,
    };
  };
  return {
    kind: 'step',
    model,
    rank,
    alpha: 32,
    adapter: livelyAdapter(model.config, rank, seedFrom('bench adapter')),
    groups: promptsOf(model, groups, prompt).map((prompt_P, g) => ({
      prompt_P,
      completions: Array.from({ length: branches }, (_, k) => completionOf(g, k)),
    })),
    shares: 'prompts',
    settings: usualObjective,
    knobs: usualKnobs,
  };
}

/** The same step without packing: every completion has its prompt to itself. */
export function unpacked(task: StepTask): StepTask {
  const groups = task.groups.flatMap(({ prompt_P, completions }) =>
    completions.map((one) => ({ prompt_P, completions: [one] })),
  );
  return { ...task, groups, shares: 'nothing' };
}

/** The same step, whose prompts all begin with so many tokens of the first. */
export function beginningAlike(task: StepTask, text: number): StepTask {
  const shared = task.groups[0]?.prompt_P.slice(0, text) ?? [];
  const groups = task.groups.map((group) => ({ ...group, prompt_P: [...shared, ...group.prompt_P.slice(text)] }));
  return { ...task, groups };
}

function promptsOf(model: BenchModel, groups: number, prompt: number): number[][] {
  const { vocabulary } = readConfig(model.config);
  return Array.from({ length: groups }, (_, g) => {
    const rng = rngFrom('bench prompt', g);
    return Array.from({ length: prompt }, () => rng.integer(vocabulary));
  });
}
