import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { presetById } from '../learning/config/presets';
import { halls } from '../learning/environments/sokoban/halls.test-data';
import { worldSeed } from '../learning/environments/splits';
import { tokenizerFrom } from '../learning/language/tokenizer';
import { scriptedSampler } from '../learning/rollouts/scripted-sampler.fixture';
import { evaluate, modelFreeReferences, untrained } from '../learning/training/evaluate';
import { levelsFrom } from './levels';

const corridor = '; Corridor\n#######\n#@$  .#\n#######\n';
/** 14×5 with 2 boxes; a box on a goal behind the outer wall belongs to no game. */
const hall = `Hall\n${['##############', '#@           #*', '#  $      .  #', '#  $      .  #', '##############'].join('\n')}\n`;

function reportOf(text: string): readonly string[] {
  const read = levelsFrom(text);
  return read.kind === 'faults' ? read.report : [];
}

it('makes Sokoban of a collection, its levels in order on every split', () => {
  const read = levelsFrom(`${corridor}\n${hall}`);
  if (read.kind !== 'levels') throw new Error(read.report.join());
  const { environment, titles } = read.levels;
  expect(titles).toEqual(['Corridor', 'Hall']);
  expect(environment.problems?.('test', { size: 5 })).toBe(2); // whatever the settings
  for (const split of ['validation', 'test'] as const) {
    const [first, second, again] = [0, 1, 2].map((index) => environment.start(worldSeed(split, index), {}));
    expect(environment.wording.describe(first)).toBe('@$--.\n');
    expect(environment.picture(second)).toHaveLength(5);
    expect(again).toEqual(first);
    for (const state of [first, second]) {
      const solution = environment.solve(state) as unknown[];
      expect(environment.act(state, solution, solution.length).solved).toBe(true);
    }
    const far = environment.calls.run(second, 'go 1 12', 20);
    expect(far).toMatchObject({ ran: true, readable: true });
    expect(environment.calls.run(second, environment.calls.best(second) as string, 99).ran).toBe(true);
  }
});

it('plays levels with more boxes than are ever drawn', () => {
  const five = ['#########', '#       #', '#@$$$$$ #', '# ..... #', '#########'].join('\n');
  const read = levelsFrom(five);
  if (read.kind !== 'levels') throw new Error(read.report.join());
  const { environment } = read.levels;
  const state = environment.start(0, {});
  expect(environment.remaining(state)).toBe(5);
  const solution = environment.solve(state) as unknown[];
  expect(environment.act(state, solution, solution.length).solved).toBe(true);
});

it('reports every level that cannot be played, and takes none', () => {
  const report = reportOf(
    [
      corridor,
      '; Open',
      '#####',
      '#@$. ',
      '#####',
      '',
      '; Two players',
      '######',
      '#@$.@#',
      '######',
      '',
      '; Uneven',
      '#####',
      '#@$ #',
      '#####',
      '',
      '; Done',
      '####',
      '#@*#',
      '####',
      '',
      '; Corner',
      '#####',
      '#@. #',
      '#  $#',
      '#####',
      '',
      '; Apart',
      '########',
      '#@$.#$.#',
      '########',
    ].join('\n'),
  );
  expect(report).toEqual([
    'line 7: "Open" cannot be played: its walls have a gap: the player can walk out at row 2, column 5',
    'line 12: "Two players" cannot be played: it has 2 players, expected 1',
    'line 17: "Uneven" cannot be played: its boxes are 1 and its goals 0, expected as many',
    'line 22: "Done" cannot be played: it is solved already',
    'line 27: "Corner" cannot be played: it cannot be solved',
    'line 33: "Apart" cannot be played: the box at row 2, column 6 cannot be reached',
  ]);
});

it('names the limit of levels that are too large', () => {
  const room = (width: number, height: number, boxes: number) =>
    [
      '#'.repeat(width),
      `#@${'$.'.repeat(boxes).padEnd(width - 3)}#`,
      ...Array<string>(height - 3).fill(`#${' '.repeat(width - 2)}#`),
      '#'.repeat(width),
    ].join('\n');
  expect(reportOf(room(51, 5, 1))).toEqual([
    'line 1: "level 1" cannot be played: it is 51×5 cells, at most 50×50 can be played',
  ]);
  for (const rows of [room(50, 50, 20), room(20, 20, 3), room(20, 20, 1)]) expect(reportOf(rows)).toEqual([]);
  const crowd = [
    ...room(50, 20, 23).split('\n'),
    ...Array<string>(13).fill(`#${'$.'.repeat(24)}#`),
    '#'.repeat(50),
  ].toSpliced(19, 1);
  expect(reportOf(crowd.join('\n'))).toEqual([
    'line 1: "level 1" cannot be played: it has 335 boxes, at most 300 can be played',
  ]);
});

describe('a collection with a level too large for the exact table', () => {
  const text = `${corridor}\n; Halls\n${halls.join('\n')}\n\n${hall}`;
  const read = levelsFrom(text);
  if (read.kind !== 'levels') throw new Error(read.report.join());
  const { environment, titles, large } = read.levels;
  const seeds = [0, 1, 2].map((index) => worldSeed('test', index));

  it('is opened whole, and says which level that is', () => {
    expect(titles).toEqual(['Corridor', 'Halls', 'Hall']);
    expect(large).toEqual(['Halls']);
    expect(seeds.map((seed) => environment.estimated?.(environment.start(seed, {})))).toEqual([false, true, false]);
    expect(environment.picture(environment.start(seeds[1]!, {}))).toEqual(halls);
  });

  it('is read once for all the games of a team', () => {
    expect(levelsFrom(text)).toBe(levelsFrom(`${text}`));
  });

  it('is evaluated, with the reference lines: the solver counts as not solving what it gives up on', async () => {
    const { config } = presetById('sokoban');
    const tokenizer = tokenizerFrom(
      JSON.parse(readFileSync(new URL('../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
    );
    const sampler = scriptedSampler(tokenizer, ({ prompt }) => (prompt.endsWith('tool:') ? 'push R 3' : 'RRR'));
    const task = { config, environment, split: 'test', n: 3 } as const;
    const { evaluation, worlds } = await evaluate({ ...task, sampler, tokenizer, policies: untrained(config) });
    expect(evaluation).toMatchObject({ n: 3, solved: 1 });
    expect(worlds.map(({ solved }) => solved)).toEqual([true, false, false]);
    expect(worlds[1]?.start).toEqual(halls);
    expect(sampler.asked.length).toBeGreaterThan(3);
    const { random, solver } = await modelFreeReferences(task);
    expect(random.n).toBe(3);
    expect(solver).toMatchObject({ n: 3, solved: 2 });
  });
});
