// What a team is written down as, and the shape of it. Whether it can be played shows in team-spec.ts.
import { exactly, listOf, oneOf, suchThat, text } from '../../basics/shape';
import type { TeamGraph } from './graph';
import { graphShape, id, word } from './graph-shape';
import { type Sight, sights } from './template-fields';

/** When a role leaves its turn to the others. */
export const passRules = {
  never: 'never: it answers every turn',
  'first-turn': 'in the first turn',
  'later-turns': 'in every turn but the first',
  moved: 'unless the last turn changed nothing',
  proposed: 'when a program before it ran through',
  'nothing-proposed': 'when no program before it ran through',
} as const;

export type PassRule = keyof typeof passRules;

export interface RoleSpec {
  id: string;
  name: string;
  meaning: string;
  /** "word": one of `words`, which the team's graph reads. */
  answers: 'program' | 'action' | 'word';
  words?: readonly string[] | undefined;
  /** Of a verdict on what was heard last: the words that take it, all others reject it. */
  accepts?: readonly string[] | undefined;
  /** Of a program: the world's own calls, or real code that is run in a sandbox. */
  language: 'calls' | 'javascript' | 'python';
  sees: readonly Sight[];
  compact: string;
  instruct: Readonly<{
    system: string;
    user: string;
    /** Asked and answered before the question, word for word: a small language model does what it was shown. */
    examples?: readonly Readonly<{ user: string; answer: string }>[] | undefined;
  }>;
  /** "moves": as many tokens as the moves of a turn take. */
  longest: Readonly<{ compact: number | 'moves'; instruct: number | 'moves' }>;
  passes: PassRule;
}

export interface TeamSpec {
  readonly id: string;
  readonly name: string;
  readonly sentence: string;
  readonly order: 'sequential' | 'parallel';
  /** Who speaks after whom, where that is no plain order. */
  readonly graph?: TeamGraph | undefined;
  readonly roles: readonly Readonly<RoleSpec>[];
}

const mostRoles = 8;
const mostTokens = 2048;
const mostExamples = 8;
const mostWords = 16;
const words = (most: number) => text(most, { trimmed: true });
const template = text(8000);
const longest = suchThat(
  (given) => given === 'moves' || (Number.isInteger(given) && Number(given) >= 1 && Number(given) <= mostTokens),
  `is a whole number of tokens from 1 to ${mostTokens}, or "moves"`,
);
const example = exactly({ user: template, answer: template });

const role = exactly(
  {
    id,
    name: words(60),
    meaning: words(300),
    answers: oneOf(['program', 'action', 'word']),
    words: listOf(word, { least: [1, 'has no word'], most: [mostWords, `has at most ${mostWords} words`] }),
    accepts: listOf(word, { most: [mostWords, `has at most ${mostWords} words`] }),
    language: oneOf(['calls', 'javascript', 'python']),
    sees: listOf(oneOf(Object.keys(sights))),
    compact: template,
    instruct: exactly(
      {
        system: template,
        user: template,
        examples: listOf(example, { most: [mostExamples, `has at most ${mostExamples} examples`] }),
      },
      ['examples'],
    ),
    longest: exactly({ compact: longest, instruct: longest }),
    passes: oneOf(Object.keys(passRules)),
  },
  ['words', 'accepts'],
);

/** Of a TeamSpec. */
export const teamShape = exactly(
  {
    id,
    name: words(60),
    sentence: words(300),
    order: oneOf(['sequential', 'parallel']),
    graph: graphShape,
    roles: listOf(role, { least: [1, 'has no role'], most: [mostRoles, `has at most ${mostRoles} roles`] }),
  },
  ['graph'],
);
