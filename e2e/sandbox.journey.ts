// Hostile programs in a real Chrome, in the very workers the page uses: each ends with its reason, nothing leaves the
// machine, and an ordinary program afterwards notices nothing.
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, runTool } from '../src/headless/commands.mjs';
import { isStale } from '../src/headless/freshness.mjs';
import { seconds } from '../src/headless/patience.mjs';
import type { ProgramLanguage, ProgramRequest } from '../src/learning/agents/program-runner';
import { deafPrograms, hostilePrograms, ordinary } from '../src/run/sandbox/hostile-programs.test-data';
import { type Browser, openBrowser } from './browser';

const folder = join(root, 'dist', 'sandbox');
const sources = ['src', 'e2e/sandbox', 'package-lock.json'].map((name) => join(root, name));

let browser: Browser;
let page: Page;
/** Everything the browser asked anybody for. */
const asked: string[] = [];

beforeAll(async () => {
  if (isStale(join(folder, 'index.html'), sources))
    expect(
      await runTool('vite', ['build', '--config', join('e2e', 'sandbox', 'vite.config.ts'), '--logLevel', 'warn']),
    ).toBe(0);
  browser = await openBrowser(folder);
  const { address, context } = browser;
  context.on('request', (request) => asked.push(request.url()));
  page = context.pages()[0] ?? (await context.newPage());
  await page.goto(address);
});
afterAll(() => browser?.close());

const run = (request: ProgramRequest, timeMs: number) =>
  page.evaluate(([what, limit]) => globalThis.sandbox.run(what, limit), [request, timeMs] as const);
const languages: readonly ProgramLanguage[] = ['javascript', 'python'];
const ask = (language: ProgramLanguage): ProgramRequest => ({
  language,
  source: ordinary[language].source,
  globals: { given: [1, 5, 2] },
  stdin: 'hello',
  seed: 1,
});

describe('the sandbox in the browser', () => {
  it('loads nothing before the first program', () => {
    expect(asked.filter((url) => /pyodide|python|wasm|worker/.test(url))).toEqual([]);
  });

  it.each(languages)('runs an ordinary program: %s', async (language) => {
    expect(await run(ask(language), seconds)).toEqual({
      end: 'finished',
      why: 'finished',
      output: ordinary[language].output,
    });
  });

  it.each(languages)('leaves its worker no way out: %s', async (language) => {
    expect(await page.evaluate((which) => globalThis.sandbox.openDoors(which), language)).toEqual([]);
  });

  describe.each(languages)('after a hostile program in %s nothing has changed', (language) => {
    const hostile = [...hostilePrograms, ...deafPrograms].filter((program) => program.language === language);
    it.each(hostile)('$name', async ({ source, end, why, output }) => {
      const result = await run(
        { language, source, seed: 1 },
        end === 'out-of-time' ? Math.max(400, 0.1 * seconds) : 10 * seconds,
      );
      expect(result, result?.why).toMatchObject({ end, ...(output === undefined ? {} : { output }) });
      if (why) expect(result?.why).toMatch(why);
      expect((await run(ask(language), seconds))?.output).toBe(ordinary[language].output);
    });
  });

  it('asked nobody for anything but the page’s own files', () => {
    expect(asked.filter((url) => !url.startsWith(browser.address) && !url.startsWith('data:'))).toEqual([]);
  });
});
