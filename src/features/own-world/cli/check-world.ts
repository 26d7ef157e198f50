// `lab check-world FILE.js`: whether a world that somebody wrote can be played and trained on. Exit status 2 where it
// cannot.

import { shippedTokenizer } from '../../../headless/model-files';
import type { Verb } from '../../../headless/verb';
import { checkWorld, linesOf } from '../worker/check-world';
import { worldInterpreter } from '../worker/makers';
import { openInterpreterFile, readWorldFile } from './own-worlds';

export const checkingWorld: Verb = {
  name: 'check-world',
  meaning: 'checks a world of your own: draws, plays and solves its problems (README: your own world)',
  word: 'world',
  flags: { world: { value: 'FILE.js', meaning: 'the module', required: true } },
  run: async ({ flags, progress, say, fail }) => {
    const source = await readWorldFile(flags.needed('world'));
    const quickjs = await worldInterpreter(await openInterpreterFile());
    const report = checkWorld(source, {
      quickjs,
      tokenizer: await shippedTokenizer(),
      now: () => performance.now(),
      onProgress: (done, total, what) => progress.bar(what, done, total),
    });
    progress.end();
    for (const line of linesOf(report)) say(line);
    if (report.world) {
      for (const { picture, solution } of report.world.previews.slice(0, 2))
        say(`\n${picture.join('\n')}\nsolved by ${solution}`);
      say(`\nTrain on it: npm run lab -- train --preset quick --world ${flags.needed('world')} --out FOLDER`);
    } else fail(2);
    return { findings: report.findings, ...(report.world ? { id: report.world.module.card.id } : {}) };
  },
};
