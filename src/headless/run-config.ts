// A preset changed from the command line: its team, its worlds, who speaks for whom, single knobs. Every knob is on a
// card; values are read by the card's kind.
import { faultOf, renamed } from '../basics/knobs';
import { type ToolLanguage, toolLanguages } from '../learning/agents/team';
import { cardOf, type RunDefinitions, type WorldModule } from '../learning/catalogue';
import { build, type Choices, type WorldChoice } from '../learning/config/build';
import { trainableCard } from '../learning/config/knobs';
import { type RunConfig, settingsFrom } from '../learning/config/run-config';
import type { TeamFile } from '../learning/config/team-file';
import { type FlagCards, type Flags, UsageError } from './arguments';
import type { CliFeature } from './cli-feature';
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
  /** "knob=value": training knobs, or those of the first world; "world.knob=value", "role.knob=value",
   *  "role.evaluation.knob=value". */
  readonly set: readonly string[];
  readonly freeze?: readonly string[];
  /** "role=policy": who speaks for a role. */
  readonly policies?: readonly string[];
  readonly trainable?: string;
  /** A folder's name under models/, or a path. */
  readonly model?: string;
  readonly start?: RunConfig['start'];
}

/** What the configFlags wish for. */
export async function wishesFrom(flags: Flags, offered: CliFeature): Promise<Omit<ConfigWishes, 'preset'>> {
  const team = flags.text('team');
  const { worlds, modules } = await worldsFrom(flags.all('world'), offered);
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
async function worldsFrom(
  wishes: readonly string[],
  { worlds: own }: CliFeature,
): Promise<{ worlds: readonly string[]; modules: readonly WorldModule[] }> {
  const modules: WorldModule[] = [];
  const worlds: string[] = [];
  for (const wish of wishes) {
    const [, file, share = ''] = /^(.+\.m?js)(=[^=]*)?$/.exec(wish) ?? [];
    const module = file === undefined ? undefined : await own?.fromFile(file);
    if (module) modules.push(module);
    worlds.push(module ? `${module.card.id}${share}` : wish);
  }
  return { worlds, modules };
}

/** Throws a UsageError or an ExpectationError that names the knob at fault. */
export function configFrom({
  preset,
  team,
  set,
  freeze = [],
  policies = [],
  trainable,
  model,
  start,
  ...wishes
}: ConfigWishes): RunConfig {
  const file = typeof team === 'object' ? team : undefined;
  const { seed, steps, toolLanguage, modules = [] } = wishes;
  const given: Choices = {
    team: typeof team === 'object' ? team.spec.id : team,
    policies: file?.policies,
    sampling: file?.sampling,
    definitions: { teams: file ? [file.spec] : [], modules },
    settings: { ...(seed === undefined ? {} : { seed }), ...(steps === undefined ? {} : { steps }) },
    worlds:
      wishes.worlds && wishes.worlds.length > 0 ? wishes.worlds.map((wish) => worldFrom(wish, { modules })) : undefined,
    frozen: freeze.length > 0 ? freeze : undefined,
    toolLanguage: languageFrom(toolLanguage),
    trainable: trainableFrom(trainable),
    model,
    start,
  };
  const chosen = set.reduce((choices, wish) => withKnob(preset, choices, wish), given);
  const roles = Object.keys(build(preset, chosen).policies);
  const stranger = freeze.find((role) => !roles.includes(role));
  if (stranger !== undefined)
    throw new UsageError(`there is no role "${stranger}" to freeze: the team has ${roles.join(', ')}`);
  const config = build(preset, { ...chosen, policies: { ...file?.policies, ...policiesFrom(policies, roles) } });
  settingsFrom(config.settings);
  return config;
}

function languageFrom(wish: string | undefined): ToolLanguage | undefined {
  if (wish !== undefined && !Object.hasOwn(toolLanguages, wish))
    throw new UsageError(`--tool-language is one of ${Object.keys(toolLanguages).join(', ')}, got "${wish}"`);
  return wish as ToolLanguage | undefined;
}

/** "sokoban", or "sokoban=2" with its share. */
function worldFrom(wish: string, definitions: RunDefinitions): WorldChoice {
  const [, environment = '', share = '1'] = /^([^=]+)(?:=(.+))?$/.exec(wish) ?? [];
  if (!(Number(share) > 0))
    throw new UsageError(`--world takes a world or world=share, a share above 0, got "${wish}"`);
  cardOf(environment, definitions);
  return { environment, share: Number(share) };
}

function policiesFrom(wishes: readonly string[], roles: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    wishes.map((wish) => {
      const [, role = '', policy = ''] = /^([^=]+)=([\w-]+)$/.exec(wish) ?? [];
      if (policy === '')
        throw new UsageError(`--policy takes role=policy, "base" for the bare base model, got "${wish}"`);
      if (!roles.includes(role)) throw new UsageError(`there is no role "${role}": the team has ${roles.join(', ')}`);
      return [role, policy];
    }),
  );
}

function trainableFrom(text: string | undefined): RunConfig['trainable'] | undefined {
  const fault = text === undefined ? undefined : faultOf('--trainable', trainableCard, text);
  if (fault !== undefined) throw new UsageError(fault);
  return renamed(trainableCard, text) as RunConfig['trainable'] | undefined;
}
