// A preset changed from the command line: its team, its worlds, who speaks for whom, single knobs. Every knob is on a card; values are
// read by the card's kind.
import { faultOf } from '../basics/knobs';
import { worldFromDisk } from '../features/own-world/cli/own-worlds';
import { type ToolLanguage, toolLanguages } from '../learning/agents/team';
import { builtIn, cardOf, type WorldModule } from '../learning/catalogue';
import { levelCard } from '../learning/config/knobs';
import { presetById } from '../learning/config/presets';
import { type RunConfig, settingsFrom } from '../learning/config/run-config';
import type { TeamFile } from '../learning/config/team-file';
import { type FlagCards, type Flags, UsageError } from './arguments';
import { withKnob } from './knob-wishes';
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
  readonly team?: string | TeamFile;
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
    ...(modules.length > 0 ? { modules } : {}),
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
    worlds.push(module ? `${module.card.id}${share}` : wish);
  }
  return { worlds, modules };
}

/** Throws a UsageError or an ExpectationError that names the knob at fault. */
export function configFrom(wishes: ConfigWishes): RunConfig {
  const { seed, steps, set, freeze = [], policies = [], level, model, modules } = wishes;
  const staffed = withTeam(presetById(wishes.preset).config, wishes);
  const defined = modules ? { ...staffed, definitions: { ...staffed.definitions, modules } } : staffed;
  const config = withWorlds(defined, wishes.worlds ?? []);
  const roles = Object.keys(config.policies);
  const stranger = freeze.find((role) => !roles.includes(role));
  if (stranger !== undefined) throw new UsageError(`there is no role "${stranger}" to freeze: the team has ${roles.join(', ')}`);
  const given = { ...(seed === undefined ? {} : { seed }), ...(steps === undefined ? {} : { steps }) };
  const chosen = set.reduce(withKnob, { ...config, settings: { ...config.settings, ...given } });
  return {
    ...chosen,
    settings: settingsFrom(chosen.settings),
    frozen: [...freeze],
    policies: { ...config.policies, ...policiesFrom(policies, roles) },
    model: model ?? config.model,
    level: levelFrom(level) ?? config.level,
  };
}

/** Roles that the preset's team has too keep their policy, others get one of their own; a team from a file brings them along. */
function withTeam(config: RunConfig, { team, toolLanguage }: ConfigWishes): RunConfig {
  const language = toolLanguage ?? config.toolLanguage;
  if (!Object.hasOwn(toolLanguages, language))
    throw new UsageError(`--tool-language is one of ${Object.keys(toolLanguages).join(', ')}, got "${language}"`);
  const spoken = { ...config, toolLanguage: language as ToolLanguage };
  if (team === undefined) return spoken;
  if (typeof team !== 'string') {
    const { spec, policies, sampling } = team;
    return { ...spoken, team: spec.id, policies, definitions: { teams: [spec] }, ...(sampling ? { sampling } : {}) };
  }
  const { roles } = builtIn.teamById(team);
  const policies = Object.fromEntries(roles.map((role) => [role.id, config.policies[role.id] ?? role.id]));
  return { ...spoken, team, policies };
}

function withWorlds(config: RunConfig, wishes: readonly string[]): RunConfig {
  const worlds = wishes.map((wish) => {
    const [, environment = '', share = '1'] = /^([^=]+)(?:=(.+))?$/.exec(wish) ?? [];
    if (!(Number(share) > 0)) throw new UsageError(`--world takes a world or world=share, a share above 0, got "${wish}"`);
    const card = cardOf(environment, config.definitions);
    const same = card.id === config.environment;
    return { environment, environmentSettings: same ? config.environmentSettings : {}, share: Number(share) };
  });
  const [first] = worlds;
  if (!first) return config;
  const { environment, environmentSettings } = first;
  const { worlds: _, ...alone } = config; // a mix of the preset's own
  return { ...alone, environment, environmentSettings, ...(worlds.length > 1 ? { worlds } : {}) };
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

function levelFrom(text: string | undefined): RunConfig['level'] | undefined {
  const fault = text === undefined ? undefined : faultOf('--level', levelCard, text);
  if (fault !== undefined) throw new UsageError(fault);
  return text as RunConfig['level'] | undefined;
}
