// A page that was visited once is there without a network: it opens, and trains.
import { expect, it } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import { inFirefox } from './built-page';
import { built, gradientsRight, page, setUpSmallRun, visitBuiltPage } from './visit';

visitBuiltPage({ host: 'static', serviceWorkers: 'allow' });

it('is kept with the first visit', async () => {
  await gradientsRight();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: 2 * minutes,
  });
  expect(built.served.filter(({ file }) => /pyodide|python_stdlib|ort-wasm|\.zip$/.test(file))).toEqual([]);
});

it('opens without a network, and trains two steps', async () => {
  await built.goOffline();
  await page.reload();
  await gradientsRight();
  await setUpSmallRun(2);
  await page.getByRole('button', { name: 'Train' }).click();
  await page.getByRole('button', { name: 'New run' }).waitFor({ timeout: 8 * minutes });
  if (!inFirefox) expect(await page.evaluate(() => navigator.onLine)).toBe(false); // Firefox stands still when told so
  const answered = fetch(page.url()).then(({ status }) => status);
  await expect(answered, 'the server is gone').rejects.toThrow();
});

it('complained about nothing', () => {
  expect(built.complaints).toEqual([]);
});
