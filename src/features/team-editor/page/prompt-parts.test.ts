import { expect, it } from 'vitest';
import { teamFrom } from '../../../learning/agents/team-spec';
import { planAloneSpec, planSpec } from '../../../learning/agents/teams/specs';
import { viewsOn } from '../../../learning/agents/try-views';
import { environmentById } from '../../../learning/environments';
import { worldSeed } from '../../../learning/environments/splits';
import { promptParts } from './prompt-parts';

const environment = environmentById('sokoban');
const [view] = viewsOn(environment, environment.start(worldSeed('train', 1), {}), 12);
const asked = (examples: readonly { user: string; answer: string }[]) =>
  teamFrom({
    ...planAloneSpec,
    roles: [{ ...planSpec, instruct: { ...planSpec.instruct, examples } }],
  }).roles[0]!.instruct.ask(view, 12);

it('a prompt without examples is its system text and the question', () => {
  expect(promptParts(asked([])).map(({ label }) => label)).toEqual(['System text', 'The question']);
});

it('worked examples are told from the question, and answers from both; no label comes twice', () => {
  const parts = promptParts(
    asked([
      { user: '@ .', answer: 'R' },
      { user: '. @', answer: 'L' },
    ]),
  );
  expect(parts.slice(1, -1)).toEqual([
    { label: 'Example 1: the question', text: '@ .' },
    { label: 'Example 1: the answer', text: 'R' },
    { label: 'Example 2: the question', text: '. @' },
    { label: 'Example 2: the answer', text: 'L' },
  ]);
  expect(parts.at(-1)?.label).toBe('The question');
  expect(new Set(parts.map(({ label }) => label)).size).toBe(parts.length);
});
