// What a picture that is taken home says about itself, and the name of its file.
import type { RunView } from '../stores/run-view';

export interface PictureWords {
  readonly title: string;
  /** The line below: which run, seed and step. */
  readonly about: string;
  /** Without its ending. */
  readonly fileName: string;
}

/** "calm-otter, seed 7, step 40 of 120" */
export function runInWords({ name, config, step }: Pick<RunView, 'name' | 'config' | 'step'>): string {
  const seed = `seed ${config.settings.seed}`;
  return `${name.endsWith(seed) ? name : `${name}, ${seed}`}, step ${step} of ${config.settings.steps}`;
}

/** Of a chart over the steps of one run. `what` names it in the file's name. */
export function runPicture(run: RunView, title: string, what: string): PictureWords {
  return { title, about: runInWords(run), fileName: pictureFile(run.name, what) };
}

/** "grove-calm-otter-success": letters that every file system takes, and not too many. */
export function pictureFile(...parts: readonly string[]): string {
  const plain = parts.map((part) => {
    const letters = part
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, '');
    return letters
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-+|-+$/g, '');
  });
  return ['grove', ...plain.filter((part) => part !== '')].join('-');
}
