// Follows learning/environments/your-own-world.md to the letter: what it says to paste is pasted, what it says will be
// seen is looked for.
import { readFileSync } from 'node:fs';
import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { present } from '../../../basics/check';
import { tableLearner } from '../../../contract/table-learner.fixture';
import { shippedTokenizer } from '../../../headless/model-files';
import { catalogueOf } from '../../../learning/catalogue';
import { build } from '../../../learning/config/build';
import { checkRun } from '../../../learning/config/check-run';
import { presetById } from '../../../learning/config/presets';
import { trainingStep } from '../../../learning/training/step';
import { openInterpreterFile } from '../cli/own-worlds';
import { checkWorld, linesOf } from './check-world';
import { exampleWorld } from './example';
import { worldInterpreter, worldMakers } from './makers';

const tutorial = readFileSync(new URL('../../../learning/environments/your-own-world.md', import.meta.url), 'utf8');
const blocks = [...tutorial.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, code = '']) => ({
  language,
  code,
}));
const modules = blocks.filter(({ language }) => language === 'js').map(({ code }) => code);
const whole = modules.at(-1) as string;
const forTwo = blocks.find(({ language }) => language === 'javascript')?.code;
const [skeleton = '', ...steps] = modules.slice(0, -1);
let quickjs: QuickJSWASMModule;
beforeAll(async () => {
  quickjs = await worldInterpreter(await openInterpreterFile());
});
const check = async (source: string, problems = 30) =>
  checkWorld(source, { quickjs, tokenizer: await shippedTokenizer(), now: () => 0, problems });

describe('the tutorial', () => {
  test('is short: a world of about sixty lines, the one the editor begins with', () => {
    expect(whole.trimEnd().split('\n').length).toBeLessThanOrEqual(65);
    expect(whole).toBe(exampleWorld);
  });

  test('pasted step by step, the first check says what it promises and the last one is content', async () => {
    const said = blocks.find(({ language }) => language === 'text')?.code.trim();
    expect(linesOf(await check(skeleton)).map((line) => line.replace(/^\w+ +/, ''))).toContain(said);
    // Between the sentence and the end, and the last piece behind it.
    const inside = steps.slice(0, -1).join('\n');
    const built = `${skeleton.replace(/};\n$/, `${inside}};\n`)}\n${steps.at(-1)}`;
    const { findings, world } = await check(built);
    expect(findings.filter(({ kind }) => kind !== 'ok')).toEqual([]);
    expect(world?.previews.length).toBe(6);
    const withoutSpace = (text: string) => text.replace(/\s+/g, '');
    expect(withoutSpace(built)).toBe(withoutSpace(whole));
  });

  test('the world it builds trains: two steps, each with a tree', async () => {
    const { world } = await check(whole);
    const module = present(world?.module, 'a checked world');
    const definitions = { modules: [module] };
    const catalogue = catalogueOf(definitions, await worldMakers(await openInterpreterFile()));
    const tokenizer = await shippedTokenizer();
    const { config: quick } = presetById('quick');
    const settings = { ...quick.settings, worldsPerStep: 2, branches: 2 };
    const config = {
      ...quick,
      worlds: [{ environment: module.card.id, environmentSettings: { size: 5 }, share: 1 }],
      definitions,
      settings,
    };
    const vocabulary = 'UDLR'.split('').flatMap((move) => tokenizer.encode(move));
    const learner = tableLearner({ vocabulary, endToken: tokenizer.endToken });
    for (const policy of ['tool', 'plan'])
      await learner.addPolicy(policy, { kind: 'adapter', rank: 1, alpha: 1, seed: 1 });
    for (const step of [1, 2]) {
      const { report, tree } = await trainingStep({ config, catalogue, step, tokenizer, learner, now: () => 0 });
      expect(report.step).toBe(step);
      expect(tree.worlds.length).toBe(2);
    }
  });

  test('its world for two is content, and the untrained team of its players makes steps in it', async () => {
    const { findings, world } = await check(present(forTwo, 'a second world'));
    expect(findings.filter(({ kind }) => kind !== 'ok')).toEqual([]);
    const module = present(world?.module, 'a checked world');
    const definitions = { modules: [module] };
    const catalogue = catalogueOf(definitions, await worldMakers(await openInterpreterFile()));
    const config = build('quick', {
      worlds: [{ environment: module.card.id }],
      definitions,
      settings: { worldsPerStep: 2, branches: 2, credit: 'look-ahead' },
    });
    checkRun(config, catalogue);
    const tokenizer = await shippedTokenizer();
    const vocabulary = 'UDLR'.split('').flatMap((move) => tokenizer.encode(move));
    const learner = tableLearner({ vocabulary, endToken: tokenizer.endToken });
    for (const policy of Object.values(config.policies))
      await learner.addPolicy(policy, { kind: 'adapter', rank: 1, alpha: 1, seed: 1 });
    const { tree } = await trainingStep({ config, catalogue, step: 1, tokenizer, learner, now: () => 0 });
    const [lighthouse, boat] = present(tree.worlds[0], 'a game').groups;
    expect([lighthouse?.player, boat?.player]).toEqual(['lighthouse', 'boat']);
    const said = lighthouse?.branches[lighthouse.trunk]?.moves.replace(/\s/g, '') ?? '';
    expect(boat?.seen).toEqual([said.slice(0, 8) || '?']);
  });

  test('its commands are verbs and flags of the lab', () => {
    const commands = blocks.filter(({ language }) => language === 'sh').flatMap(({ code }) => code.trim().split('\n'));
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands)
      expect(command).toMatch(/^npm run lab -- (train --preset quick --world|eval --run) /);
  });
});
