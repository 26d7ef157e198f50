import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { presets } from '../config/presets';
import { firstWorld } from '../config/worlds';
import { games } from '../environments/games';
import { tokenizerFrom } from '../language/tokenizer';
import { byRowLength, learningRateOf, packedRows, pretrainingBatch, type Recipe } from './batches';
import { piecesOfScene, variants } from './corpus';
import { mixture, type PlayShares } from './naive';
import { withoutText } from './unseen';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../../models/${name}`, import.meta.url), 'utf8'));
const tokenizer = tokenizerFrom(read('sprout/tokenizer.json'));
const courses = ['recipe', 'second-course', 'third-course', 'fourth-course', 'fifth-course', 'sixth-course'].map(
  (name) => read(`sprout/${name}.json`) as Recipe,
);
const recipe = courses[0] as Recipe;

test('a scene is the same on every machine and in every order', () => {
  expect(piecesOfScene(1, 7)).toEqual(piecesOfScene(1, 7));
  expect(piecesOfScene(1, 7)).not.toEqual(piecesOfScene(1, 8));
});

test.each(courses)('the tokenizer knows every word of the text', (text) => {
  const unknown = tokenizer.encode('é')[0];
  const said = new Set<string>();
  for (let scene = 0; scene < 150; scene++)
    for (const { prompt, continuations } of piecesOfScene(3, scene, text))
      for (const words of [prompt, ...continuations]) said.add(words);
  expect([...said].filter((words) => tokenizer.encode(words).some((token) => token === unknown))).toEqual([]);
});

test('the text is about every world that a preset plays, but for games, lookups and pictures', () => {
  const worlds = new Set(courses.at(-1)?.variants?.map(({ environment }) => environment));
  for (const { config } of presets) {
    const { environment } = firstWorld(config);
    const isGame = games.some(({ card }) => card.id === environment);
    expect(worlds.has(environment), config.preset).toBe(!isGame && !withoutText.includes(environment));
  }
});

test('shares of worlds and of players sum to one', () => {
  for (const some of [variants, ...courses.flatMap((course) => (course.variants ? [course.variants] : []))])
    expect(some.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  for (const shares of Object.values(mixture))
    expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
});

test('a recipe may say how large the shares of solver and habit are, in both roles', () => {
  const text = (play: PlayShares) => {
    const variants = [{ share: 1, environment: 'sokoban', settings: { size: 6, boxes: 1 }, play }];
    return Array.from({ length: 30 }, (_, index) => piecesOfScene(1, index, { variants }));
  };
  const programs = text({ solver: 1, habit: 0 }).map(([, tool]) => new Set(tool?.continuations.map(firstCall)).size);
  expect(Math.max(...programs)).toBe(1); // whatever it is, the solver says it every time
  const varied = text({ solver: 0, habit: 0 }).map(([, tool]) => new Set(tool?.continuations.map(firstCall)).size);
  expect(Math.max(...varied)).toBeGreaterThan(2);
});

const firstCall = (program: string) => program.split(';')[0];

test('packed rows say of every predicted token which earlier place predicts it', () => {
  const groups = pretrainingBatch({ ...recipe, scenesPerStep: 3 }, tokenizer, 0);
  let predicted = 0;
  for (const [length, fitting] of byRowLength(groups, recipe.rowLengths)) {
    const packed = packedRows(fitting, length);
    for (let row = 0; row < packed.length / 5 / length; row++) {
      const plane = (which: number) => packed.subarray((row * 5 + which) * length, (row * 5 + which + 1) * length);
      const [position, group, segment, source] = [plane(1), plane(2), plane(3), plane(4)];
      source.forEach((from, at) => {
        if (from === 65535) return;
        predicted++;
        expect(from).toBeLessThan(at);
        expect(group[from]).toBe(group[at]);
        expect((position[from] as number) + 1).toBe(position[at]);
        expect([0, segment[at]]).toContain(segment[from]);
      });
    }
  }
  expect(predicted).toBe(
    groups.reduce(
      (sum, { completions }) => sum + completions.reduce((tokens, { token_T }) => tokens + token_T.length, 0),
      0,
    ),
  );
});

test('the learning rate warms up, then falls along half a cosine wave', () => {
  expect(learningRateOf(recipe, 0)).toBeCloseTo(recipe.learningRate / recipe.warmupSteps, 12);
  expect(learningRateOf(recipe, recipe.steps)).toBeCloseTo(recipe.learningRate * recipe.minLearningRateShare, 12);
});
