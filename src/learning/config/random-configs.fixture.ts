// Configurations by chance, as a person could choose them beside a preset: every knob, worlds alone and mixed, teams,
// policies, sampling.
import fc from 'fast-check';
import type { Knob, Knobs, KnobValue } from '../../basics/knobs';
import { teams, teamsFor } from '../agents';
import { fits, toolLanguages } from '../agents/team';
import { cardOf } from '../catalogue';
import { allEnvironments } from '../environments';
import { build } from './build';
import { trainableCard } from './knobs';
import { presets } from './presets';
import { type RunConfig, trainingKnobs } from './run-config';
import { type Occasion, type Sampling, samplingKnobs } from './sampling';

/** A value that the card allows, its default more often than chance would have it. */
export function valueOn(card: Knob): fc.Arbitrary<KnobValue> {
  if (card.kind === 'switch') return fc.boolean();
  if (card.kind === 'choice') return fc.constantFrom(...Object.keys(card.choices), ...Object.keys(card.formerly ?? {}));
  const { multipleOf = 1, range } = card;
  const [low, high] = range;
  const wholes = () => fc.integer({ min: Math.ceil(low / multipleOf), max: Math.floor(high / multipleOf) });
  const any =
    card.kind === 'integer' ? wholes().map((n) => n * multipleOf) : fc.double({ min: low, max: high, noNaN: true });
  return fc.oneof(fc.constant(card.default), any);
}

type Change<Name extends string = string> = readonly [name: Name, value: KnobValue];
export const changesTo = (cards: Knobs) =>
  fc
    .subarray(Object.entries(cards), { maxLength: Math.min(4, Object.keys(cards).length) })
    .chain((some) => fc.tuple(...some.map(([name, card]) => valueOn(card).map((value): Change => [name, value]))));

export interface SamplingChoice {
  readonly role: string;
  readonly occasion: Occasion;
  readonly name: 'temperature' | 'maxTokens';
  readonly value: number;
}

export const samplingOf = (roles: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...roles),
      fc.constantFrom<Occasion>('training', 'evaluation'),
      fc.constantFrom<SamplingChoice['name']>('temperature', 'maxTokens'),
    )
    .chain(([role, occasion, name]) =>
      valueOn(samplingKnobs[occasion][name]).map(
        (value): SamplingChoice => ({ role, occasion, name, value: Number(value) }),
      ),
    );

// the weights of rewards sum to 1: they change together
const { formatWeight: _format, legalWeight: _legal, progressWeight: _progress, ...free } = trainingKnobs;

const world = fc.constantFrom(...allEnvironments.map(({ card }) => card)).chain((card) =>
  fc.record({
    card: fc.constant(card),
    share: fc.oneof(fc.constantFrom(1, 2, 0.5), fc.double({ min: 1e-3, max: 9, noNaN: true })),
    settings: changesTo(card.knobs).map((changes) => Object.fromEntries(changes)),
    moveBudget: fc.option(valueOn(trainingKnobs.moveBudget).map(Number), { nil: undefined }),
  }),
);

/** Built in through and through: no files, nothing that somebody wrote. */
export const plainConfig: fc.Arbitrary<RunConfig> = fc
  .record({
    preset: fc.constantFrom(...presets),
    worlds: fc.array(world, { maxLength: 3 }),
    settings: changesTo(free),
    weights: fc.option(fc.constantFrom([0.5, 0.5, 0], [0.25, 0.25, 0.5], [0.1, 0.2, 0.7]), { nil: undefined }),
    model: fc.option(fc.constant({ model: 'someone/chatty-135M', wording: 'instruct' } as const), { nil: undefined }),
    toolLanguage: fc.option(fc.constantFrom(...keysOf(toolLanguages)), { nil: undefined }),
    trainable: fc.option(fc.constantFrom(...keysOf(trainableCard.choices)), { nil: undefined }),
  })
  .chain(({ preset, worlds, settings, weights, model, ...others }) => {
    const [first] = worlds;
    const cards = (first ? worlds : preset.config.worlds.map(({ environment }) => ({ card: cardOf(environment) }))).map(
      ({ card }) => card,
    );
    const together = teams.filter((team) => cards.every((card) => fits(team, card)));
    const playing = first && together.length === 0 ? teamsFor(first.card) : together;
    const played = together.length === 0 ? worlds.slice(0, 1) : worlds;
    return fc.constantFrom(...playing).chain((team) => {
      const roles = team.roles.map(({ id }) => id);
      return fc
        .record({
          policies: fc.dictionary(fc.constantFrom(...roles), fc.constantFrom(...roles, 'shared', 'base')),
          frozen: fc.shuffledSubarray(roles),
          sampling: fc.array(samplingOf(roles), { maxLength: 3 }),
        })
        .map(({ policies, frozen, sampling }) =>
          build(preset.id, {
            ...others,
            ...model,
            ...(first ? { worlds: played.map(worldChoice) } : {}),
            team: team.id,
            policies,
            frozen,
            sampling: samplingFrom(sampling),
            settings: { ...Object.fromEntries(settings), ...weightsFrom(weights) },
          }),
        );
    });
  });

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(record) as Key[];
}

function worldChoice({
  card,
  share,
  settings,
  moveBudget,
}: typeof world extends fc.Arbitrary<infer One> ? One : never) {
  return {
    environment: card.id,
    environmentSettings: settings,
    share,
    ...(moveBudget === undefined ? {} : { moveBudget }),
  };
}

function weightsFrom(weights: readonly number[] | undefined) {
  if (!weights) return {};
  const [formatWeight = 0, legalWeight = 0, progressWeight = 0] = weights;
  return { formatWeight, legalWeight, progressWeight };
}

function samplingFrom(choices: readonly SamplingChoice[]): Sampling {
  const all: Record<string, Record<string, Record<string, number>>> = {};
  for (const { role, occasion, name, value } of choices) {
    all[role] ??= {};
    all[role][occasion] ??= {};
    all[role][occasion][name] = value;
  }
  return all;
}
