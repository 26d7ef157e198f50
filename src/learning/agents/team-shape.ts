// What a team is written down as, and the shape of it. Whether it can be played shows in team-spec.ts.
import { all, exactly, listOf, oneOf, suchThat, text } from '../../basics/shape';
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
  answers: 'program' | 'action';
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
  readonly roles: readonly Readonly<RoleSpec>[];
}

const mostRoles = 8;
const mostTokens = 2048;
const mostExamples = 8;
const idPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const id = all(
  text(40),
  suchThat(
    (given) => typeof given !== 'string' || idPattern.test(given),
    'is made of small letters, digits and "-", a letter first',
  ),
);
const words = (most: number) => text(most, { trimmed: true });
const template = text(8000);
const longest = suchThat(
  (given) => given === 'moves' || (Number.isInteger(given) && Number(given) >= 1 && Number(given) <= mostTokens),
  `is a whole number of tokens from 1 to ${mostTokens}, or "moves"`,
);
const example = exactly({ user: template, answer: template });

const role = exactly({
  id,
  name: words(60),
  meaning: words(300),
  answers: oneOf(['program', 'action']),
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
});

/** Of a TeamSpec. */
export const teamShape = exactly({
  id,
  name: words(60),
  sentence: words(300),
  order: oneOf(['sequential', 'parallel']),
  roles: listOf(role, { least: [1, 'has no role'], most: [mostRoles, `has at most ${mostRoles} roles`] }),
});
