// Maths and Code with programs that really run in the sandbox, in both languages: no stand-in but the policies.
import { afterAll, describe, expect, it } from 'vitest';
import { teamById } from '../learning/agents';
import type { ProgramLanguage } from '../learning/agents/program-runner';
import { environmentById } from '../learning/environments';
import { builtInTasks } from '../learning/environments/code/tasks';
import { holdIn, requestsFor } from '../learning/environments/code/trials';
import { writeSubmissions } from '../learning/environments/code/wording';
import type { CodeState } from '../learning/environments/code/workbench';
import { maths } from '../learning/environments/maths/maths';
import { worldSeed } from '../learning/environments/splits';
import { letterTokens } from '../learning/language/letter-tokens.fixture';
import { playWorlds } from '../learning/rollouts/play';
import { scriptedSampler } from '../learning/rollouts/scripted-sampler';
import { settingsFrom } from '../learning/training/config';
import { headlessSandbox } from './sandbox';

const minutes = 60_000;
const sandbox = headlessSandbox({ seats: 1, limits: { timeMs: 1000 } });
afterAll(() => sandbox.close());

const common = {
  policies: {},
  tokenizer: letterTokens,
  wording: 'instruct',
  weights: settingsFrom({}),
  branches: 2,
  turns: 2,
  moveBudget: 12,
  temperature: 1,
  pickRule: 'best',
  stream: 1,
} as const;
const seed = worldSeed('train', 2);
const endless = { javascript: 'for (;;) {}', python: 'while True: pass' } as const;

describe.each(['javascript', 'python'] as const)('in %s', (language: ProgramLanguage) => {
  it('coder and tester play to the end; an endless program costs its own branch only', { timeout: 10 * minutes }, async () => {
    const environment = environmentById('code');
    const start = environment.start(seed, { language }) as CodeState;
    const written = (source: string) => writeSubmissions([{ kind: 'program', language, source }]);
    const tests = start.problem.examples!;
    const tester =
      tests.kind === 'calls' ? { ...tests, kind: 'call-tests' as const } : { ...tests, kind: 'stdin-tests' as const };
    const sampler = scriptedSampler(letterTokens, ({ prompt, branch }) => {
      if (prompt.endsWith('Your tests:<assistant>')) return writeSubmissions([tester]);
      return branch === 0 ? written(endless[language]) : environment.wording.write(environment.solve(start));
    });
    const settings = { ...common, environment, environmentSettings: { language }, team: teamById('coder-and-tester') };
    const [world] = await playWorlds(settings, [seed], sampler, { runner: sandbox });
    expect(world).toMatchObject({ solved: true, turns: 1 });
    expect(world?.groups[0]?.branches.map(({ terms }) => terms.team)).toEqual([0, 1]);
    expect(world?.groups[0]?.branches[0]?.why).toContain('stopped after');
    expect(world?.groups[1]?.branches[0]?.terms.legal).toBe(1);
  });

  it('a tool role reckons and the reasoner decides', { timeout: 10 * minutes }, async () => {
    const { question, answer } = maths.start(seed, { level: 1 });
    const sum = question.replace('? = ', '');
    const printed = language === 'javascript' ? `console.log(${sum})` : `print(${sum})`;
    const sampler = scriptedSampler(letterTokens, ({ prompt, branch }) => {
      if (!prompt.endsWith('The program:<assistant>')) return `\\boxed{${/came to: (\S+)/.exec(prompt)?.[1]}}`;
      return `\`\`\`${language}\n${branch === 0 ? 'import os; no' : printed}\n\`\`\``;
    });
    const team = teamById(`maths-tool-and-reasoner/${language}`);
    const settings = { ...common, environment: environmentById('maths'), environmentSettings: { level: 1 }, team };
    const [world] = await playWorlds(settings, [seed], sampler, { runner: sandbox });
    expect(world).toMatchObject({ solved: true, turns: 1 });
    expect(world?.groups[0]?.branches.map(({ moves }) => moves)).toEqual(['', `tool: ${answer}`]);
  });

  it('every built-in solution passes its hidden tests', { timeout: 20 * minutes }, async () => {
    const trials = builtInTasks.map(({ id, tests, solutions }) => ({
      id,
      tests,
      requests: requestsFor(solutions!.find((one) => one.language === language)!, tests),
    }));
    const results = await sandbox.run(trials.flatMap(({ requests }) => requests));
    let first = 0;
    for (const { id, tests } of trials) {
      const own = results.slice(first, first + tests.cases.length);
      first += tests.cases.length;
      expect(holdIn(tests, own), `${id}: ${own.find(({ end }) => end !== 'finished')?.why}`).not.toContain(false);
    }
  });
});
