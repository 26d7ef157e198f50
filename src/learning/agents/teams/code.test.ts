// The coding teams, played with programs that really run: who is judged by what, who sees what, and that nothing hidden
// is in a prompt.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runnerHere } from '../../../headless/run-here.fixture';
import { settingsFrom } from '../../config/run-config';
import { environmentById } from '../../environments';
import { codeOn } from '../../environments/code/code';
import { writeSubmissions } from '../../environments/code/wording';
import type { CodeState } from '../../environments/code/workbench';
import type { Environment } from '../../environments/environment';
import type { CodeProblem, CodeTests } from '../../environments/problems';
import { letterTokens } from '../../language/letter-tokens.fixture';
import { playWorlds } from '../../rollouts/play';
import type { PlaySettings } from '../../rollouts/play-settings';
import { type Script, scriptedSampler } from '../../rollouts/scripted-sampler.fixture';
import { teamById } from '..';
import type { View } from '../role';
import { codeTeams } from './code';

const right = 'function double(n) { return 2 * n; }';
const wrong = 'function double(n) { return n > 5 ? 0 : 2 * n; }';
const task: CodeProblem = {
  id: 'double',
  statement: 'Write a function double(n) that returns twice n.',
  examples: { kind: 'calls', name: 'double', cases: [{ arguments: [3], result: 6 }] },
  tests: { kind: 'calls', name: 'double', cases: [1, 4, 7, 100].map((n) => ({ arguments: [n], result: 2 * n })) },
  solutions: [{ language: 'javascript', source: right }],
  mutants: [
    { language: 'javascript', source: 'function double(n) { return n; }' },
    { language: 'javascript', source: 'function double(n) { return Math.abs(2 * n); }' },
  ],
  source: 'test',
};
const program = (source: string) => writeSubmissions([{ kind: 'program', language: 'javascript', source }]);
const tests = (lines: string) => `\`\`\`tests\n${lines}\n\`\`\``;

const settings: PlaySettings = {
  environment: codeOn([task], 'none') as Environment,
  environmentSettings: {},
  team: teamById('coder-and-tester'),
  policies: {},
  tokenizer: letterTokens,
  wording: 'compact',
  weights: settingsFrom({}),
  branches: 2,
  turns: 2,
  moveBudget: 12,
  temperature: 1,
  pickRule: 'best',
  stream: 1,
};
const play = async (script: Script, changes: Partial<PlaySettings> = {}) => {
  const played = await playWorlds({ ...settings, ...changes }, [0], scriptedSampler(letterTokens, script), {
    runner: runnerHere,
  });
  return played[0]!;
};
const isCoder = (prompt: string) => /coder:$|Your program:<assistant>$/.test(prompt);

