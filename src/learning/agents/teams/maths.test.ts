// The teams of Maths, played: who sees what, how a turn ends, and that the right answer is in no prompt.
import { describe, expect, it } from 'vitest';
import { runnerHere } from '../../../headless/run-here.fixture';
import { catalogueOf } from '../../catalogue';
import { settingsFrom } from '../../config/run-config';
import { environmentById } from '../../environments';
import { maths } from '../../environments/maths/maths';
import { type MathsState, sheetOf } from '../../environments/maths/sheet';
import { worldSeed } from '../../environments/splits';
import { letterTokens } from '../../language/letter-tokens.fixture';
import { playWorlds } from '../../rollouts/play';
import type { PlaySettings } from '../../rollouts/play-settings';
import { type Script, scriptedSampler } from '../../rollouts/scripted-sampler.fixture';
import { teamById } from '..';
import type { Heard, View } from '../role';
import { mathsTeams } from './maths';
import { toolAndPlan } from './planning';

const settings: PlaySettings = {
  environment: environmentById('maths'),
  environmentSettings: { level: 1 },
  team: teamById('maths-tool-and-reasoner'),
  policies: {},
  tokenizer: letterTokens,
  wording: 'compact',
  weights: settingsFrom({}),
  branches: 2,
  turns: 3,
  moveBudget: 12,
  temperature: 1,
  pickRule: 'first',
  stream: 1,
};
const seed = worldSeed('train', 5);
const problem = maths.start(seed, { level: 1 });
const { question, answer, way } = problem as Required<MathsState>;
const play = async (script: Script, changes: Partial<PlaySettings> = {}) => {
  const played = await playWorlds({ ...settings, ...changes }, [seed], scriptedSampler(letterTokens, script), {
    runner: runnerHere,
  });
  return played[0]!;
};
/** An answer for each role and turn, by the word the prompt ends with. */
const scripted =
  (answers: Readonly<Record<string, readonly string[]>>): Script =>
  ({ prompt }) => {
    const turn = Number(/maths (\d)/.exec(prompt)?.[1] ?? 1);
    return answers[/(\w+):$/.exec(prompt)?.[1] ?? '']?.[turn - 1] ?? '';
  };

describe('tool and reasoner', () => {
  it('the reasoner sees the program and what it came to; a right answer ends the game', async () => {
    const world = await play(scripted({ tool: [way], answer: [answer] }));
    expect(world).toMatchObject({ solved: true, turns: 1, end: 'solved' });
    expect(world.groups.map(({ prompt }) => prompt)).toEqual([
      `maths 1\n${question}\ntool:`,
      `maths 1\n${question}\ntool:${way}\nran:${answer}\nanswer:`,
    ]);
    expect(world.groups.map(({ branches }) => branches[0]?.terms)).toEqual([
      { team: 0.5, legal: 1, progress: 1, format: 1 },
      { team: 1, legal: 1, progress: 1, format: 1 },
    ]);
  });

  it('later turns see both earlier answers; running out of turns is no success (W4)', async () => {
    const script = scripted({ tool: ['add 1 1', 'fly', 'add 2 2'], answer: ['777', '778', '779'] });
    const world = await play(script, { environmentSettings: { level: 1, verdicts: true } });
    expect(world).toMatchObject({ solved: false, turns: 3, end: 'out-of-turns' });
    expect(world.groups.at(-1)?.prompt).toBe(`maths 3\n${question}\nhad 2 777\nhad 778\ntool:add 2 2\nran:4\nanswer:`);
    expect(world.groups[3]?.prompt).toContain('tool:fly\nran: fail\n');
    expect(world.groups[2]?.branches[0]).toMatchObject({ terms: { format: 0, team: 0, legal: 0, progress: 0 } });
  });

  it('V8: the game goes on while they disagree, right or wrong; what stands when the turns are over counts', async () => {
    const right = await play(scripted({ tool: ['add 1 1', 'add 2 2', 'add 3 3'], answer: [answer, '778', answer] }));
    expect(right).toMatchObject({ solved: true, turns: 3, end: 'solved' });
    expect(right.groups.at(-1)?.prompt).toBe(
      `maths 3\n${question}\nhad 2 ${answer}\nhad 4 778\ntool:add 3 3\nran:6\nanswer:`,
    );
    const wrong = await play(scripted({ tool: ['add 1 1', 'add 2 2', 'add 3 3'], answer: [answer, answer, '778'] }));
    expect(wrong).toMatchObject({ solved: false, turns: 3, end: 'out-of-turns' });
  });

  it('both agree: the game ends, and is lost when they are wrong', async () => {
    const world = await play(scripted({ tool: ['add 1 1'], answer: ['2'] }));
    expect(world).toMatchObject({ solved: false, turns: 1, end: 'lost' });
    expect(world.groups[1]?.branches[0]?.terms.legal).toBe(0);
  });

  it('in real code: the program is run, and its output is shown with it', async () => {
    const program = '```javascript\nconsole.log("thinking");\nconsole.log(6 * 7);\n```';
    const team = teamById('maths-tool-and-reasoner/javascript');
    const asked: string[] = [];
    const world = await play(
      ({ prompt }) => {
        asked.push(prompt);
        return prompt.endsWith('The program:<assistant>') ? program : `So \\boxed{${answer}}.`;
      },
      { team, wording: 'instruct' },
    );
    expect(world.solved).toBe(true);
    expect(world.groups[0]?.branches[0]).toMatchObject({ moves: 'tool: 42', programOutput: 'thinking\n42 – finished' });
    expect(world.groups[1]?.prompt).toContain('console.log(6 * 7);');
    expect(world.groups[1]?.prompt).toContain('It came to: thinking\n42 – finished');
    expect(world.groups[0]?.prompt).toContain('Write JavaScript');
  });

  it('a program that throws says nothing, and tells the reasoner why', async () => {
    const team = teamById('maths-tool-and-reasoner/javascript');
    const world = await play(
      ({ prompt }) => (prompt.endsWith('The program:<assistant>') ? 'nothing.here()' : '\\boxed{1}'),
      {
        team,
        wording: 'instruct',
        turns: 1,
      },
    );
    expect(world.groups[0]?.branches[0]).toMatchObject({ moves: '', terms: { format: 0, progress: 0 } });
    expect(world.groups[1]?.prompt).toContain('nothing is not defined');
  });
});

