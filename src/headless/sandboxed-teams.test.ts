// Maths, Code and the tool language of the planning worlds with programs that really run in the sandbox, in both
// languages: no stand-in but the policies.
import { afterAll, describe, expect, it } from 'vitest';
import { teamById } from '../learning/agents';
import type { ProgramLanguage } from '../learning/agents/program-runner';
import { toolAndPlan } from '../learning/agents/teams/planning';
import { settingsFrom } from '../learning/config/run-config';
import { environmentById } from '../learning/environments';
import { builtInTasks } from '../learning/environments/code/tasks';
import { holdIn, requestsFor } from '../learning/environments/code/trials';
import { writeSubmissions } from '../learning/environments/code/wording';
import type { CodeState } from '../learning/environments/code/workbench';
import { maths } from '../learning/environments/maths/maths';
import { worldSeed } from '../learning/environments/splits';
import { letterTokens } from '../learning/language/letter-tokens.fixture';
import type { Tokenizer } from '../learning/language/tokenizer';
import { playWorlds } from '../learning/rollouts/play';
import { scriptedSampler } from '../learning/rollouts/scripted-sampler.fixture';
import { seconds } from './patience.mjs';
import { eachAtItsPace, sharedThreads } from './shared-threads.fixture';

const threads = sharedThreads();
const hasty = threads.sandbox({ limits: { timeMs: Math.max(400, 0.1 * seconds) }, graceMs: 4 * seconds });
const isEndless = (source: string) => /for \(;;\) \{\}|while \(true\) \{\}|while True: pass/.test(source);
/** So long for a program; the endless ones are cut off sooner. */
const at = (timeMs: number) => eachAtItsPace({ isEndless, hasty, patient: threads.sandbox({ limits: { timeMs } }) });
const sandbox = at(seconds);
afterAll(threads.close);

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

/** A token for each character: programs survive it. */
const tokenizer = {
  endToken: 0,
  encode: (text: string) => Array.from(text, (letter) => letter.codePointAt(0) as number),
  decode: (tokens: readonly number[]) =>
    tokens.map((token) => (token === 0 ? '' : String.fromCodePoint(token))).join(''),
  pieces: (tokens: readonly number[]) => tokens.map((token) => String.fromCodePoint(token)),
  chat: (messages: readonly { content: string }[]) => messages.map(({ content }) => content).join('\n'),
} as unknown as Tokenizer;

/** Goes U or D, whichever is free; never ends; fails. */
const moves = {
  javascript: [
    'const row = board.findIndex((line) => /[@+]/.test(line));\nconsole.log(board[row - 1][board[row].search(/[@+]/)] === "#" ? "D" : "U");',
    'while (true) {}',
    'console.log(process.env)',
  ],
  python: [
    'row = [i for i, line in enumerate(board) if "@" in line or "+" in line][0]\ncolumn = [i for i, c in enumerate(board[row]) if c in "@+"][0]\nprint("D" if board[row - 1][column] == "#" else "U")',
    'while True: pass',
    'print(nobody)',
  ],
} as const;

describe.each(['javascript', 'python'] as const)('in %s', (language: ProgramLanguage) => {
  it('coder and tester play to the end; an endless program costs its own branch only', async () => {
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
    const [ofTester, ofCoder] = world?.groups ?? [];
    expect(ofCoder?.branches.map(({ terms }) => terms.team)).toEqual([0, 1]);
    expect(ofCoder?.branches[0]?.why).toContain('stopped after');
    expect(ofTester?.branches[0]?.terms.sound).toBe(1);
  });

  it('a tool role reckons and the reasoner decides', async () => {
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

  it('every built-in solution passes its hidden tests', async () => {
    const trials = builtInTasks().map(({ id, tests, solutions }) => ({
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

  it('a tool role reads the board it is given and prints the moves', async () => {
    const sampler = scriptedSampler(tokenizer, ({ policy, branch }) =>
      policy === 'tool' ? `\`\`\`\n${moves[language][branch]}\n\`\`\`` : 'U',
    );
    const settings = {
      ...common,
      environment: environmentById('sokoban'),
      environmentSettings: { size: 6, boxes: 1 },
      team: toolAndPlan.speaking?.[language] ?? toolAndPlan,
      tokenizer,
      branches: 3,
      turns: 1,
    };
    const [world] = await playWorlds(settings, [worldSeed('train', 3)], sampler, { runner: sandbox });
    const [walked, looped, threw] = world?.groups[0]?.branches ?? [];
    expect(walked).toMatchObject({ terms: { format: 1, runs: 1 } });
    expect(walked?.moves).toMatch(/^[UD]$/);
    expect(looped).toMatchObject({ moves: '', terms: { format: 0, runs: 0, progress: 0 } });
    expect(threw).toMatchObject({ moves: '', terms: { format: 0, runs: 0, progress: 0 } });
    expect(world?.groups[1]?.prompt).toContain(`It makes the moves ${walked?.moves}, and the board becomes:`);
  });
});
