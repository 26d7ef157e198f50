// The coding teams: a coder hands in a program, a tester tests for it. Both change the common state; from the next turn
// on each sees what the other did. The tester passes its turn where a problem has no solution to measure tests by.
import { programIn, testsIn } from '../../environments/code/wording';
import { type CodeState, canTest, type Submission } from '../../environments/code/workbench';
import type { EnvironmentCard } from '../../environments/environment';
import { fencedBlocks } from '../../language/fenced-blocks';
import type { Role, View } from '../role';
import type { Team } from '../team';
import { coderQuestion, compactPrompt, soleCoderQuestion, testerQuestion } from './code-wording';

const programTokens = 1024;
const testTokens = 512;

const fits = ({ kind }: EnvironmentCard) => kind === 'tasks';

/** The last program; a single block without a label is one in the language asked for. */
function programOf({ state }: View, text: string): readonly Submission[] | undefined {
  const blocks = fencedBlocks(text);
  const [only] = blocks;
  const unnamed =
    only?.label === '' && blocks.length === 1 ? [{ ...only, label: (state as CodeState).language }] : blocks;
  const program = programIn(unnamed);
  return program && [program];
}

function testsOf(_: View, text: string): readonly Submission[] | undefined {
  const tests = testsIn(fencedBlocks(text));
  return tests && [tests];
}

const coderRole: Role = {
  id: 'coder',
  name: 'Coder',
  meaning: 'Writes the program; it is measured by the share of the hidden tests that pass.',
  answers: 'action',
  read: programOf,
  maxTokens: () => programTokens,
  prompt: (view) => compactPrompt(view, 'coder'),
  instruct: { ask: coderQuestion, maxTokens: () => programTokens },
};

const testerRole: Role = {
  id: 'tester',
  name: 'Unit tester',
  meaning: 'Writes tests; they have to hold for a right program and catch faulty ones.',
  answers: 'action',
  alone: 'it writes tests, and nobody writes the program',
  read: testsOf,
  maxTokens: () => testTokens,
  prompt: (view) => compactPrompt(view, 'tester'),
  instruct: { ask: testerQuestion, maxTokens: () => testTokens },
  passes: ({ state }) => !canTest(state as CodeState),
};

export const codeTeams: readonly Team[] = [
  {
    id: 'coder-and-tester',
    name: 'Coder and tester',
    sentence: 'One agent writes the program, the other tests, at once; in the next turn each sees what the other did.',
    // in this order what they hand in is carried out: a program meets the tests of its own turn
    roles: [testerRole, coderRole],
    order: 'parallel',
    fits,
  },
  {
    id: 'tester-then-coder',
    name: 'Tester, then coder',
    sentence: 'One agent writes tests first; the other sees them and writes the program.',
    roles: [testerRole, coderRole],
    order: 'sequential',
    fits,
  },
  {
    id: 'coder-alone',
    name: 'Single coder',
    sentence: 'One agent writes the program.',
    roles: [{ ...coderRole, instruct: { ...coderRole.instruct, ask: soleCoderQuestion } }],
    order: 'sequential',
    fits,
  },
];
