// Real code as the tool language, run by the real sandbox: what language models write reaches the board.
import { afterAll, expect, test } from 'vitest';
import { toolAndPlan } from '../learning/agents/teams/planning';
import { environmentById } from '../learning/environments';
import { worldSeed } from '../learning/environments/splits';
import type { Tokenizer } from '../learning/language/tokenizer';
import { playWorlds } from '../learning/rollouts/play';
import { scriptedSampler } from '../learning/rollouts/scripted-sampler';
import { settingsFrom } from '../learning/training/config';
import { headlessSandbox } from './sandbox';

const sandbox = headlessSandbox({ limits: { timeMs: 5000 } }); // a busy machine is slow
afterAll(() => sandbox.close());

/** A token for each character: programs survive it. */
const tokenizer = {
  endToken: 0,
  encode: (text: string) => Array.from(text, (letter) => letter.codePointAt(0) as number),
  decode: (tokens: readonly number[]) => tokens.map((token) => (token === 0 ? '' : String.fromCodePoint(token))).join(''),
  pieces: (tokens: readonly number[]) => tokens.map((token) => String.fromCodePoint(token)),
  chat: (messages: readonly { content: string }[]) => messages.map(({ content }) => content).join('\n'),
} as unknown as Tokenizer;

const programs = {
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

test.each(['javascript', 'python'] as const)(
  '%s reads the board it is given and prints the moves',
  { timeout: 120_000 },
  async (language) => {
    const environment = environmentById('sokoban');
    const sampler = scriptedSampler(tokenizer, ({ policy, branch }) =>
      policy === 'tool' ? `\`\`\`\n${programs[language][branch]}\n\`\`\`` : 'U',
    );
    const [world] = await playWorlds(
      {
        environment,
        environmentSettings: { size: 6, boxes: 1 },
        team: toolAndPlan.speaking?.[language] ?? toolAndPlan,
        policies: {},
        tokenizer,
        wording: 'instruct',
        weights: settingsFrom({}),
        branches: 3,
        turns: 1,
        moveBudget: 12,
        temperature: 1,
        pickRule: 'best',
        stream: 1,
      },
      [worldSeed('train', 3)],
      sampler,
      { runner: sandbox },
    );
    const [walked, looped, threw] = world?.groups[0]?.branches ?? [];
    expect(walked).toMatchObject({ terms: { format: 1, legal: 1 } });
    expect(walked?.moves).toMatch(/^[UD]$/);
    expect(looped).toMatchObject({ moves: '', terms: { format: 0, legal: 0, progress: 0 } });
    expect(threw).toMatchObject({ moves: '', terms: { format: 0, legal: 0, progress: 0 } });
    expect(world?.groups[1]?.prompt).toContain(`It makes the moves ${walked?.moves}, and the board becomes:`);
  },
);
