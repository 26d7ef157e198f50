import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Learner } from '../../contract/learner';
import { presetById } from '../config/presets';
import { settingsFrom } from '../config/run-config';
import { environments } from '../environments';
import { worldSeed } from '../environments/splits';
import { tokenizerFrom } from '../language/tokenizer';
import { scriptedSampler } from '../rollouts/scripted-sampler.fixture';
import { trainingStep } from '../training/step';
import { teamById } from '.';
import { codeIn } from './code';
import type { View } from './role';
import { scriptedRunner } from './scripted-runner.fixture';
import { teamSpeaking } from './team';
import { codingToolRole, planAlone, toolAndPlan } from './teams/planning';

const views = environments
  .filter(({ card }) => card.form !== 'text')
  .map((environment): [string, View] => {
    const state = environment.start(worldSeed('train', 5), {});
    return [environment.card.id, { environment, state, turn: 2, last: 'moved', earlier: [] }];
  });
const [, view] = views[0]!;

test.each([
  ['console.log("U")', 'console.log("U")'],
  ['Here:\n```js\nlet a = 1;\nconsole.log(a)\n```\nand so on', 'let a = 1;\nconsole.log(a)'],
  ['```\nfirst()\n```\n```javascript\nsecond()\n```', 'second()'],
  ['```js\ncut off', 'cut off'],
  ['`U`', '`U`'],
])('the program of %o is what stands in its last block', (text, source) => {
  const { board, turn } = { board: view.environment.picture(view.state), turn: 2 };
  expect(codeIn('javascript')(view, text, 9)).toEqual({
    language: 'javascript',
    source,
    globals: { board, turn },
    seed: 9,
  });
});

test('an empty answer, or an empty block, is no program', () => {
  for (const text of ['', ' \n', '```js\n\n```']) expect(codeIn('python')(view, text, 0)).toBeUndefined();
});

test.each(views)('in %s the instruct wording names the globals, the symbols, and how moves are printed', (_, seen) => {
  for (const [language, name, print] of [
    ['javascript', 'JavaScript', 'console.log'],
    ['python', 'Python', 'print'],
  ] as const) {
    const words = codingToolRole(language)
      .instruct.ask(seen, 12)
      .map(({ content }) => content)
      .join('\n');
    expect(words).toContain(`plain ${name}`);
    for (const global of Object.keys(codeIn(language)(seen, 'x', 0)?.globals ?? {}))
      expect(words).toContain(`- ${global}:`);
    expect(words).toContain(`prints the moves with ${print}`);
    expect(words).toContain(seen.environment.wording.help);
    expect(words).toContain('At most 12 are made');
    for (const { name: symbol } of Object.values(seen.environment.card.symbols)) expect(words).toContain(symbol);
    expect(words).not.toContain('These calls exist');
  }
});

test('teams are found by the language of their programs; one that writes none has none', () => {
  expect(teamSpeaking(toolAndPlan, 'calls')).toBe(toolAndPlan);
  expect(teamById('tool-and-plan/python')).toBe(teamSpeaking(toolAndPlan, 'python'));
  expect(() => teamSpeaking(planAlone, 'python')).toThrow('the team "plan-alone" has no role that writes its tools');
});

test('a step with JavaScript as the tool language runs what the tool role wrote and shows the plan role what it printed', async () => {
  const tokenizer = tokenizerFrom(
    JSON.parse(readFileSync(new URL('../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
    { endToken: '<end>', chatTemplate: '{% for m in messages %}{{ m.content }}{% endfor %}' },
  );
  const runner = scriptedRunner(({ globals }) => (Array.isArray(globals?.['board']) ? 'UU\n' : ''));
  const learner = scriptedSampler(tokenizer, ({ policy }) => (policy === 'tool' ? 'U D L' : 'R'));
  const { tree } = await trainingStep({
    config: {
      ...presetById('quick').config,
      wording: 'instruct',
      toolLanguage: 'javascript',
      settings: settingsFrom({ worldsPerStep: 2, branches: 2, turns: 1 }),
    },
    step: 1,
    learner: learner as unknown as Learner, // every group is flat: nothing is trained
    tokenizer,
    runner,
    now: () => 0,
  });
  expect(runner.calls.map((requests) => requests.length)).toEqual([4]);
  for (const { groups } of tree.worlds) {
    expect(groups[0]?.branches[0]).toMatchObject({
      text: 'U D L',
      moves: 'UU',
      programOutput: 'UU – finished',
      terms: { runs: 1 },
    });
    expect(groups[1]?.prompt).toContain('The program: U D L\nIt makes the moves UU, and the board becomes:');
  }
});
