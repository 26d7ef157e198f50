// A file that a person brings to the page, whatever it is: levels are played, settings fill the setup, a run is opened,
// and what a feature takes goes to that. Of other files that Grove wrote is said what they are and what reads them.
import { pageFeatures } from '../features';
import { openRunFile } from './lab-actions';
import { lab } from './lab-client';
import { isLevelFile, playLevels } from './levels-store';
import { isSettingsFile, openSettings } from './shared-setup';
import { addFault } from './trainer-store';

/** Endings of files that the page or a feature writes or takes. */
const endings = /\.(zip|json|jsonl|csv|tsv|parquet|md|svg|png|m?js)$/i;

/** Whether it is worth a look: other files are nothing to open here. */
export function mayBeWritten({ name }: Pick<File, 'name'>): boolean {
  return endings.test(name);
}

/** `otherwise`: who is asked where nobody knows the file. */
export async function openFile(file: File, otherwise: (file: File) => Promise<void> = openRunFile): Promise<void> {
  if (isLevelFile(file)) return playLevels(file);
  const own = pageFeatures().find(({ ownFile }) => ownFile?.name.test(file.name))?.ownFile;
  if (own) return own.open(file);
  if (isSettingsFile(file)) return openSettings(file);
  if (/\.zip$/i.test(file.name)) return openRunFile(file);
  const told = await lab()
    .tellFile(file)
    .catch(() => undefined);
  if (told !== undefined) {
    const what = `${file.name} is not opened here.`;
    return addFault({ kind: 'storage', what, why: `it ${told}`, now: 'Nothing was stored.' });
  }
  if (isTaken(file)) return;
  await (/\.json$/i.test(file.name) ? openSettings(file) : otherwise(file));
}

/** Settings may have any name, so JSON is looked into before a feature takes it. */
function isTaken(file: File): boolean {
  return !/\.json$/i.test(file.name) && pageFeatures().some(({ takeFile }) => takeFile?.(file));
}
