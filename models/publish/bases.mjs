// Bases that differ from the shipped one in how they play: its weights after a short course in which the share of the solver's play and of
// habit is another. What they know of the world stays as it was.
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const shipped = 'sprout';
const course = {
  seed: 11,
  lists: ['sokoban'],
  answers: 6,
  drillsByLetter: true,
  steps: 300,
  scenesPerStep: 8,
  learningRate: 0.001,
  warmupSteps: 30,
  minLearningRateShare: 0.1,
  beta1: 0.9,
  beta2: 0.95,
  epsilon: 1e-8,
  weightDecay: 0.01,
  gradientClip: 1,
  rowLengths: [128, 384],
};

/** Studies: { id, study, title, base: { name, play } }; shares of both roles' answers. */
export const mixes = [2, 6, 20].flatMap((solver) =>
  [0, 50].map((habit) => ({
    id: `mix-${solver}-${habit}`,
    study: 'mix-sokoban',
    title: `solver ${solver} %, habit ${habit} %`,
    steps: 30,
    base: { name: `mix-${solver}-${habit}`, play: { solver: solver / 100, habit: habit / 100 } },
  })),
);

/** Makes the model's folder unless it is there. `runLab` is handed a lab's words and resolves with its exit status. */
export async function makeBase({ name, play }, { root, say, runLab }) {
  const folder = (model) => join(root, 'models', model);
  if (existsSync(join(folder(name), 'model.safetensors'))) return;
  say(`the base ${name} is pretrained`);
  mkdirSync(folder(name), { recursive: true });
  for (const file of ['config.json', 'tokenizer.json']) copyFileSync(join(folder(shipped), file), join(folder(name), file));
  const variants = [{ share: 1, environment: 'sokoban', settings: { size: 6, boxes: 1 }, play }];
  writeFileSync(join(folder(name), 'recipe.json'), `${JSON.stringify({ ...course, variants }, undefined, 2)}\n`);
  const status = await runLab(['pretrain', '--model', name, '--from', join(folder(shipped), 'model.safetensors')]);
  if (status !== 0) throw new Error(`the base "${name}" could not be pretrained: exit status ${status}`);
}
