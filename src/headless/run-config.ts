// A preset with single knobs changed from the command line. Every knob is on a card; values are read by the card's kind.
import { faultOf, type Knob, type KnobValue } from '../basics/knobs';
import { teamById } from '../learning/agents';
import { environmentById } from '../learning/environments';
import { type RunConfig, settingsFrom, trainingKnobs } from '../learning/training/config';
import { levelCard } from '../learning/training/knobs';
import { presetById } from '../learning/training/presets';
import { UsageError } from './arguments';

export interface ConfigWishes {
  readonly preset: string;
  readonly seed?: number;
  readonly steps?: number;
  /** "knob=value": training knobs, or those of the preset's world. */
  readonly set: readonly string[];
  readonly freeze?: readonly string[];
  /** "role=policy": who speaks for a role. */
  readonly policies?: readonly string[];
  readonly level?: string;
  /** A folder's name under models/, or a path. */
  readonly model?: string;
}

/** Throws a UsageError or an ExpectationError that names the knob at fault. */
export function configFrom({ preset, seed, steps, set, freeze = [], policies = [], level, model }: ConfigWishes): RunConfig {
  const { config } = presetById(preset);
  const worldKnobs = environmentById(config.environment).card.knobs;
  const training: Record<string, KnobValue> = {
    ...config.settings,
    ...(seed === undefined ? {} : { seed }),
    ...(steps === undefined ? {} : { steps }),
  };
  const world: Record<string, KnobValue> = { ...config.environmentSettings };
  for (const wish of set) {
    const { name, value } = wishFrom(wish);
    const inTraining = Object.hasOwn(trainingKnobs, name);
    const card = (inTraining ? (trainingKnobs as Record<string, Knob>)[name] : worldKnobs[name]) as Knob | undefined;
    if (!card) {
      const known = [...Object.keys(trainingKnobs), ...Object.keys(worldKnobs)];
      throw new UsageError(`there is no knob "${name}": known are ${known.join(', ')}`);
    }
    (inTraining ? training : world)[name] = knobValueFrom(name, card, value);
  }
  const roles = teamById(config.team).roles.map(({ id }) => id);
  const stranger = freeze.find((role) => !roles.includes(role));
  if (stranger !== undefined) throw new UsageError(`there is no role "${stranger}" to freeze: the team has ${roles.join(', ')}`);
  return {
    ...config,
    environmentSettings: world,
    settings: settingsFrom(training),
    frozen: [...freeze],
    policies: { ...config.policies, ...policiesFrom(policies, roles) },
    model: model ?? config.model,
    level: levelFrom(level) ?? config.level,
  };
}

/** "knob=value" of training knobs alone. */
export function trainingKnobsFrom(wishes: readonly string[]): Record<string, KnobValue> {
  return Object.fromEntries(
    wishes.map((wish) => {
      const { name, value } = wishFrom(wish);
      const card = (trainingKnobs as Record<string, Knob>)[name];
      if (!card) throw new UsageError(`there is no knob "${name}": known are ${Object.keys(trainingKnobs).join(', ')}`);
      return [name, knobValueFrom(name, card, value)];
    }),
  );
}

function wishFrom(wish: string): { readonly name: string; readonly value: string } {
  const [, name = '', value = ''] = /^([A-Za-z0-9]+)=(.*)$/s.exec(wish) ?? [];
  if (name === '') throw new UsageError(`--set takes knob=value, got "${wish}"`);
  return { name, value };
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
  const fault = text === undefined ? undefined : faultOf('--level', levelCard, text);
  if (fault !== undefined) throw new UsageError(fault);
  return text as RunConfig['level'] | undefined;
}

/** What cannot be one becomes a value that no card allows. */
function valueAs(kind: Knob['kind'], text: string): KnobValue {
  if (kind === 'choice') return text;
  if (kind === 'switch') return text === 'true' || (text === 'false' ? false : text);
  return text === '' ? Number.NaN : Number(text);
}
