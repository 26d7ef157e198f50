// Single knobs set in words, on the command line or in an address: of training, of a world, of how a role is sampled.
// Every knob is on a card; values are read by the card's kind.
import { check, ExpectationError, present } from '../../basics/check';
import { faultOf, type Knob, type Knobs, type KnobValue, renamed } from '../../basics/knobs';
import { cardOf as cardOfWorld } from '../catalogue';
import { build, type Choices, rebuilt, type WorldChoice } from './build';
import { type RunConfig, trainingKnobs } from './run-config';
import { type Occasion, samplingKnobs } from './sampling';
import { worldsOf } from './worlds';

/** The choices after one wish, "knob=value", "world.knob=value", "role.knob=value" or "role.evaluation.knob=value".
 *  Throws an ExpectationError that names what is not understood. */
export function withKnob(preset: string, choices: Choices, wish: string): Choices {
  const [, place, occasion, name = '', value = ''] =
    /^(?:([\w/-]+)\.)?(?:(training|evaluation)\.)?([A-Za-z0-9]+)=(.*)$/s.exec(wish) ?? [];
  check(name !== '', `--set takes knob=value, got "${wish}"`);
  const config = build(preset, choices);
  const worlds = worldsOf(config);
  if (place !== undefined && Object.hasOwn(config.policies, place))
    return withSampling(choices, { role: place, occasion: (occasion ?? 'training') as Occasion, name, value });
  const at = place === undefined ? 0 : worlds.findIndex((one) => one.name === place);
  const world = present(worlds[at], () => {
    const known = [...worlds.map((one) => one.name), ...Object.keys(config.policies)];
    return `there is no world or role "${place}": known are ${known.join(', ')}`;
  });
  const ofWorld = cardOfWorld(world.environment, config.definitions).knobs;
  const own = place === undefined ? trainingKnobs : { moveBudget: trainingKnobs.moveBudget };
  const cards: Knobs = { ...ofWorld, ...own };
  const read = knobValueFrom(name, cardOf(name, cards), value);
  const changed = (change: Partial<WorldChoice>): Choices => ({
    ...choices,
    worlds: (choices.worlds ?? config.worlds).map((one, index) => (index === at ? { ...one, ...change } : one)),
  });
  if (!Object.hasOwn(own, name))
    return changed({ environmentSettings: { ...world.environmentSettings, [name]: read } });
  if (place !== undefined && worlds.length > 1) return changed({ moveBudget: Number(read) });
  return { ...choices, settings: { ...choices.settings, [name]: read } };
}

/** A configuration after wishes. */
export function withKnobs(config: RunConfig, wishes: readonly string[]): RunConfig {
  const given: Choices = { sampling: {}, ...config };
  const chosen = wishes.reduce((choices, wish) => withKnob(config.preset, choices, wish), given);
  return rebuilt(config, chosen);
}

interface SamplingWish {
  readonly role: string;
  readonly occasion: Occasion;
  readonly name: string;
  readonly value: string;
}

function withSampling(choices: Choices, { role, occasion, name, value }: SamplingWish): Choices {
  const read = knobValueFrom(`${role}.${name}`, cardOf(name, samplingKnobs[occasion]), value);
  const before = choices.sampling?.[role] ?? {};
  const ofRole = { ...before, [occasion]: { ...before[occasion], [name]: read } };
  return { ...choices, sampling: { ...choices.sampling, [role]: ofRole } };
}

function cardOf(name: string, cards: Knobs): Knob {
  const card = Object.hasOwn(cards, name) ? cards[name] : undefined;
  return present(card, () => `there is no knob "${name}": known are ${Object.keys(cards).join(', ')}`);
}

/** "knob=value" of training knobs alone. */
export function trainingKnobsFrom(wishes: readonly string[]): Record<string, KnobValue> {
  return Object.fromEntries(
    wishes.map((wish) => {
      const [, name = '', value = ''] = /^([A-Za-z0-9]+)=(.*)$/s.exec(wish) ?? [];
      check(name !== '', `--set takes knob=value, got "${wish}"`);
      return [name, knobValueFrom(name, cardOf(name, trainingKnobs), value)];
    }),
  );
}

function knobValueFrom(name: string, card: Knob, text: string): KnobValue {
  const value = valueAs(card.kind, text);
  const fault = faultOf(name, card, value);
  if (fault !== undefined)
    throw new ExpectationError(
      typeof value === 'number' && Number.isNaN(value) ? fault.replace(/got .*$/, `got "${text}"`) : fault,
    );
  return renamed(card, value);
}

/** What cannot be one becomes a value that no card allows. */
function valueAs(kind: Knob['kind'], text: string): KnobValue {
  if (kind === 'choice') return text;
  if (kind === 'switch') return text === 'true' || (text === 'false' ? false : text);
  return text === '' ? Number.NaN : Number(text);
}
