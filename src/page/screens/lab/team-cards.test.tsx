import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { presetById } from '../../../learning/config/presets';
import type { RunConfig } from '../../../learning/config/run-config';
import { TeamCards } from './team-cards';

const { config } = presetById('sokoban');
const shown = (changes: Partial<RunConfig>) =>
  renderToStaticMarkup(<TeamCards config={{ ...config, ...changes }} fixed />);

it('says what trains, whatever is trainable', () => {
  const adapter = shown({});
  expect(adapter).toContain(`title="Trains a LoRA adapter of rank ${config.settings.rank}"`);
  expect(adapter.match(/own adapter/g)).toHaveLength(2);

  const allWeights = shown({ trainable: 'all-weights' });
  expect(allWeights.match(/title="Trains all its weights"/g)).toHaveLength(2);
  expect(allWeights).toContain('own weights');
  expect(allWeights).not.toMatch(/adapter|LoRA/i);

  const nothing = shown({ trainable: 'none' });
  expect(nothing.match(/title="Plays, and does not learn"/g)).toHaveLength(2);
  expect(nothing.match(/base model/g)).toHaveLength(2);
  expect(nothing).not.toMatch(/adapter|weights/i);
});

it('a shared policy is told as what it is', () => {
  const policies = { tool: 'shared', plan: 'shared' };
  expect(shown({ policies })).toContain('shared adapter');
  expect(shown({ policies, trainable: 'all-weights' })).toContain('shared weights');
});

it('a frozen role keeps its policy and does not learn', () => {
  const frozen = shown({ frozen: ['plan'] });
  expect(frozen.match(/title="Plays, and does not learn"/g)).toHaveLength(1);
  expect(frozen.match(/own adapter/g)).toHaveLength(2);
});
