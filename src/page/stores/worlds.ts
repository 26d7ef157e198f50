// Worlds by their ids, as the page knows them: the built-in ones, those that people wrote and those on problems from
// files, once they are made ready. A world that is not ready, or cannot be, has a card all the same, so that it can be
// chosen and its runs can be shown.

import { useEffect } from 'react';
import { create, useStore } from 'zustand';
import { check, present } from '../../basics/check';
import { once } from '../../basics/once';
import { reasonOf } from '../../basics/reason';
import { kindOfWorld, type Makers, type RunDefinitions, type WorldModule } from '../../learning/catalogue';
import type { RunConfig } from '../../learning/config/run-config';
import type { Environment, EnvironmentCard } from '../../learning/environments/environment';
import { cardOnProblems, environmentById as listed, worldsOnProblems } from '../../learning/environments/index';
import { idOfProblemWorld, type ProblemSetName } from '../../learning/environments/problem-set';
import { awaitsRules, sealed } from '../../learning/environments/sealed';
import { type Door, door } from './door';
import { storage } from './storage-client';

/** Kinds of worlds that have their rules and cannot be played before `openWorlds`. */
const fetchedApart: readonly string[] = ['maths', 'code'];
let whole = false;

/** Fetches what some worlds need to be played beside their rules. Rejects where it cannot be fetched. */
export const openWorlds = once(async () => {
  await import('../../learning/environments/whole');
  whole = true;
  tellChange();
});

/** What runs modules, by how the ids of their worlds begin. */
const makers = new Map<string, Door<Makers>>();

/** `prefix`: of the ids of these worlds, "own/". Called before the page is drawn. */
export function provideWorlds(prefix: string, open: () => Promise<Makers>): void {
  const opened = door<Makers>(`the page runs no worlds "${prefix}"`);
  opened.provide(open);
  makers.set(prefix, opened);
}

/** Those that could not be made ready. */
const lost = new Map<string, WorldModule>();
const own = new Map<string, { readonly world: Environment; readonly module: WorldModule }>();

/** How often a world was made ready, or found not to be here: whoever looked for one looks again. */
export const worldsStore = create<{ readonly changes: number }>()(() => ({ changes: 0 }));

function tellChange(): void {
  worldsStore.setState(({ changes }) => ({ changes: changes + 1 }));
}

/** Makes these worlds ready to be looked up. Rejects where one cannot be played. */
export async function prepareWorlds(modules: readonly WorldModule[]): Promise<void> {
  for (const module of modules.filter(({ card }) => !own.has(card.id))) {
    const { id } = module.card;
    const opened = present(makers.get(id.slice(0, id.indexOf('/') + 1)), `nothing on this page runs the world "${id}"`);
    const { world } = await opened.open();
    own.set(id, { world: present(world?.(module), 'nothing here runs such modules'), module });
  }
}

/** Those that can be made ready. */
export async function readyAmong(modules: readonly WorldModule[]): Promise<readonly WorldModule[]> {
  const ready: WorldModule[] = [];
  for (const module of modules)
    await prepareWorlds([module]).then(
      () => ready.push(module),
      () => undefined,
    );
  return ready;
}

/** Those of runs that are to be shown: what cannot be made ready is known by its card. */
export async function prepareWorldsOf(
  configs: readonly { readonly definitions?: { readonly modules?: readonly WorldModule[] } | undefined }[],
): Promise<void> {
  const modules = configs.flatMap(({ definitions }) => definitions?.modules ?? []);
  for (const module of modules) await prepareWorlds([module]).catch(() => void lost.set(module.card.id, module));
}

/** The module of a world that somebody wrote. */
export function moduleOfWorld(id: string): WorldModule | undefined {
  return own.get(id)?.module ?? lost.get(id);
}

/** Sets of problems that this browser keeps, by the id of their world. */
let knownSets: ReadonlyMap<string, ProblemSetName> = new Map();
type OnProblems =
  | { readonly kind: 'reading'; readonly done: Promise<void> }
  | { readonly kind: 'ready'; readonly world: Environment; readonly byName: Map<string, Environment> }
  | { readonly kind: 'lost'; readonly why: string };
/** By the problems and how they are split: two sets of one name are two worlds, and so is one set that was imported
 *  again otherwise. */
const onProblems = new Map<string, OnProblems>();

function keyOf({ hash, splits = 'by-problem' }: ProblemSetName): string {
  return `${hash} ${splits}`;
}

export function knowProblemSets(sets: readonly ProblemSetName[]): void {
  knownSets = new Map(sets.map((set) => [idOfProblemWorld(set), set]));
  const hashes = new Set(sets.map(({ hash }) => hash));
  for (const [key, { kind }] of onProblems)
    if (kind === 'lost' && hashes.has(key.split(' ')[0] ?? '')) onProblems.delete(key); // it was imported again
  tellChange();
}

