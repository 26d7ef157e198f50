// How the roles of the next run's team answer, where that differs from the run: a fold for each role, or what a search
// finds of it.
import { wordsOfKnob } from '../../../basics/knob-words';
import type { RunConfig } from '../../../learning/config/run-config';
import { setSampling, teamOf } from '../../stores/setup-store';
import { FoldedKnobs } from './knob-groups';
import { SamplingFields, samplingCards } from './sampling-fields';

interface RoleAnswersProps {
  readonly config: RunConfig;
  /** Whether a setting with these words is wanted. */
  readonly wants: (words: string) => boolean;
  readonly searching: boolean;
}

export function RoleAnswers({ config, wants, searching }: RoleAnswersProps) {
  const { sampling = {} } = config;
  const roles = teamOf(config)
    .roles.map((role) => ({ role, cards: samplingCards.filter((card) => wants(wordsOf(role, card))) }))
    .filter(({ cards }) => cards.length > 0);
  if (roles.length === 0) return null;
  return (
    <>
      <h3>{heading}</h3>
      {roles.map(({ role: { id, name }, cards }) => {
        const chosen = sampling[id] ?? {};
        const changed = Object.values(chosen).reduce((sum, part) => sum + Object.keys(part).length, 0);
        const title = `Where its answers are sampled otherwise than the run's: ${samplingCards.map(({ card }) => card.name).join(', ')}`;
        return (
          <FoldedKnobs key={id} name={name} title={title} changed={changed} searching={searching}>
            <SamplingFields role={name} chosen={chosen} cards={cards} onChange={(next) => setSampling(id, next)} />
          </FoldedKnobs>
        );
      })}
    </>
  );
}

const heading = 'How roles answer';

/** How many of these settings a search finds. */
export function answersFound({ config, wants }: Omit<RoleAnswersProps, 'searching'>): number {
  return teamOf(config).roles.flatMap((role) => samplingCards.filter((card) => wants(wordsOf(role, card)))).length;
}

function wordsOf(
  role: { readonly id: string; readonly name: string },
  { occasion, name, card }: (typeof samplingCards)[number],
) {
  return `${heading} ${role.id} ${role.name} sampling ${occasion} ${wordsOfKnob(name, card)}`;
}
