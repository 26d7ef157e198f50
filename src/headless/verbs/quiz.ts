// `lab quiz`: what a pretrained model knows about boards it has not seen.
import { wilson } from '../../basics/statistics';
import { basePolicy } from '../../contract/learner';
import { quiz as questionsFor } from '../../learning/pretraining/quiz';
import { baseModelFromDisk, pretrainingStart, weightsFrom } from '../model-files';
import { percent } from '../progress';
import type { Verb } from '../verb';

const longestAnswer = 64;
const askedAtOnce = 200;

export const quiz: Verb = {
  name: 'quiz',
  meaning: 'asks a pretrained model about boards it has not seen',
  flags: {
    model: { value: 'NAME', meaning: 'folder under models/', required: true },
    from: { value: 'FILE', meaning: "safetensors in place of the folder's weights" },
    recipe: { value: 'FILE', meaning: "asks about the worlds of that recipe in the model's folder" },
    n: { value: 'N', meaning: 'questions of every kind about every world (200)' },
  },
  run: async ({ flags, machine, progress, say }) => {
    const model = await baseModelFromDisk(flags.needed('model'));
    const from = flags.text('from');
    const tensors = from === undefined ? model.tensors : await weightsFrom(from);
    const { engine } = await machine();
    const { learner, gpu } = await engine.open({ ...model, tensors });
    const recipe = flags.text('recipe');
    const about =
      recipe === undefined ? undefined : (await pretrainingStart(flags.needed('model'), recipe)).recipe.variants;
    const questions = questionsFor(flags.count('n') ?? 200, about);
    const right: boolean[] = [];
    while (right.length < questions.length) {
      progress.bar('questions', right.length, questions.length);
      const asked = questions.slice(right.length, right.length + askedAtOnce);
      const answers = await learner.sample(
        asked.map(({ prompt }) => ({
          policy: basePolicy,
          prompt_P: model.tokenizer.encode(prompt),
          seed_K: [0],
          maxTokens: longestAnswer,
          temperature: 0,
        })),
      );
      for (const [index, { answer }] of asked.entries()) {
        const token_T = (answers[index]?.[0]?.token_T ?? []).filter((token) => token !== model.tokenizer.endToken);
        right.push(model.tokenizer.decode(token_T) === answer);
      }
    }
    progress.end();
    learner.close();
    const names = questions.map(({ about, kind }) => `${about} · ${kind}`);
    const rows = [...new Set(names)].map((name) => {
      const of = right.filter((_, index) => names[index] === name);
      return { name, ...wilson(of.filter(Boolean).length, of.length) };
    });
    for (const { name, rate, low, high, n } of rows)
      say(`${name.padEnd(36)} ${percent(rate)} of ${n} right (95 % interval ${percent(low)} – ${percent(high)})`);
    return { rows, adapter: gpu };
  },
};
