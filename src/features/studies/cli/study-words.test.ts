import { expect, test } from 'vitest';
import { lab } from '../../../headless/run-words.fixture';

test('--dry-run says what there is to do and what it takes to see a difference, and needs no folder', async () => {
  const { status, out } = await lab(
    'study',
    'alpha',
    '--dry-run',
    '--difference',
    '2',
    '--spread',
    '2.5',
    '--seeds',
    '1,2',
  );
  expect(status).toBe(0);
  expect(out).toContain('8 runs are trained and 8 measurements made');
  expect(out).toContain('α = 0.5, seed 2');
  expect(out).toContain('a difference of 2 points between two rows takes 15 seeds');
  expect(out).toContain('takes 3923 problems');
});

test('what cannot be a difference, and a study without a folder, are refused', async () => {
  for (const wrong of ['0', '-1', 'five', '101']) {
    const said = await lab('study', 'alpha', '--dry-run', `--difference=${wrong}`);
    expect(said).toMatchObject({ status: 2, err: expect.stringContaining(`from above 0 to 100, got "${wrong}"`) });
  }
  expect(await lab('study', 'alpha')).toMatchObject({ status: 2, err: expect.stringContaining('study needs --out') });
});

test('--tune is told beforehand, run by run; without multiples it is refused', async () => {
  const words = ['study', 'alpha', '--dry-run', '--seeds', '1'];
  const { status, out } = await lab(...words, '--tune', '0.5,2', '--tune-seeds', '7');
  expect(status).toBe(0);
  expect(out).toContain('12 runs are trained and 4 measurements made');
  expect(out).toContain('α = 1, seed 7, 0.5 × its learning rate');
  expect(await lab(...words, '--tune-seeds', '7')).toMatchObject({
    status: 2,
    err: expect.stringContaining('--tune-seeds goes with --tune'),
  });
  expect(await lab(...words, '--tune', '1')).toMatchObject({ err: expect.stringContaining('two multiples') });
});
