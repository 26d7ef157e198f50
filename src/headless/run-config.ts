// A preset changed from the command line: its team, its worlds, who speaks for whom, single knobs. Every knob is on a card; values are
// read by the card's kind.
import { faultOf, type Knob, type Knobs, type KnobValue } from '../basics/knobs';
import { type ToolLanguage, toolLanguages } from '../learning/agents/team';
import type { TeamSpec } from '../learning/agents/team-spec';
import { builtIn, type Catalogue, catalogueOf, type WorldModule } from '../learning/catalogue';
import { type RunConfig, settingsFrom, trainingKnobs } from '../learning/training/config';
import { presetById } from '../learning/training/presets';
import { type Occasion, samplingKnobs } from '../learning/training/sampling';
import { type NamedWorld, worldsOf } from '../learning/training/worlds';
import { type FlagCards, type Flags, UsageError } from './arguments';
import { catalogueOfWorlds, worldFromDisk } from './own-worlds';
import { teamFromDisk } from './team-file';

/** The flags of every verb that makes a configuration. */
export const configFlags = {
  world: {
    value: 'WORLD[=SHARE]',
    meaning: "a world in place of the preset's, by name or FILE.js; several are mixed",
    many: true,
  },
  team: { value: 'NAME|FILE.json', meaning: "a team in place of the preset's" },
  'tool-language': { value: 'LANGUAGE', meaning: 'calls, javascript or python' },
  set: {
    value: 'knob=value',
    meaning: 'changes a knob; "world.knob", "role.temperature", "role.evaluation.maxTokens" those of one',
    many: true,
  },
  model: { value: 'FOLDER|FILE.gguf', meaning: 'the base model, instead of the one that ships' },
} as const satisfies FlagCards;

export interface ConfigWishes {
  readonly preset: string;
  readonly seed?: number;
  readonly steps?: number;
  /** "sokoban" or "sokoban=2". */
  readonly worlds?: readonly string[];
  /** Worlds that people wrote, among `worlds` by their ids. */
  readonly modules?: readonly WorldModule[];
  /** Where worlds are looked up; the built-in ones when absent. */
  readonly catalogue?: Catalogue;
  readonly team?: string | TeamSpec;
  readonly toolLanguage?: string;
  /** "knob=value": training knobs, or those of the first world; "world.knob=value", "role.knob=value", "role.evaluation.knob=value". */
  readonly set: readonly string[];
  readonly freeze?: readonly string[];
  /** "role=policy": who speaks for a role. */
  readonly policies?: readonly string[];
  readonly level?: string;
  /** A folder's name under models/, or a path. */
  readonly model?: string;
}

/** What the configFlags wish for. */
export async function wishesFrom(flags: Flags): Promise<Omit<ConfigWishes, 'preset'>> {
  const team = flags.text('team');
  const { worlds, modules } = await worldsFrom(flags.all('world'));
  return {
    worlds,
    ...(modules.length > 0 ? { modules, catalogue: await catalogueOfWorlds(modules) } : {}),
    set: flags.all('set'),
    ...(team === undefined ? {} : { team: team.endsWith('.json') ? await teamFromDisk(team) : team }),
    toolLanguage: flags.text('tool-language'),
    model: flags.text('model'),
  };
}

/** Files of worlds become modules, named by their ids. */
async function worldsFrom(wishes: readonly string[]): Promise<{ worlds: readonly string[]; modules: readonly WorldModule[] }> {
  const modules: WorldModule[] = [];
  const worlds: string[] = [];
  for (const wish of wishes) {
    const [, file, share = ''] = /^(.+\.m?js)(=[^=]*)?$/.exec(wish) ?? [];
    const module = file === undefined ? undefined : await worldFromDisk(file);
    if (module) modules.push(module);
    worlds.push(module ? `${module.id}${share}` : wish);
  }
  return { worlds, modules };
}

/** Throws a UsageError or an ExpectationError that names the knob at fault. */
export function configFrom(wishes: ConfigWishes): RunConfig {
  const { seed, steps, set, freeze = [], policies = [], level, model, catalogue = builtIn, modules } = wishes;
  const chosenWorlds = withWorlds(withTeam(presetById(wishes.preset).config, wishes), wishes.worlds ?? [], catalogue);
  const config = modules ? { ...chosenWorlds, definitions: { ...chosenWorlds.definitions, modules } } : chosenWorlds;
  const roles = Object.keys(config.policies);
  const stranger = freeze.find((role) => !roles.includes(role));
  if (stranger !== undefined) throw new UsageError(`there is no role "${stranger}" to freeze: the team has ${roles.join(', ')}`);
  const given = { ...(seed === undefined ? {} : { seed }), ...(steps === undefined ? {} : { steps }) };
  const chosen = set.reduce((so, wish) => withKnob(so, wish, catalogue), {
    ...config,
    settings: { ...config.settings, ...given },
  });
  return {
    ...chosen,
    settings: settingsFrom(chosen.settings),
    frozen: [...freeze],
    policies: { ...config.policies, ...policiesFrom(policies, roles) },
    model: model ?? config.model,
    level: levelFrom(level) ?? config.level,
  };
}

/** Roles that the preset's team has too keep their policy; others get one of their own. */
function withTeam(config: RunConfig, { team, toolLanguage }: ConfigWishes): RunConfig {
  const language = toolLanguage ?? config.toolLanguage;
  if (!Object.hasOwn(toolLanguages, language))
    throw new UsageError(`--tool-language is one of ${Object.keys(toolLanguages).join(', ')}, got "${language}"`);
  const spoken = { ...config, toolLanguage: language as ToolLanguage };
  if (team === undefined) return spoken;
  const definitions = typeof team === 'string' ? undefined : { teams: [team] };
  const id = typeof team === 'string' ? team : team.id;
  const { roles } = catalogueOf(definitions ?? {}).teamById(id);
  const policies = Object.fromEntries(roles.map((role) => [role.id, config.policies[role.id] ?? role.id]));
  return { ...spoken, team: id, policies, ...(definitions ? { definitions } : {}) };
}

