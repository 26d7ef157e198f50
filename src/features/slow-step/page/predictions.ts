// What is asked before a stop is revealed, and why which answer is right. Pure.
import type { TrainingSettings } from '../../../learning/config/run-config';
import type { Answer } from '../../../learning/rollouts/telling-group';
import { fixed, signed } from '../../../page/parts/format';
import type { Prediction } from '../../../page/parts/prediction';
import { trunkInWords } from '../../../page/screens/rollouts/reading';
import { advantageNumbers, decidingTerm, nudgeOf, offered, type Tour } from './tour';

export const nameOf = ({ number }: Answer): string => `Answer ${number}`;

/** A choice by its name and what it said. */
const named = (answer: Answer) => ({ label: nameOf(answer), said: answer.record.text.trim() || '(nothing)' });

/** How many different answers. */
export function answersPrediction({ asked, answers }: Tour): Prediction {
  const { length } = asked.branches;
  const different = answers.length;
  const few = Math.max(2, Math.floor(length / 2));
  const [most] = answers as readonly [Answer];
  return {
    question: `The role is asked the same ${length} times. How many different answers come out?`,
    choices: [
      { label: 'One, always the same', right: different === 1 },
      { label: few === 2 ? '2' : `2 to ${few}`, right: different > 1 && different <= few },
      ...(length > few ? [{ label: `More than ${few}`, right: different > few }] : []),
    ],
    why:
      different === length
        ? 'No two came out the same: each is drawn anew, token by token.'
        : `${different} of ${length}: the most frequent came ${most.branches.length} times. Each is drawn anew, token by token.`,
  };
}

/** The highest reward. */
export function rewardPrediction(tour: Tour, settings: TrainingSettings): Prediction {
  const { best, answers } = tour;
  const highest = best.record.reward;
  const deciding = decidingTerm(tour, settings);
  const apart = deciding
    ? ` Above all its term “${deciding.term}” sets it apart from ${nameOf(deciding.rival).toLowerCase()}: ${signed(deciding.more)}.`
    : '';
  return {
    question: 'Which answer gets the highest reward?',
    choices: offered(answers, best).map((answer) => ({
      ...named(answer),
      right: answer.record.reward === highest,
    })),
    why: `${nameOf(best)} earned ${fixed(highest, 2)}, the highest.${apart}`,
  };
}

/** Above or below the mean. */
export function advantagePrediction(tour: Tour, settings: TrainingSettings): Prediction {
  const { example } = tour;
  const { advantage, reward, mean, fits } = advantageNumbers(tour, example, settings);
  const side = advantage > 0 ? 'above' : 'below';
  const numbers = fits ? `${fixed(reward, 2)} is ${side} the mean, ${fixed(mean, 3)}` : `It is ${side} the mean`;
  return {
    question: `${nameOf(example)} earned ${fixed(reward, 2)}. Is that above or below the mean?`,
    choices: [
      { label: 'Above the mean', right: advantage > 0 },
      { label: 'Below the mean', right: advantage < 0 },
    ],
    why: `${numbers}, so its advantage is ${advantage > 0 ? 'positive' : 'negative'}: ${signed(advantage)}.`,
  };
}

/** More or less likely. */
export function nudgePrediction({ asked, example }: Tour): Prediction {
  const { direction, advantage } = nudgeOf({ asked }, example);
  const why = {
    up: `Its advantage is ${signed(advantage)}: the update pushes the probability of each of its tokens up.`,
    down: `Its advantage is ${signed(advantage)}: the update pushes the probability of each of its tokens down.`,
    none: 'This group trains nothing, so the update leaves it alone.',
  }[direction];
  return {
    question: `Does the update push ${nameOf(example).toLowerCase()} to be more or less likely?`,
    choices: [
      { label: 'More likely', right: direction === 'up' },
      { label: 'Less likely', right: direction === 'down' },
      ...(direction === 'none' ? [{ label: 'Neither', right: true }] : []),
    ],
    why,
  };
}

/** The trunk. */
export function trunkPrediction({ asked, answers, trunk }: Tour, settings: TrainingSettings): Prediction {
  return {
    question: 'Which answer does the game go on with?',
    choices: offered(answers, trunk).map((answer) => ({ ...named(answer), right: answer === trunk })),
    why: `${trunkInWords(asked, settings.pickRule)} That is ${nameOf(trunk).toLowerCase()}.`,
  };
}
