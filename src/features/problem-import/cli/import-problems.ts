// `lab import-problems`: what a file of problems holds, row by row, and the set made of it. Needs no GPU.

import { UsageError } from '../../../headless/arguments';
import type { Verb } from '../../../headless/verb';
import { writeWhole } from '../../../headless/whole-file';
import { reportLines } from '../../../learning/environments/problem-import/report';
import { splitCounts } from '../worker/open-problems';
import { setFile } from '../worker/set-file';
import { problemFlags, readProblemFile } from './problem-file';

export const importProblems: Verb = {
  name: 'import-problems',
  meaning: 'reads a file of problems (Maths, Code, Search, Database), reports its rows, writes the set',
  flags: {
    file: { value: 'FILE', meaning: 'Parquet, JSONL, a JSON list or CSV', required: true },
    out: { value: 'SET.json', meaning: 'where the set is written; without it the file is only looked at' },
    name: { value: 'TEXT', meaning: "the set's name, instead of the file's" },
    world: { value: 'WORLD', meaning: 'maths, code, passage-search or database, where the columns do not tell' },
    ...problemFlags,
  },
  run: async ({ flags, progress, say, fail }) => {
    const [file, out, world, name] = [flags.needed('file'), flags.text('out'), flags.text('world'), flags.text('name')];
    if (out !== undefined && !out.endsWith('.json')) throw new UsageError(`--out ends with .json, got "${out}"`);
    const read = await readProblemFile(file, {
      flags,
      progress,
      ...(world ? { world } : {}),
      ...(name ? { name } : {}),
    });
    const { set, refusal, report, layout, mapping } = read;
    const told = { file, ...(layout ? { layout: layout.id, columns: mapping } : {}), ...(report ? { report } : {}) };
    if (!set) {
      fail(2, refusal); // with the report written: it says more than the line
      return { ...told, refused: refusal };
    }
    if (layout)
      say(
        `${layout.name}: ${Object.entries(mapping ?? {})
          .map(([field, column]) => `${field} ← ${column}`)
          .join(', ')}`,
      );
    for (const line of report ? reportLines(report) : []) say(line);
    const counts = splitCounts(set);
    const splits =
      set.splits === 'none'
        ? 'evaluation only, every split plays all'
        : `${counts.train} to train, ${counts.validation} to validate, ${counts.test} to test, ${counts.report} to report on`;
    say(`${set.world}/${set.name}: ${set.problems.length} problems (${splits}), hash ${set.hash.slice(0, 12)}…`);
    if (out !== undefined) await writeWhole(out, setFile(set));
    const { problems, ...named } = set;
    return { ...told, set: { ...named, count: problems.length }, splits: counts, ...(out ? { out } : {}) };
  },
};
