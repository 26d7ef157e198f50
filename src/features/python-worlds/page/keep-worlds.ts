// What is done with the Python worlds that this browser keeps.
import type { WorldModule } from '../../../learning/catalogue';
import { putAway } from '../../../page/stores/lab-actions';
import { notify } from '../../../page/stores/notices-store';
import { navigate } from '../../../page/stores/route';
import { chooseEnvironment } from '../../../page/stores/setup-store';
import { orFault } from '../../../page/stores/trainer-store';
import { prepareWorlds } from '../../../page/stores/worlds';
import { pythonWorldsList, pythonWorldsStore, readPythonWorlds } from './kept-worlds';

/** False where it could not be kept, which is said. */
async function keep(world: WorldModule): Promise<boolean> {
  await readPythonWorlds();
  await prepareWorlds([world]);
  const others = pythonWorldsStore.getState().kept.filter(({ card }) => card.id !== world.card.id);
  return pythonWorldsList.write([world, ...others]);
}

/** Keeps a world, which becomes that of the next run. */
export async function takeToLab(world: WorldModule): Promise<void> {
  if (!(await keep(world))) return;
  chooseEnvironment(world.card.id);
  putAway();
  navigate({ screen: 'lab' });
  notify({ text: `“${world.card.name}” is the world of the next run.` });
}

export async function dropPythonWorld({ card }: WorldModule): Promise<void> {
  const { kept } = pythonWorldsStore.getState();
  const gone = kept.find(({ card: { id } }) => id === card.id);
  if (!gone || !(await pythonWorldsList.write(kept.filter((one) => one !== gone)))) return;
  const undo = () => void keep(gone);
  notify({ text: `“${card.name}” is deleted.`, action: { label: 'Undo', run: undo } }, { ms: 10_000 });
}

/** A world as the command line writes it. False where it is none, which is said. */
export async function openWorldFile(file: File): Promise<boolean> {
  const said = { kind: 'storage', what: `${file.name} was not taken.`, now: 'Nothing was changed.' } as const;
  return (
    (await orFault(said, async () => {
      const { moduleOfText } = await import('../worker/makers');
      return keep(moduleOfText(await file.text()));
    })) ?? false
  );
}
