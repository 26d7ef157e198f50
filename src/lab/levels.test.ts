import { expect, it } from 'vitest';
import { worldSeed } from '../learning/environments/splits';
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
  expect(reportOf(room(21, 5, 1))).toEqual(['line 1: "level 1" cannot be played: it is 21×5 cells, at most 20×20 can be played']);
  expect(reportOf(room(20, 20, 3))[0]).toMatch(
    /3 boxes on 324 floor cells have [\d,]+ arrangements: the exact table holds at most 10,000,000, take a level with fewer boxes/,
  );
  expect(reportOf(room(20, 20, 1))).toEqual([]);
});
