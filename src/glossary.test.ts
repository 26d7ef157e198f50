// One word, one meaning: names that the project gave up, kept out of identifiers and of the names of files. A renamed
// thing adds a line to the table. Comments and texts are free: words there have meanings of their own.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Which names are gone – files count in camel case –, and what the thing is called. Where a word has another good use
 *  (an import's tally, a rotary turn of a wheel) the pattern is narrow. */
const gone: readonly (readonly [name: RegExp, today: string])[] = [
  [/kernelShelf/i, 'PipelineCache'],
  [/slab/i, 'WeightArena; what a workgroup stages is a tile'],
  [/^(Turns|turnsOf|turnTable)$/, 'RopeTable'],
  [/^Pace$/, 'SubmissionBudget'],
  [/^Begins$/, 'DispatchSlice'],
  [/^Kept$/, 'ActivationCheckpointing'],
  [/^readers(_.*)?$/, 'rowsByToken'],
  [/^coat$|InCoat/i, 'adapter (EngineLearner implements Learner)'],
  [
    /^judge(Samples|Games|Answers)$|^judgesOf$|^Judged[A-Z]|^Judgement$/,
    'assignAdvantages, scoreAnswers, graderPrograms',
  ],
  [/^exam(s|Size|Problems|ine.*)?$|^Exam(s|Problems)?$/, 'evaluation, evaluateTeam'],
  [/^levelCard$|^setLevel$|^promptOnly$/, 'trainable'],
  [/^newLogp/, 'nothing: nobody measured it'],
  [/shelf/i, 'RunStore'],
  [/secondEngine/i, 'onnxEngine'],
  [/^guests?(On|Of)?$|^Guest/, 'inference session; a policy that was loaded for it'],
  [
    /^seat(s|ed|ing|Team)?$|Seat(s|ing)?($|[A-Z])|^(sealed|rollout|shared)Seats?$/,
    'sandbox thread, rollout worker, loadTeam, setAdapter',
  ],
  [/^slopes?$/, 'gradient'],
  [/^Sampled$/, 'SamplingContext'],
  [/^Trained$/, 'TrainingContext'],
  [/^judgedMs$/, 'the stage is called advantages'],
];

const src = dirname(fileURLToPath(import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(tsx?|mjs|wgsl)$/.test(path));

test('names that were given up stay away', () => {
  const found = files.flatMap((path) =>
    namesIn(path).flatMap((name) => {
      const [, today] = gone.find(([pattern]) => pattern.test(name)) ?? [];
      return today === undefined ? [] : [`${path}: ${name} is called ${today}`];
    }),
  );
  expect(found).toEqual([]);
});

test('the words of the map are each explained once', () => {
  const [, words = ''] = readFileSync(join(src, 'README.md'), 'utf8').split(/^## The words$/m);
  const terms = [...(words.split(/^## /m)[0] ?? '').matchAll(/\*\*([^*]+)\*\*:/g)].map(([, term]) => term);
  expect(terms.length).toBeGreaterThan(15);
  expect(terms).toEqual([...new Set(terms)]);
});

/** The identifiers of a file, and its name and folders. */
function namesIn(path: string): string[] {
  const parts = path.split('.')[0]?.split('/') ?? [];
  const names = new Set(parts.map((part) => part.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())));
  const code = readFileSync(join(src, path), 'utf8');
  if (path.endsWith('.wgsl'))
    for (const [name] of code.replace(/\/\/.*/g, '').matchAll(/[A-Za-z_]\w*/g)) names.add(name);
  else addNames(parseSync(path, code).program, names);
  return [...names];
}

function addNames(node: unknown, names: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, name } = node as { readonly type?: unknown; readonly name?: unknown };
  if (typeof type === 'string' && type.endsWith('Identifier') && typeof name === 'string') names.add(name);
  for (const inner of Object.values(node)) addNames(inner, names);
}
