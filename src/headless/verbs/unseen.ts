// `lab unseen`: that evaluations play problems which no pretraining text shows, which no other split has, and each
// once. Exit status 1 where one of these does not hold.
import { setImmediate as breath } from 'node:timers/promises';
import { isUnseen, problemsPlayed, shownInScene, type UnseenRow, unseenRows } from '../../learning/pretraining/unseen';
import { recipeFromDisk } from '../model-files';
import type { Verb } from '../verb';

const scenesAtOnce = 100;

export const unseen: Verb = {
  name: 'unseen',
  meaning: 'counts problems that a pretraining text shows, that two splits share, or that a set holds twice',
  flags: {
    recipe: { value: 'FILE', meaning: 'how the text was made: models/sprout/recipe.json', required: true },
    scenes: { value: 'N', meaning: 'only the first N scenes of the text' },
    n: { value: 'N', meaning: 'problems of every split of every world that is played (600)' },
  },
  run: async ({ flags, progress, say, fail, interrupted }) => {
    const recipe = await recipeFromDisk(flags.needed('recipe'));
    const sets = problemsPlayed(flags.count('n') ?? 600);
    const wanted = new Set(sets.flatMap(({ problems }) => problems));
    const all = recipe.steps * recipe.scenesPerStep;
    const scenes = Math.min(flags.count('scenes') ?? all, all);
    const shown = new Set<string>();
    let boards = 0;
    for (let scene = 0; scene < scenes && !interrupted.aborted; scene++) {
      for (const board of shownInScene(recipe.seed, scene, recipe)) {
        boards++;
        if (wanted.has(board)) shown.add(board);
      }
      if (scene % scenesAtOnce > 0) continue;
      progress.bar('scenes', scene, scenes);
      await breath(); // Ctrl+C is heard here
    }
    progress.end();
    const rows = unseenRows(sets, shown);
    for (const line of tableOf(rows)) say(line);
    say(`${boards} boards and questions were read in ${scenes} of ${all} scenes`);
    if (!rows.every(isUnseen)) fail(1, 'not every problem is unseen: see the rows that are not 0');
    return { scenes, boards, rows };
  },
};

const heads = ['world', 'split', 'problems', 'doubles', 'in other splits', 'in the text'];

function tableOf(rows: readonly UnseenRow[]): string[] {
  const cells = rows.map(({ world, split, problems, all, doubles, shared, shown }) =>
    [world, split, all ? `all ${problems}` : problems, doubles, shared, shown].map(String),
  );
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((line) => line[column]?.length ?? 0)));
  return [heads, ...cells].map((line) =>
    line
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
