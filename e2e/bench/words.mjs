// The words of `npm run bench`, for the script that starts it and for the program that measures without a browser.
// Plain JavaScript with Node's own modules only, because it may run before anything is installed.
import { parseArgs } from 'node:util';

export const usage = `npm run bench -- [--rows a,b] [--json FILE] [--adapter NAME] [--tiny] [--serve | --headless]
  --rows a,b           only these rows of the table
  --json FILE          write the report
  --adapter software   the processor plays GPU, also where there is a graphics card
  --tiny               sizes that take seconds: do the outputs agree? Its times say nothing
  --serve              only serve the page, to be opened in a browser of your own
  --headless           without a browser: us and the peers on Node and Dawn, where --adapter also takes part of an adapter's name
npm run lab -- bench   our side alone on Node and Dawn`;

/** @typedef {{ rows: string, json?: string, adapter?: string, tiny: boolean, serve: boolean, headless: boolean }}
 *  Wishes */

/** Undefined where a word is not understood; why is then on stderr. @param {readonly string[]} words @returns {Wishes |
 *  undefined} */
export function wishesFrom(words) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        rows: { type: 'string', default: '' },
        json: { type: 'string' },
        adapter: { type: 'string' },
        tiny: { type: 'boolean', default: false },
        serve: { type: 'boolean', default: false },
        headless: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return undefined;
  }
}
