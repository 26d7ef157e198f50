// Why teams: in worlds of several players, the most that one of them reaches while the others do nothing, computed here
// on test problems.
import { Spinner } from '@radix-ui/themes';
import { ArrowRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cardOf } from '../../../learning/catalogue';
import { presetById } from '../../../learning/config/presets';
import { firstWorld } from '../../../learning/config/worlds';
import { picturesOf } from '../../../learning/environments/players';
import { worldSeed } from '../../../learning/environments/splits';
import { evaluatedCeiling } from '../../../learning/training/evaluate';
import { Board } from '../../../page/parts/board';
import { percent } from '../../../page/parts/format';
import { Predicted } from '../../../page/parts/prediction';
import { formatRoute } from '../../../page/stores/route';
import { linkOfSetup } from '../../../page/stores/shared-setup';
import { environmentById } from '../../../page/stores/worlds';
import type { LessonCard, StepProps } from './lesson';

function Ceiling({ preset, n }: { readonly preset: string; readonly n: number }) {
  const [rate, setRate] = useState<number>();
  useEffect(() => {
    // what is said is drawn first
    const timer = setTimeout(
      () => setRate(evaluatedCeiling({ config: presetById(preset).config, split: 'test', n }).rate),
      50,
    );
    return () => clearTimeout(timer);
  }, [preset, n]);
  if (rate === undefined)
    return (
      <p role="status" className="row">
        <Spinner size="1" /> Counting on {n} problems
      </p>
    );
  return (
    <p className="lesson-formula">
      One player alone, on {n} problems: at most <b>{percent(rate, 1)}</b>
    </p>
  );
}

function Seen({ preset }: { readonly preset: string }) {
  const { config } = presetById(preset);
  const { environment, environmentSettings } = firstWorld(config);
  const card = cardOf(environment, config.definitions);
  const world = environmentById(environment, config.definitions);
  const seen = picturesOf(world, world.start(worldSeed('train', 0), environmentSettings)) ?? {};
  return (
    <div className="row wrap gap-4 top">
      {(card.players ?? []).map(({ id, name }) => (
        <figure key={id} className="stack gap-1">
          <Board picture={seen[id] ?? []} look={card} size={160} label={`What the ${name} sees`} />
          <figcaption className="note">what the {name} sees</figcaption>
        </figure>
      ))}
    </div>
  );
}

function Guide(asking: StepProps) {
  const prediction = {
    question: 'The guide is silent. How often can the best possible walker reach the goal?',
    choices: [
      { label: 'On nearly all maps', right: false },
      { label: 'On less than half', right: true },
      { label: 'Never', right: false },
    ],
    why: 'A walker that is told nothing can only walk over as many cells as it can and hope to step on the goal.',
  };
  return (
    <>
      <p>
        In “Guide and walker” the guide sees the map and may only speak; the walker moves and sees only the cells around
        it.
      </p>
      <Seen preset="guide-and-walker" />
      <Predicted prediction={prediction} {...asking}>
        <Ceiling preset="guide-and-walker" n={60} />
        <p>No training helps a single player over this: it is counted over all walks, not measured on a trained one.</p>
      </Predicted>
    </>
  );
}

function Doors(asking: StepProps) {
  const prediction = {
    question: 'One figure stands still. How many rooms can the other solve?',
    choices: [
      { label: 'Half of them', right: false },
      { label: 'A few', right: false },
      { label: 'None', right: true },
    ],
    why: 'The door is open only while somebody stands on its plate, and who stands there pushes no box.',
  };
  return (
    <>
      <p>In “Sokoban for two” one figure holds a door open, and the other brings the box home through it.</p>
      <Seen preset="sokoban-for-two" />
      <Predicted prediction={prediction} {...asking}>
        <Ceiling preset="sokoban-for-two" n={20} />
      </Predicted>
    </>
  );
}

function Beyond() {
  const { route } = linkOfSetup(presetById('guide-and-walker').config);
  return (
    <>
      <p>
        So these worlds tell a team from a crowd: whatever a trained team solves above the line of one player, it owes
        to both. The line is drawn in the curves of every such run. In worlds in which every role sees everything there
        is no such line, and a second role may add little.
      </p>
      <p>
        <a href={formatRoute(route)}>
          Set up a run of Guide and walker <ArrowRight size={14} aria-hidden />
        </a>
      </p>
    </>
  );
}

export const teamsLesson: LessonCard = {
  id: 'teams',
  title: 'Why teams: what one player can do at most',
  about: 'Two worlds in which nobody gets far alone, with the ceiling computed while you read.',
  steps: [
    { title: 'One sees, the other walks', Step: Guide },
    { title: 'One holds the door', Step: Doors },
    { title: 'What lies above the line', Step: Beyond },
  ],
};