/** The set that the world of this id is played on. */
export function setOfWorld(id: string): ProblemSetName | undefined {
  return knownSets.get(id);
}

/** Reads the problems of a set, once, and makes its world. Never rejects: the world itself says what is wrong. */
export function prepareProblems(set: ProblemSetName): Promise<void> {
  const key = keyOf(set);
  const known = onProblems.get(key);
  if (known) return known.kind === 'reading' ? known.done : Promise.resolve();
  const done = madeOn(set)
    .then(
      (world) => void onProblems.set(key, { kind: 'ready', world, byName: new Map() }),
      (fault) => void onProblems.set(key, { kind: 'lost', why: reasonOf(fault) }),
    )
    .then(tellChange);
  onProblems.set(key, { kind: 'reading', done });
  return done;
}

async function madeOn(set: ProblemSetName): Promise<Environment> {
  await openWorlds();
  const problems = await (await storage()).problems(set.hash);
  const again = set.file === undefined ? 'import their file again' : `import their file again, ${set.file}`;
  check(problems !== undefined, `the ${set.world} problems “${set.name}” are not kept in this browser: ${again}`);
  return present(worldsOnProblems[set.world], `no world plays “${set.world}” problems`)({ ...set, problems });
}

/** Why no problem of it can be drawn now, as far as that depends on what is read; undefined where it does not. */
export function unreadyBecause(id: string, definitions?: RunDefinitions): string | undefined {
  const set = setIn(id, definitions);
  const found = set && onProblems.get(keyOf(set));
  if (set && found?.kind !== 'ready')
    return found?.kind === 'lost' ? found.why : `the problems of “${set.name}” are being read`;
  return isFetchedApart(id) ? beingFetched : undefined;
}

const beingFetched = 'this world is still being fetched';

function isFetchedApart(id: string): boolean {
  return (!whole && fetchedApart.includes(id)) || awaitsRules(id);
}

/** Makes ready what a configuration names; the number changes when something became so. */
export function useWorldsOf({
  definitions,
  worlds = [],
}: {
  readonly definitions?: RunDefinitions | undefined;
  readonly worlds?: RunConfig['worlds'];
}): number {
  const keys = (definitions?.problems ?? []).map(keyOf).join(' ');
  const changes = useStore(worldsStore, (state) => state.changes);
  const needsMore = worlds.some(({ environment }) => isFetchedApart(kindOfWorld(environment, definitions)));
  useEffect(() => {
    if (needsMore) void openWorlds().catch(() => undefined); // the world itself says that it is not here
  }, [needsMore]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same sets under a fresh object are not read again
  useEffect(() => {
    for (const set of definitions?.problems ?? []) void prepareProblems(set);
  }, [keys, changes]);
  return changes;
}

function setIn(id: string, definitions?: RunDefinitions): ProblemSetName | undefined {
  return definitions?.problems?.find((set) => idOfProblemWorld(set) === id) ?? knownSets.get(id);
}

/** What a run's configuration means by the id. Throws an ExpectationError that names the known ones. */
export function environmentById(id: string, definitions?: RunDefinitions): Environment {
  const set = setIn(id, definitions);
  if (set) return worldOn(set);
  if (isFetchedApart(id)) return sealed(listed(id).card, beingFetched);
  return own.get(id)?.world ?? (isModule.test(id) ? absent(id) : listed(id));
}

function worldOn(set: ProblemSetName): Environment {
  const found = onProblems.get(keyOf(set));
  if (found?.kind === 'ready') {
    const { world, byName } = found;
    const named = byName.get(set.name) ?? { ...world, card: cardOnProblems(set) }; // the same problems may bear another name
    byName.set(set.name, named);
    return named;
  }
  return sealed(
    cardOnProblems(set),
    found?.kind === 'lost' ? found.why : `the problems of “${set.name}” are being read`,
  );
}

function absent(id: string): Environment {
  const card = lost.get(id)?.card ?? unknownCard(id);
  const where = id.startsWith('own/') ? 'open its module under “Your own world”' : 'make it again';
  return sealed(card, `the world “${card.name}” is not at hand: ${where}`);
}

/** Ids of worlds that a run carries along as modules. */
const isModule = /^(own|python)\//;

function unknownCard(id: string): EnvironmentCard {
  const name = id.replace(isModule, '').replace(/-[0-9a-f]{8}$/, '');
  return {
    id,
    name,
    sentence: 'This world is not at hand.',
    knobs: {},
    symbols: {},
    problem: 'problem',
    remainingUnit: 'moves',
  };
}
