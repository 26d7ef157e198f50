// Worlds by their ids, as the page knows them: the built-in ones, and those that people wrote once they are made ready. A world that cannot
// be made ready has a card all the same, so that its runs can be shown.
import { ExpectationError, present } from '../../basics/check';
import type { Makers, WorldModule } from '../../learning/catalogue';
import { type Environment, type EnvironmentCard, noCalls } from '../../learning/environments/environment';
import { environmentById as listed } from '../../learning/environments/index';

let open: (() => Promise<Makers>) | undefined;
let opened: Promise<Makers> | undefined;
/** The cards of those that could not be made ready. */
const lost = new Map<string, EnvironmentCard>();
const own = new Map<string, { readonly world: Environment; readonly module: WorldModule }>();

/** What runs modules; called once, before the page is drawn. */
export function provideWorlds(opener: () => Promise<Makers>): void {
  open = opener;
  opened = undefined;
}

/** Makes these worlds ready to be looked up. Rejects where one cannot be played. */
export async function prepareWorlds(modules: readonly WorldModule[]): Promise<void> {
  const missing = modules.filter(({ card }) => !own.has(card.id));
  if (missing.length === 0) return;
  opened ??= present(open, 'the page runs no worlds of your own: call provideWorlds first')();
  opened.catch(() => {
    opened = undefined;
  });
  const { world } = await opened;
  for (const module of missing) own.set(module.card.id, { world: present(world, 'nothing here runs modules')(module), module });
}

/** Those of runs that are to be shown: what cannot be made ready is known by its card. */
export async function prepareWorldsOf(
  configs: readonly { readonly definitions?: { readonly modules?: readonly WorldModule[] } | undefined }[],
): Promise<void> {
  const modules = configs.flatMap(({ definitions }) => definitions?.modules ?? []);
  for (const module of modules) await prepareWorlds([module]).catch(() => void lost.set(module.card.id, module.card));
}

/** The module of a world that somebody wrote. */
export function moduleOfWorld(id: string): WorldModule | undefined {
  return own.get(id)?.module;
}

/** Throws an ExpectationError that names the known ones. */
export function environmentById(id: string): Environment {
  return own.get(id)?.world ?? (id.startsWith('own/') ? absent(id) : listed(id));
}

function absent(id: string): Environment {
  const card = lost.get(id) ?? unknownCard(id);
  const refuse = (): never => {
    throw new ExpectationError(`the world “${card.name}” is not at hand: open its module under “Your own world”`);
  };
  return {
    card,
    start: refuse,
    act: refuse,
    solved: refuse,
    remaining: refuse,
    legal: refuse,
    random: refuse,
    solve: refuse,
    picture: refuse,
    wording: { title: 'map', describe: refuse, describeAfter: refuse, write: refuse, read: refuse, help: '', symbolsPerMove: 1 },
    calls: noCalls,
  };
}

function unknownCard(id: string): EnvironmentCard {
  const name = id.replace(/^own\//, '').replace(/-[0-9a-f]{8}$/, '');
  return { id, name, sentence: 'This world is not at hand.', knobs: {}, symbols: {}, problem: 'problem', remainingUnit: 'moves' };
}
