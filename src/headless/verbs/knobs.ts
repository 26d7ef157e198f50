// `lab knobs [WORD]`: every setting with its name, meaning, range and default, off the very cards that read it; or
// those a word finds.
import { says, wordsOfKnob } from '../../basics/knob-words';
import type { Knob, Knobs } from '../../basics/knobs';
import { knobGroups, mainKnobs, trainableCard, trainingKnobs } from '../../learning/config/knobs';
import { samplingKnobs } from '../../learning/config/sampling';
import { allEnvironments } from '../../learning/environments';
import { UsageError } from '../arguments';
import type { Verb } from '../verb';

export const knobs: Verb = {
  name: 'knobs',
  meaning: 'lists the settings: name, meaning, range, default; with a WORD those it finds, as "lab knobs temperature"',
  flags: { search: { value: 'WORD', meaning: 'only settings whose name, meaning or choices have it' } },
  word: 'search',
  run: async ({ flags, say }) => {
    const wanted = flags.text('search') ?? '';
    const found = groups()
      .map((group) => ({
        ...group,
        knobs: group.knobs.filter(([name, card]) => says(`${group.name} ${wordsOfKnob(name, card)}`, wanted)),
      }))
      .filter((group) => group.knobs.length > 0);
    if (found.length === 0) throw new UsageError(`no setting is called or means "${wanted}": "lab knobs" lists all`);
    for (const { name, how, knobs } of found) {
      say(`${name} (${how})`);
      for (const [knob, card] of knobs) say(lineOf(knob, card));
      say('');
    }
    return {
      knobs: found.flatMap(({ name: group, knobs }) => knobs.map(([knob, card]) => ({ group, set: knob, ...card }))),
    };
  },
};

interface Group {
  readonly name: string;
  /** How one of them is set. */
  readonly how: string;
  readonly knobs: readonly (readonly [name: string, card: Knob])[];
}

function groups(): readonly Group[] {
  const named = (names: readonly (keyof typeof trainingKnobs)[]) =>
    names.map((name) => [name, trainingKnobs[name]] as const);
  const training = [{ name: 'Main', knobs: mainKnobs }, ...knobGroups];
  return [
    ...training.map(({ name, knobs: names }) => ({ name, how: '--set knob=value', knobs: named(names) })),
    { name: 'Who learns', how: '--trainable VALUE', knobs: [['trainable', trainableCard]] },
    {
      name: 'How a role answers',
      how: '--set ROLE.knob=value; left out, it is as in the run and as the role has it',
      knobs: [
        ...entriesOf(samplingKnobs.training),
        ...entriesOf(samplingKnobs.evaluation).map(([name, card]) => [`evaluation.${name}`, card] as const),
      ],
    },
    ...allEnvironments.map(({ card }) => ({
      name: card.name,
      how: `--set knob=value in its presets, --set ${card.id}.knob=value among several worlds`,
      knobs: entriesOf(card.knobs),
    })),
  ];
}

function entriesOf(cards: Knobs): readonly (readonly [string, Knob])[] {
  return Object.entries(cards);
}

/** "  branches=8  2 to 64 answers" and its meaning below. */
function lineOf(name: string, card: Knob): string {
  const choices =
    card.kind === 'choice' ? Object.entries(card.choices).map(([choice, words]) => `\n      ${choice}: ${words}`) : [];
  return `  ${name}=${card.default}  ${card.name}, ${rangeOf(card)}\n    ${card.meaning}${choices.join('')}`;
}

function rangeOf(card: Knob): string {
  if (card.kind === 'switch') return 'true or false';
  if (card.kind === 'choice') return `one of ${Object.keys(card.choices).length}`;
  const [low, high] = card.range;
  const { unit, multipleOf } = card;
  return `${low} to ${high}${unit ? ` ${unit}` : ''}${multipleOf === undefined ? '' : `, multiples of ${multipleOf}`}`;
}
