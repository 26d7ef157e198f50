// Where worlds and teams are looked up by name: the built-in ones, and those that a run brings along as data. What only
// a laboratory can make – a module in a sandbox – is handed in as a function. Whatever is asked for by name is asked of
// a catalogue.
import { check, present } from '../basics/check';
import { listedTeams, teamById } from './agents';
import type { Team } from './agents/team';
import { type TeamSpec, teamFrom } from './agents/team-spec';
import { allEnvironments, cardOnProblems, environmentById, worldsOnProblems } from './environments';
import type { Environment, EnvironmentCard } from './environments/environment';
import { idOfProblemWorld, type ProblemSet, type ProblemSetName } from './environments/problem-set';

/** A world that somebody wrote: a module that exports the contract (environments/environment.ts). */
export interface WorldModule {
  /** As the module has it: what is shown of the world where nothing runs it. */
  readonly card: EnvironmentCard;
  readonly source: string;
}

/** What a run names beside the built-in: small things whole, problems by name and hash. Plain data. */
export interface RunDefinitions {
  readonly teams?: readonly TeamSpec[];
  readonly modules?: readonly WorldModule[];
  readonly problems?: readonly ProblemSetName[];
}

/** The same with the problems in it: all that a catalogue is made from, as it travels between threads. */
export interface Definitions extends Omit<RunDefinitions, 'problems'> {
  readonly problems?: readonly ProblemSet[];
}

export interface Catalogue {
  /** Throw an ExpectationError that names the known ones. */
  environmentById(id: string): Environment;
  teamById(id: string): Team;
}

export interface Makers {
  /** Runs a module in a sandbox and gives its world; undefined of a module of another kind. */
  readonly world?: (module: WorldModule) => Environment | undefined;
}

/** Several as one: each module is made by the first that knows its kind. */
export function joinedMakers(all: readonly Makers[]): Makers {
  return {
    world: (module) => {
      for (const { world } of all) {
        const made = world?.(module);
        if (made) return made;
      }
      return undefined;
    },
  };
}

export const builtIn: Catalogue = { environmentById, teamById };

/** The built-in worlds and teams and the defined ones. Throws when a name is taken, or a world's kind is unknown; a
 *  world is made when it is first asked for. */
export function catalogueOf(
  { teams: specs = [], modules = [], problems = [] }: Definitions,
  makers: Makers = {},
): Catalogue {
  const worlds = new Map<string, () => Environment>();
  const define = (id: string, make: () => Environment) => {
    const taken = worlds.has(id) || allEnvironments.some(({ card }) => card.id === id);
    check(!taken, `there are two worlds "${id}": give one of them another id`);
    worlds.set(id, once(make));
  };
  for (const set of problems) {
    const known = Object.keys(worldsOnProblems).join(', ') || 'none';
    const worldOn = present(worldsOnProblems[set.world], `no world plays "${set.world}" problems: known are ${known}`);
    define(idOfProblemWorld(set), () => worldOn(set));
  }
  for (const module of modules) {
    const { id } = module.card;
    define(id, () => {
      const world = present(
        makers.world?.(module),
        `the world "${id}" is a module, and there is no sandbox here to run it`,
      );
      check(world.card.id === id, `a module defined as world "${id}" has the card of "${world.card.id}"`);
      return world;
    });
  }
  const own = new Map<string, () => Team>();
  for (const spec of specs) {
    check(
      !own.has(spec.id) && listedTeams.every(({ id }) => id !== spec.id),
      `there are two teams "${spec.id}": give one of them another id`,
    );
    own.set(
      spec.id,
      once(() => teamFrom(spec)),
    );
  }
  return {
    environmentById: (id) => {
      const defined = worlds.get(id);
      if (defined) return defined();
      const known = [...allEnvironments.map(({ card }) => card.id), ...worlds.keys()].join(', ');
      return present(
        allEnvironments.find(({ card }) => card.id === id),
        `there is no environment "${id}": known are ${known}`,
      );
    },
    teamById: (id) => own.get(id)?.() ?? teamById(id, cardsOf(modules)),
  };
}

export function cardsOf(modules: readonly WorldModule[] = []): readonly EnvironmentCard[] {
  return modules.map(({ card }) => card);
}

/** The card of a world that a run names: what is to be shown of it, without its problems and without running a
 *  module. */
export function cardOf(id: string, definitions?: RunDefinitions): EnvironmentCard {
  return knownCard(id, definitions) ?? environmentById(id).card;
}

/** The same, undefined where there is no such world. */
export function knownCard(
  id: string,
  { modules = [], problems = [] }: RunDefinitions = {},
): EnvironmentCard | undefined {
  const set = problems.find((named) => idOfProblemWorld(named) === id);
  const module = modules.find(({ card }) => card.id === id);
  return module?.card ?? (set ? cardOnProblems(set) : allEnvironments.find(({ card }) => card.id === id)?.card);
}

/** The kind of world that a run names: of one on problems from a file that of the problems ("maths"), of others their
 *  own id. */
export function kindOfWorld(id: string, { problems = [] }: RunDefinitions = {}): string {
  return problems.find((named) => idOfProblemWorld(named) === id)?.world ?? id;
}

/** A team that a run names: teams need neither problems nor a sandbox. Throws as a catalogue does. */
export function teamOf({
  team,
  definitions: { teams: specs, modules } = {},
}: {
  team: string;
  definitions?: RunDefinitions;
}): Team {
  return catalogueOf({ ...(specs ? { teams: specs } : {}), ...(modules ? { modules } : {}) }).teamById(team);
}

function once<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}
