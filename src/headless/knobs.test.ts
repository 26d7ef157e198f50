import { expect, test } from 'vitest';
import { trainingKnobs } from '../learning/config/knobs';
import { allEnvironments } from '../learning/environments';
import { lab } from './run-words.fixture';

test('every setting is listed with its meaning, range and default, worlds and roles too', async () => {
  const { status, out } = await lab('knobs');
  expect(status).toBe(0);
  const cards = [
    ...Object.entries(trainingKnobs),
    ...allEnvironments.flatMap(({ card }) => Object.entries(card.knobs)),
  ];
  for (const [name, card] of cards) {
    expect(out).toContain(`  ${name}=`);
    expect(out).toContain(card.meaning);
  }
  expect(out).toContain('  branches=8  Branches, 2 to 64 answers\n');
  expect(out).toContain('  trainable=adapter  Trainable, one of 3\n');
  expect(out).toContain('      all-weights: all weights of the policy\n');
  expect(out).toContain('  evaluation.maxTokens=40  Longest answer, 1 to 4096 tokens\n');
});

test('a word finds the settings that are called so or mean it', async () => {
  const { out } = await lab('knobs', 'frozen');
  expect(out).toContain('alternateEvery=');
  expect(out).not.toContain('branches=');
  expect(await lab('knobs', 'gold')).toMatchObject({ status: 2, err: expect.stringContaining('means "gold"') });
});

test('help says that there is such a list', async () => {
  expect((await lab('--help')).out).toMatch(/knobs +lists the settings: name, meaning, range, default/);
});
