// The fault that MUTANT names, put into the modules as vite loads them: no file is touched. Without MUTANT there is no
// plugin.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/headless/commands.mjs';

/** @typedef {{ name: string, fault: string, file: string, find: string, replace: string, tests: string[], only?: string
 *  }} Mutant */

/** @returns {Mutant[]} */
export const readMutants = () => JSON.parse(readFileSync(join(root, 'e2e/mutants/mutants.json'), 'utf8'));

/** The file with the fault in it; throws where the place is not there, or there twice: then the mutant is older than
 *  the code. @param {Mutant} mutant */
export function mutated({ name, file, find, replace }) {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.split(find).length - 1;
  if (found !== 1) throw new Error(`mutant ${name}: ${file} has its place ${found} times, not once: mend mutants.json`);
  return text.replace(find, () => replace);
}

/** @returns {import('vite').Plugin | undefined} */
export function mutation() {
  const name = process.env['MUTANT'];
  if (!name) return undefined;
  const mutant = readMutants().find((one) => one.name === name);
  if (!mutant) throw new Error(`there is no mutant "${name}" in e2e/mutants/mutants.json`);
  return {
    name: 'mutation',
    enforce: 'pre',
    load(id) {
      const [file, query] = id.split('?');
      if (file !== join(root, mutant.file)) return undefined;
      const text = mutated(mutant);
      return query === 'raw' ? `export default ${JSON.stringify(text)};` : text;
    },
  };
}
