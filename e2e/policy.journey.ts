// The page's Content-Security-Policy: a whole step of training breaks nothing of it, and what it forbids is refused, in
// the page and in the thread that trains. On a host that sends no headers: nothing essential needs one.
import type { Worker } from 'playwright';
import { describe, expect, it } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import { built, gradientsRight, page, setUpSmallRun, visitBuiltPage } from './visit';

visitBuiltPage({ host: 'static' });

/** Tries it outside of the debugger's call, to which no policy applies; what came of it, as a sentence. */
const refusals = {
  eval: () =>
    new Promise<string>((resolve) => {
      setTimeout(() => {
        try {
          // biome-ignore lint/security/noGlobalEval: it is to be refused
          resolve(`got ${globalThis.eval('1 + 1')}`);
        } catch (error) {
          resolve((error as Error).name);
        }
      });
    }),
  fetch: () =>
    new Promise<string>((resolve) => {
      setTimeout(() =>
        fetch('https://example.org/').then(
          () => resolve('fetched'),
          ({ name }) => resolve(name),
        ),
      );
    }),
};

const trainer = (): Worker => {
  const found = page.workers().filter((worker) => worker.url().startsWith('blob:'));
  expect(found.length).toBeGreaterThan(0);
  return found[0]!;
};

describe('the page’s policy', () => {
  it('is kept by a visit that trains a step', async () => {
    await page.evaluate(() => {
      const broken: string[] = [];
      Object.assign(globalThis, { broken });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        broken.push(`${violatedDirective}: ${blockedURI}`),
      );
    });
    await gradientsRight();
    await setUpSmallRun();
    await page.getByRole('button', { name: 'Train' }).click();
    await page.getByRole('button', { name: 'New run' }).waitFor({ timeout: 5 * minutes });
    expect(await page.evaluate(() => (globalThis as unknown as { broken: string[] }).broken)).toEqual([]);
    expect(built.complaints).toEqual([]);
  });

  it('refuses code that is made of text, in the page and in the thread that trains', async () => {
    expect(await page.evaluate(refusals.eval)).toBe('EvalError');
    expect(await trainer().evaluate(refusals.eval)).toBe('EvalError');
  });

  it('refuses to fetch from elsewhere, in the page and in the thread that trains', async () => {
    const isForeign = (complaint: string) => /connect-src/.test(complaint);
    const before = built.complaints.filter(isForeign).length;
    expect(await page.evaluate(refusals.fetch)).toBe('TypeError');
    expect(await trainer().evaluate(refusals.fetch)).toBe('TypeError');
    await expect.poll(() => built.complaints.filter(isForeign).length).toBeGreaterThan(before);
  });
});
