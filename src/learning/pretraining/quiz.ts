// What a pretrained model knows: the questions of its text, asked about boards it has not seen (validation problems),
// each with its one right answer. Greedy answers are compared letter by letter.
import { rngFrom, seedFrom } from '../../basics/rng';
import { boardOf, planPrompt } from '../agents/compact';
import type { View } from '../agents/role';
import { seenIn } from '../agents/teams/players';
import { environmentById } from '../environments';
import { worldSeed } from '../environments/splits';
import {
  consequenceOf,
  cutAfter,
  needOf,
  possibleProgram,
  proposalFor,
  randomView,
  type Variant,
  variants,
  wandering,
} from './corpus';
import { naiveProgram } from './naive';
import { viewsInPlay } from './players-talk';

export type QuestionKind = 'need' | 'consequence' | 'legal' | 'moves of a call' | 'copying';

export interface Question {
  readonly kind: QuestionKind;
  /** The world and its settings: "sokoban · size 6 · boxes 1". */
  readonly about: string;
  readonly prompt: string;
  readonly answer: string;
}

/** Question number `index` of every kind about one variant of the worlds. Half of the calls asked about are drawn from
 *  those that run. */
export function questionsOf(variant: Variant, index: number): Question[] {
  const rng = rngFrom('quiz', index);
  const room = seedFrom('quiz room', index);
  const about = [
    variant.environment,
    ...Object.entries(variant.settings).map(([name, value]) => `${name} ${value}`),
  ].join(' · ');
  const world = environmentById(variant.environment);
  if (world.players) {
    const problem = { seed: worldSeed('validation', room), settings: variant.settings, rng };
    return viewsInPlay(world, problem).flatMap(({ view }) => factsAsked(about, view));
  }
  const view = randomView(rng, room, 'validation', variant);
  const { environment, state } = view;
  const board = boardOf(view);
  const call = rng.number() < 0.5 ? possibleProgram(view, rng) : naiveProgram(view, rng);
  const possible = possibleProgram(view, rng);
  const walk = proposalFor(view, `move ${wandering(view, 7 + rng.integer(6), rng)}`);
  const consequence: Question = {
    kind: 'consequence',
    about,
    prompt: `${board}if ${call}`,
    answer: consequenceOf(view, call),
  };
  if (variant.team !== undefined) return [consequence]; // the text says nothing else about its world
  const questions: Question[] = [
    { kind: 'need', about, prompt: `${board}need`, answer: needOf(environment, state) },
    consequence,
    { kind: 'moves of a call', about, prompt: `${board}ran ${possible}:`, answer: proposalFor(view, possible).moves },
  ];
  const [first, rest] = cutAfter(walk.moves, 1);
  if (rest !== '')
    questions.push({
      kind: 'copying',
      about,
      prompt: `${planPrompt({ ...view, proposal: walk })}${first}`,
      answer: rest,
    });
  return questions;
}

function factsAsked(about: string, view: View): Question[] {
  const facts = view.environment.facts?.(view.state) ?? [];
  const questions = facts.filter(([asked]) => asked !== '');
  return questions.map(([asked, answer]) => {
    const kind = asked === 'need' ? 'need' : asked.startsWith('if ') ? 'consequence' : 'legal';
    return { kind, about, prompt: `${seenIn(view)}${asked}`, answer };
  });
}

/** `n` questions of every kind about every variant of a pretraining text. */
export function quiz(n: number, about: readonly Variant[] = variants): Question[] {
  return about.flatMap((variant) => Array.from({ length: n }, (_, index) => questionsOf(variant, index)).flat());
}
