// The flags of every verb that makes a configuration, and what they wish for. A configuration is made of wishes by
// learning/config/wishes.ts.
import type { WorldModule } from '../learning/catalogue';
import type { ConfigWishes } from '../learning/config/wishes';
import type { FlagCards, Flags } from './arguments';
import type { CliFeature } from './cli-feature';
import { teamFromDisk } from './team-file';

export { configFrom } from '../learning/config/wishes';

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
    const [, file = wish, share = ''] = /^(.+\.[a-z]+)(=[^=]*)?$/i.exec(wish) ?? [];
    const module = own?.files.test(file) ? await own.fromFile(file) : undefined;
    if (module) modules.push(module);
    worlds.push(module ? `${module.card.id}${share}` : wish);
  }
  return { worlds, modules };
}
