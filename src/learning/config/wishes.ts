// A preset changed in words, as the command line and addresses say them: its team, its worlds, who speaks for whom,
// single knobs. Every knob is on a card; values are read by the card's kind.
import { check, ExpectationError } from '../../basics/check';
import { faultOf, renamed } from '../../basics/knobs';
import { type ToolLanguage, toolLanguages } from '../agents/team';
import { cardOf, type RunDefinitions, type WorldModule } from '../catalogue';
import { build, type Choices, type WorldChoice } from './build';
import { withKnob } from './knob-wishes';
import { trainableCard } from './knobs';
import { type RunConfig, settingsFrom } from './run-config';
import type { TeamFile } from './team-file';

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

/** Throws an ExpectationError that names the knob at fault. */
export function configFrom(wishes: ConfigWishes): RunConfig {
  const config = wishedConfig(wishes);
  settingsFrom(config.settings);
  return config;
}

/** The same where settings are not judged together: each wish is understood by itself. */
export function wishedConfig({
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
  check(stranger === undefined, () => `there is no role "${stranger}" to freeze: the team has ${roles.join(', ')}`);
  return build(preset, { ...chosen, policies: { ...file?.policies, ...policiesFrom(policies, roles) } });
}

function languageFrom(wish: string | undefined): ToolLanguage | undefined {
  if (wish !== undefined && !Object.hasOwn(toolLanguages, wish))
    throw new ExpectationError(`--tool-language is one of ${Object.keys(toolLanguages).join(', ')}, got "${wish}"`);
  return wish as ToolLanguage | undefined;
}

/** "sokoban", or "sokoban=2" with its share. */
function worldFrom(wish: string, definitions: RunDefinitions): WorldChoice {
  const [, environment = '', share = '1'] = /^([^=]+)(?:=(.+))?$/.exec(wish) ?? [];
  if (!(Number(share) > 0 && Number.isFinite(Number(share))))
    throw new ExpectationError(`--world takes a world or world=share, a share above 0, got "${wish}"`);
  cardOf(environment, definitions);
  return { environment, share: Number(share) };
}

function policiesFrom(wishes: readonly string[], roles: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    wishes.map((wish) => {
      const [, role = '', policy = ''] = /^([^=]+)=([\w-]+)$/.exec(wish) ?? [];
      if (policy === '')
        throw new ExpectationError(`--policy takes role=policy, "base" for the bare base model, got "${wish}"`);
      if (!roles.includes(role))
        throw new ExpectationError(`there is no role "${role}": the team has ${roles.join(', ')}`);
      return [role, policy];
    }),
  );
}

function trainableFrom(text: string | undefined): RunConfig['trainable'] | undefined {
  const fault = text === undefined ? undefined : faultOf('--trainable', trainableCard, text);
  if (fault !== undefined) throw new ExpectationError(fault);
  return renamed(trainableCard, text) as RunConfig['trainable'] | undefined;
}
