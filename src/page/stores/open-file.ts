// A file that a person brings to the page, whatever it is: levels are played, a team plays, settings fill the setup, a
// run is opened, models are loaded, and what a feature takes goes to that. Of other files that Grove wrote is said what
// they are and what reads them.
import type { RunConfig } from '../../learning/config/run-config';
import { pageFeatures } from '../features';
import { openRunFile } from './lab-actions';
import { lab } from './lab-client';
import { isLevelFile, levelEndings, playLevels } from './levels-store';
import { notify } from './notices-store';
import { openRecordedRun } from './recorded-run';
import { navigate } from './route';
import { configFrom, setupStore } from './setup-store';
import { isSettingsFile, openSettings } from './shared-setup';
import { addFault, orFault, trainerStore } from './trainer-store';

/** Of files that the page or a feature writes or takes. */
const endings = ['zip', 'json', 'jsonl', 'csv', 'tsv', 'parquet', 'md', 'svg', 'png', 'js', 'mjs'];

/** What a choice of any file offers, as an input's `accept`. */
export const openable = [...endings, ...levelEndings].map((ending) => `.${ending}`).join();

const written = new RegExp(`\\.(${endings.join('|')})$`, 'i');

/** Whether it is worth a look: other files are nothing to open here. */
export function mayBeWritten({ name }: Pick<File, 'name'>): boolean {
  return written.test(name);
}

/** `otherwise`: who is asked where nobody knows the file; `played`: what adapters play that do not say, if not what is
 *  set up. */
export async function openFile(
  file: File,
  otherwise: (file: File) => Promise<void> = openRunFile,
  played?: RunConfig,
): Promise<void> {
  trainerStore.setState(({ faults }) => ({ faults: faults.filter(({ what }) => !what.endsWith(notHere)) }));
  if (isLevelFile(file)) return playLevels(file);
  const own = pageFeatures().find(({ ownFile }) => ownFile?.name.test(file.name))?.ownFile;
  if (own) return own.open(file);
  if (isSettingsFile(file)) return openSettings(file);
  const known = await lab()
    .tellFile(file)
    .catch(() => undefined);
  if (known?.opens === 'play') {
    const { playTeamFile } = await import('./visiting-team');
    return playTeamFile(file, played ?? configFrom(setupStore.getState()));
  }
  if (known?.opens === 'setup') return openSettings(file);
  if (known?.opens === 'recorded') return showRecorded(file);
  const models = known?.opens === 'model' && pageFeatures().find(({ takeModels }) => takeModels)?.takeModels;
  if (models) return models(file);
  if (known) {
    const what = `${file.name} ${notHere}`;
    return addFault({ kind: 'file', what, why: `it ${known.told}`, now: 'Nothing was stored.' });
  }
  if (/\.zip$/i.test(file.name)) return openRunFile(file);
  if (isTaken(file)) return;
  await (/\.json$/i.test(file.name) ? openSettings(file) : otherwise(file));
}

/** A recorded run is looked at; nothing is stored of it. */
async function showRecorded(file: File): Promise<void> {
  const said = { kind: 'file', what: `${file.name} ${notHere}`, now: 'Nothing was stored.' } as const;
  const view = await orFault(said, () => openRecordedRun(file));
  if (!view) return;
  navigate({ screen: 'lab', runId: view.id });
  notify({ text: `“${view.name}” is shown until the page is loaded again; nothing was stored.` });
}

const notHere = 'is not opened here.';

/** Settings may have any name, so JSON is looked into before a feature takes it. */
function isTaken(file: File): boolean {
  return !/\.json$/i.test(file.name) && pageFeatures().some(({ takeFile }) => takeFile?.(file));
}
