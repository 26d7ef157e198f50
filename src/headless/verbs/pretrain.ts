// `lab pretrain`: a model from nothing, by our own engine, on the text of the worlds, as the model's recipe.json says.
// With
// --write-batches the very same rows and initial weights go to a folder for the PyTorch script beside the model
// instead.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { likelihood } from '../../contract/objective';
import { writeSafetensors } from '../../files/formats/safetensors';
import { plainLanguage } from '../../learning/language/tokenizer';
import { learningRateOf, pretrainingBatch } from '../../learning/pretraining/batches';
import { continued, initialWeights } from '../../models/initial-weights';
import { unlessLost } from '../../run/open-learner';
import { UsageError } from '../arguments';
import { modelFolder, pretrainingStart, weightsFrom } from '../model-files';
import { writePretrainingBatches } from '../pretraining-batches';
import { duration } from '../progress';
import type { Verb } from '../verb';
import { readIfThere, writeWhole } from '../whole-file';

export const pretrain: Verb = {
  name: 'pretrain',
  meaning: 'pretrains a model on text made from the worlds',
  flags: {
    model: { value: 'NAME', meaning: 'folder under models/', required: true },
    recipe: { value: 'FILE', meaning: "another recipe in the model's folder (recipe.json)" },
    from: { value: 'FILE', meaning: 'safetensors to start from (default: weights drawn from the seed)' },
    first: { value: 'N', meaning: 'only the first N steps; writes no weights' },
    steps: { value: 'N', meaning: "in place of the recipe's" },
    out: { value: 'FOLDER', meaning: "where model.safetensors goes (the model's folder)" },
    replace: { meaning: 'overwrite a model.safetensors that is there' },
    part: { value: 'I/N', meaning: 'of --write-batches: only the I-th of N equal parts of the steps' },
    'write-batches': {
      value: 'FOLDER',
      meaning: 'write rows and initial weights for models/NAME/pretrain.py, train nothing',
    },
  },
  run: async ({ flags, progress, machine, say, interrupted }) => {
    const name = flags.needed('model');
    const planned = await pretrainingStart(name, flags.text('recipe'));
    const recipe = { ...planned.recipe, steps: flags.count('steps') ?? planned.recipe.steps };
    const from = flags.text('from');
    const drawn = initialWeights(planned.config, recipe.seed);
    const tensors = from === undefined ? drawn : continued(drawn, await weightsFrom(from));
    const start = { ...planned, recipe, tensors };
    const batches = flags.text('write-batches');
    if (batches !== undefined) {
      if ((await readdir(batches).catch((): string[] => [])).length > 0)
        throw new UsageError(`--write-batches ${batches} is not empty: name another folder`);
      const steps = partOf(recipe.steps, flags.text('part') ?? '1/1');
      const written = await writePretrainingBatches(start, batches, { progress, steps });
      progress.end();
      say(`${batches}: steps ${steps.first + 1} to ${steps.end}, ${written.rows} rows, ${written.bytes} bytes`);
      return { folder: batches, steps, ...written };
    }
    if (flags.has('part')) throw new UsageError('--part belongs to --write-batches FOLDER');
    const first = flags.count('first');
    const out = join(flags.text('out') ?? modelFolder(name), 'model.safetensors');
    if (first === undefined && !flags.has('replace') && (await readIfThere(out)))
      throw new UsageError(`${out} is there already: --replace overwrites it`);

    const { engine } = await machine();
    const { config, tokenizerJson, tokenizer } = start;
    const base = { name, config, tokenizerJson, language: plainLanguage, tokenizer, tensors, hash: 'initial' };
    const opened = await engine.open(base);
    const { learner } = opened;
    const policy = 'pretrained';
    await learner.addPolicy(policy, { kind: 'all-weights', rank: 1, alpha: 1, seed: recipe.seed });
    const { beta1, beta2, epsilon, weightDecay, gradientClip } = recipe;
    const steps: { step: number; loss: number; gradientNorm: number; tokens: number; learningRate: number }[] = [];
    const startedMs = performance.now();
    const total = Math.min(first ?? recipe.steps, recipe.steps);
    for (let step = 0; step < total && !interrupted.aborted; step++) {
      const learningRate = learningRateOf(recipe, step);
      const { loss, tokens } = await unlessLost(
        opened,
        learner.accumulate(policy, pretrainingBatch(recipe, tokenizer, step), likelihood),
      );
      const update = await unlessLost(
        opened,
        learner.update(policy, { learningRate, beta1, beta2, epsilon, weightDecay, gradientClip }),
      );
      if (update.skipped)
        throw new Error(`the gradient of step ${step + 1} was not finite: lower "learningRate" in the recipe`);
      steps.push({ step: step + 1, loss, gradientNorm: update.gradientNorm, tokens, learningRate });
      progress.bar(`loss ${loss.toFixed(4)}`, step + 1, total);
      const seconds = (performance.now() - startedMs) / 1000;
      if ((step + 1) % 20 === 0 || total <= 20 || step + 1 === total) {
        progress.line(
          `step ${step + 1}/${total} · loss ${loss.toFixed(5)} · gradient ${update.gradientNorm.toFixed(3)} · ${duration((seconds / (step + 1)) * (total - step - 1))} left`,
        );
      }
    }
    const seconds = (performance.now() - startedMs) / 1000;
    progress.end();
    if (!interrupted.aborted && first === undefined) {
      const { tensors } = await learner.save(policy);
      await writeWhole(out, writeSafetensors(tensors));
      say(
        `${out}: ${total} steps in ${duration(seconds)}, last loss ${steps.at(-1)?.loss.toFixed(4)}, on ${opened.gpu}`,
      );
    } else
      say(
        `${steps.length} steps in ${duration(seconds)}, last loss ${steps.at(-1)?.loss.toFixed(5) ?? '–'}, on ${opened.gpu}; nothing was written`,
      );
    learner.close();
    return { steps, losses: steps.map(({ loss }) => loss), seconds, adapter: opened.gpu };
  },
};

/** The steps of the I-th of N parts, "I/N" counted from 1. */
function partOf(steps: number, part: string): { first: number; end: number } {
  const [, which, of] = (/^(\d+)\/(\d+)$/.exec(part) ?? []).map(Number);
  if (!which || !of || which > of) throw new UsageError(`--part takes I/N, like 1/4, got "${part}"`);
  return { first: Math.floor(((which - 1) * steps) / of), end: Math.floor((which * steps) / of) };
}