it('G5: side by side nobody sees the other in the same turn, and both in the next', async () => {
  const world = await play(scripted({ tool: ['add 1 1', way], answer: ['5', '2'] }), {
    team: teamById('maths-side-by-side'),
  });
  expect(world.groups.map(({ prompt }) => prompt).slice(0, 4)).toEqual([
    `maths 1\n${question}\ntool:`,
    `maths 1\n${question}\nanswer:`,
    `maths 2\n${question}\nhad 2 5\ntool:`,
    `maths 2\n${question}\nhad 2 5\nanswer:`,
  ]);
  // what was chosen at once is carried out in the order of the roles: agreement counts
  const lost = await play(scripted({ tool: ['add 1 1'], answer: ['2'] }), { team: teamById('maths-side-by-side') });
  expect(lost).toMatchObject({ end: 'lost', turns: 1 });
});

describe('two solvers and a judge', () => {
  const team = teamById('maths-solvers-and-judge');
  it('solvers do not see each other, the judge sees both', async () => {
    const world = await play(scripted({ one: ['add 1 1'], two: [way], judge: [answer] }), { team });
    expect(world.solved).toBe(true);
    expect(world.groups.map(({ prompt }) => prompt)).toEqual([
      `maths 1\n${question}\none:`,
      `maths 1\n${question}\ntwo:`,
      `maths 1\n${question}\none:2\ntwo:${answer}\njudge:`,
    ]);
  });
  it('G6: the judge passes where no solver said anything, and makes no sample', async () => {
    const world = await play(scripted({ one: ['fly'], two: ['?'], judge: [answer] }), { team });
    expect(world.groups.map(({ role }) => role)).toEqual(['one', 'two', 'one', 'two', 'one', 'two']);
    expect(world.end).toBe('out-of-turns');
  });
  it('two who agree do not end the game before the judge has spoken', async () => {
    const world = await play(scripted({ one: ['add 1 1'], two: ['2'], judge: [answer] }), { team, turns: 1 });
    expect(world).toMatchObject({ solved: true, turns: 1 });
    expect(world.groups.map(({ role }) => role)).toEqual(['one', 'two', 'judge']);
  });
});

it('the right answer and the way to it are in no prompt: prompts do not depend on them', () => {
  const heard: readonly Heard[] = [
    { role: 'tool', text: 'add 1 1', moves: 'tool: 2', output: '2', why: 'it came to 2' },
    { role: 'one', text: 'fly', moves: '', why: 'nothing happened' },
  ];
  const told = (state: MathsState) =>
    maths.act(maths.act(state, [{ by: 'tool', answer: '777' }], 1).state, [{ answer: '778' }], 1).state;
  const [one, other] = [
    { question: 'How many?', answer: '12345', way: 'add 12344 1' },
    { question: 'How many?', answer: '\\frac{9}{8}' },
  ].map((made) => told(sheetOf(made)));
  for (const team of mathsTeams.flatMap((listed) => [listed, ...Object.values(listed.speaking ?? {})])) {
    for (const role of team.roles) {
      const words = (state: MathsState | undefined) => {
        const view: View = { environment: environmentById('maths'), state, turn: 2, last: 'moved', earlier: heard };
        return [role.prompt(view), JSON.stringify(role.instruct.ask(view, 12))];
      };
      expect(words(one), `${team.id} ${role.id}`).toEqual(words(other));
      expect(words(one).join()).not.toContain('12345');
      expect(words(one)[1]).toContain('778');
    }
  }
});

it('plays a set of problems from a file, by the name of the set', async () => {
  const problems = [{ id: '1', question: 'What is half of 7?', answer: '#### \\frac{7}{2}', source: 'test' }];
  const set = { world: 'maths', name: 'halves', hash: '', problems, splits: 'none' } as const;
  const environment = catalogueOf({ problems: [set] }).environmentById('maths/halves');
  expect(environment.card).toMatchObject({ id: 'maths/halves', name: 'Maths: halves' });
  const world = await play(scripted({ tool: ['div 7 2'], answer: ['3.5'] }), { environment, environmentSettings: {} });
  expect(world).toMatchObject({ environment: 'maths/halves', solved: true, turns: 1 });
});

it('a team and a world that do not fit are refused by name', async () => {
  await expect(play(() => '', { team: toolAndPlan })).rejects.toThrow(
    'the team "tool-and-plan" does not play the world "maths"',
  );
  const sokoban = { environment: environmentById('sokoban'), environmentSettings: {} };
  await expect(play(() => '', sokoban)).rejects.toThrow(
    'the team "maths-tool-and-reasoner" does not play the world "sokoban"',
  );
});