function withWorlds(config: RunConfig, wishes: readonly string[], catalogue: Catalogue): RunConfig {
  const worlds = wishes.map((wish) => {
    const [, environment = '', share = '1'] = /^([^=]+)(?:=(.+))?$/.exec(wish) ?? [];
    if (!(Number(share) > 0)) throw new UsageError(`--world takes a world or world=share, a share above 0, got "${wish}"`);
    const { card } = catalogue.environmentById(environment);
    const same = card.id === config.environment;
    return { environment, environmentSettings: same ? config.environmentSettings : {}, share: Number(share) };
  });
  const [first] = worlds;
  if (!first) return config;
  const { environment, environmentSettings } = first;
  return { ...config, environment, environmentSettings, ...(worlds.length > 1 ? { worlds } : {}) };
}

/** One wish of --set. */
function withKnob(config: RunConfig, wish: string, catalogue: Catalogue): RunConfig {
  const [, place, occasion, name = '', value = ''] =
    /^(?:([\w/-]+)\.)?(?:(training|evaluation)\.)?([A-Za-z0-9]+)=(.*)$/s.exec(wish) ?? [];
  if (name === '') throw new UsageError(`--set takes knob=value, got "${wish}"`);
  const worlds = worldsOf(config);
  if (place !== undefined && config.policies[place] !== undefined)
    return withSampling(config, { role: place, occasion: (occasion ?? 'training') as Occasion, name, value });
  const world = place === undefined ? worlds[0] : worlds.find((one) => one.name === place);
  if (!world) {
    const known = [...worlds.map((one) => one.name), ...Object.keys(config.policies)];
    throw new UsageError(`there is no world or role "${place}": known are ${known.join(', ')}`);
  }
  const ofWorld = catalogue.environmentById(world.environment).card.knobs;
  const own = place === undefined ? trainingKnobs : { moveBudget: trainingKnobs.moveBudget };
  const cards: Knobs = { ...ofWorld, ...own };
  const read = knobValueFrom(name, cardOf(name, cards), value);
  if (!Object.hasOwn(own, name))
    return withWorld(config, world, { environmentSettings: { ...world.environmentSettings, [name]: read } });
  if (place !== undefined) return withWorld(config, world, { moveBudget: Number(read) });
  return { ...config, settings: { ...config.settings, [name]: read } };
}

function withWorld(config: RunConfig, { name }: NamedWorld, changes: Partial<NamedWorld>): RunConfig {
  const names = worldsOf(config).map((world) => world.name);
  const first = names[0] === name && changes.environmentSettings ? { environmentSettings: changes.environmentSettings } : {};
  if (!config.worlds) {
    if (changes.moveBudget === undefined) return { ...config, ...first };
    return { ...config, settings: { ...config.settings, moveBudget: changes.moveBudget } };
  }
  const worlds = config.worlds.map((world, index) => (names[index] === name ? { ...world, ...changes } : world));
  return { ...config, ...first, worlds };
}

interface SamplingWish {
  readonly role: string;
  readonly occasion: Occasion;
  readonly name: string;
  readonly value: string;
}

function withSampling(config: RunConfig, { role, occasion, name, value }: SamplingWish): RunConfig {
  const read = knobValueFrom(`${role}.${name}`, cardOf(name, samplingKnobs[occasion]), value);
  const before = config.sampling?.[role] ?? {};
  const choices = { ...before, [occasion]: { ...before[occasion], [name]: read } };
  return { ...config, sampling: { ...config.sampling, [role]: choices } };
}

function cardOf(name: string, cards: Knobs): Knob {
  const card = Object.hasOwn(cards, name) ? cards[name] : undefined;
  if (!card) throw new UsageError(`there is no knob "${name}": known are ${Object.keys(cards).join(', ')}`);
  return card;
}

function policiesFrom(wishes: readonly string[], roles: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    wishes.map((wish) => {
      const [, role = '', policy = ''] = /^([^=]+)=([\w-]+)$/.exec(wish) ?? [];
      if (policy === '') throw new UsageError(`--policy takes role=policy, "base" for the bare base model, got "${wish}"`);
      if (!roles.includes(role)) throw new UsageError(`there is no role "${role}": the team has ${roles.join(', ')}`);
      return [role, policy];
    }),
  );
}

function knobValueFrom(name: string, card: Knob, text: string): KnobValue {
  const value = valueAs(card.kind, text);
  const fault = faultOf(name, card, value);
  if (fault !== undefined)
    throw new UsageError(typeof value === 'number' && Number.isNaN(value) ? fault.replace(/got .*$/, `got "${text}"`) : fault);
  return value;
}

function levelFrom(text: string | undefined): RunConfig['level'] | undefined {
  if (text === undefined || text === 'prompt-only' || text === 'adapter' || text === 'all-weights') return text;
  throw new UsageError(`--level is one of prompt-only, adapter, all-weights, got "${text}"`);
}

/** What cannot be one becomes a value that no card allows. */
function valueAs(kind: Knob['kind'], text: string): KnobValue {
  if (kind === 'choice') return text;
  if (kind === 'switch') return text === 'true' || (text === 'false' ? false : text);
  return text === '' ? Number.NaN : Number(text);
}