describe('coder and tester', () => {
  it('the coder is judged by the share of hidden tests, the tester by what its tests find', async () => {
    const answers = {
      coder: [program(wrong), program('function double(n) { return n.x.y; }')],
      tester: [tests('[1] -> 2\n[-1] -> -2'), tests('[1] -> 3')],
    };
    const world = await play(({ prompt, branch }) => (isCoder(prompt) ? answers.coder : answers.tester)[branch]!, {
      turns: 1,
      environmentSettings: { verdicts: true },
    });
    const [tester, coder] = world.groups;
    expect(coder?.branches.map(({ terms, why }) => ({ ...terms, why }))).toEqual([
      { team: 0.5, sound: 1, progress: 0.5, format: 1, why: 'passes 2 of 4 hidden tests' },
      {
        team: 0,
        sound: 0,
        progress: 0,
        format: 1,
        why: expect.stringContaining('passes 0 of 4 hidden tests: TypeError'),
      },
    ]);
    expect(tester?.branches.map(({ terms, why }) => ({ ...terms, why }))).toEqual([
      { team: 0, sound: 1, progress: 1, format: 1, why: 'catches 2 of 2 faults' },
      { team: 0, sound: 0, progress: 0, format: 1, why: '1 of 1 tests are wrong' },
    ]);
    expect(world).toMatchObject({ end: 'out-of-turns', solved: false });
  });

  it('G5: in the next turn, not before, each sees what the other did and which tests fail', async () => {
    const world = await play(({ prompt }) => {
      if (!isCoder(prompt)) return tests('[1] -> 2\n[9] -> 18');
      return program(prompt.includes('Test 2 fails') ? right : wrong);
    });
    expect(world).toMatchObject({ solved: true, turns: 2, end: 'solved' });
    const [, firstCoder, secondTester, secondCoder] = world.groups.map(({ prompt }) => prompt);
    expect(firstCoder).not.toContain('[9] -> 18');
    expect(secondTester).toContain('n > 5');
    expect(secondCoder).toContain('[9] -> 18');
    expect(secondCoder).toContain('Test 2 fails; it gave: 0');
  });

  it('V8: the game ends when the program holds on what everybody sees, and nobody is told of hidden tests', async () => {
    const script: Script = ({ prompt }) => (isCoder(prompt) ? program(wrong) : tests('[1] -> 2'));
    const agreed = await play(script);
    expect(agreed).toMatchObject({ solved: false, turns: 1, end: 'lost' });
    const withVerdicts = await play(script, { environmentSettings: { verdicts: true } });
    expect(withVerdicts).toMatchObject({ solved: false, turns: 2, end: 'out-of-turns' });
    expect(withVerdicts.groups.at(-1)?.prompt).toContain('which does not pass all hidden tests');
    const misled = await play(({ prompt }) => (isCoder(prompt) ? program(right) : tests('[1] -> 3')));
    expect(misled).toMatchObject({ solved: true, turns: 2, end: 'solved' });
    expect(misled.groups.at(-1)?.prompt).toContain('Test 1 fails; it gave: 2');
    expect(misled.groups.at(-1)?.prompt).not.toContain('hidden');
  });

  it('who is alone is told which examples the program fails', async () => {
    const sources = ['function double(n) { return n; }', right];
    const world = await play(
      ({ prompt }) => program(sources[prompt.includes('Example 1 fails; it gave: 3') ? 1 : 0]!),
      {
        team: teamById('coder-alone'),
      },
    );
    expect(world).toMatchObject({ solved: true, turns: 2, end: 'solved' });
  });

  it('the tester may go first, and is heard in the same turn', async () => {
    const team = teamById('tester-then-coder');
    const world = await play(({ prompt }) => (isCoder(prompt) ? program(right) : tests('[1] -> 2')), {
      team,
      wording: 'instruct',
    });
    expect(world).toMatchObject({ solved: true, turns: 1 });
    expect(world.groups.map(({ role }) => role)).toEqual(['tester', 'coder']);
    expect(world.groups[1]?.prompt).toContain('[1] -> 2');
  });

  it('G6: without a solution to measure by the tester passes', async () => {
    const { solutions: _, mutants: __, ...bare } = task;
    const world = await play(() => program(right), { environment: codeOn([bare], 'none') as Environment });
    expect(world.groups.map(({ role }) => role)).toEqual(['coder']);
    expect(world.solved).toBe(true);
  });

  it('an answer without a program, or tests of the other kind, change nothing (W5)', async () => {
    const answers = {
      coder: ['I do not know.', '```\n\n```'],
      tester: ['```input\n1\n```\n```output\n2\n```', 'none'],
    };
    const world = await play(({ prompt, branch }) => (isCoder(prompt) ? answers.coder : answers.tester)[branch]!, {
      turns: 1,
    });
    for (const { branches } of world.groups)
      for (const { terms } of branches) expect(terms).toMatchObject({ team: 0, sound: 0, progress: 0 });
  });
});

it('nothing that is hidden is in a prompt: prompts do not depend on tests, solutions and mutants', () => {
  const secret = fc.string({ minLength: 6, maxLength: 12, unit: fc.constantFrom('q', 'z', 'x') });
  fc.assert(
    fc.property(secret, fc.boolean(), (hidden, asLines) => {
      const cases: CodeTests = asLines
        ? { kind: 'stdin', cases: [{ stdin: hidden, stdout: `${hidden}!` }] }
        : { kind: 'calls', name: 'double', cases: [{ arguments: [hidden], result: `${hidden}!` }] };
      const bare: CodeProblem = {
        ...task,
        tests: cases,
        examples: cases.kind === 'calls' ? task.examples! : { kind: 'stdin', cases: [] },
      };
      const problem = {
        ...bare,
        solutions: [{ language: 'python' as const, source: `# ${hidden}` }],
        mutants: [{ language: 'python' as const, source: `# no ${hidden}` }],
      };
      const other = { ...problem, tests: { ...cases, cases: [] } as CodeTests, mutants: [] };
      const handedIn = {
        language: 'javascript' as const,
        program: { language: 'javascript' as const, source: wrong, passed: 0, failures: [{ test: 0, got: '0' }] },
        tests: { kind: 'stdin' as const, cases: [{ stdin: '1', stdout: '2' }] },
      };
      for (const { roles } of codeTeams) {
        for (const role of roles) {
          const words = (state: CodeState) => {
            const view: View = { environment: environmentById('code'), state, turn: 2, last: 'moved', earlier: [] };
            return role.prompt(view) + JSON.stringify(role.instruct.ask(view, 12));
          };
          expect(words({ problem, ...handedIn })).not.toContain(hidden);
          expect(words({ problem, ...handedIn })).toBe(words({ problem: other, ...handedIn }));
          expect(words({ problem, language: 'python' })).not.toContain(hidden);
        }
      }
    }),
    { numRuns: 50 },
  );
});
