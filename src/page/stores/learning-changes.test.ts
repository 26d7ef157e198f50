import { expect, it } from 'vitest';
import { presetById, presets } from '../../learning/config/presets';
import type { RunConfig } from '../../learning/config/run-config';
import { learningChanges, type WhoLearns } from './learning-changes';

const own = presetById('sokoban').config;
const changes = (given: Partial<WhoLearns>, preset: RunConfig = own) =>
  learningChanges({ ...preset, ...given }, preset).map(({ name, value, usual }) => [name, value, usual]);

it('a preset changes nothing of itself', () => {
  for (const { config } of presets) expect(changes({}, config), config.preset).toEqual([]);
});

it('what is trainable is told as Setup tells it', () => {
  expect(changes({ trainable: 'all-weights' })).toEqual([['Trainable', 'all weights of the policy', 'a LoRA adapter']]);
});

it('policies are told role by role, frozen roles by name', () => {
  expect(changes({ policies: { tool: 'shared', plan: 'shared' } })).toEqual([
    ['Tool role speaks through', 'the policy “shared”', 'its own policy'],
    ['Plan role speaks through', 'the policy “shared”', 'its own policy'],
  ]);
  expect(changes({ policies: { tool: 'base', plan: 'plan' } })).toEqual([
    ['Tool role speaks through', 'the bare base model', 'its own policy'],
  ]);
  expect(changes({ frozen: ['plan'] })).toEqual([['Plan role frozen', true, false]]);
  expect(changes({ policies: { tool: 'tool', plan: 'plan' } }, presetById('sokoban-shared').config)[0]).toEqual([
    'Tool role speaks through',
    'its own policy',
    'the policy “shared”',
  ]);
});

it('a policy that starts from a run names the run and the policy', () => {
  expect(changes({ start: { plan: { run: 'run-1', policy: 'shared', hash: 'abc' } } })).toEqual([
    ['Policy “plan” starts from', 'run-1: shared', 'the base model'],
  ]);
});

it('sampling is told by role and occasion, under names of their own', () => {
  const sampling = {
    tool: { training: { temperature: 0.8, maxTokens: 9 }, evaluation: { temperature: 0.5, maxTokens: 9 } },
  };
  expect(changes({ sampling })).toEqual([
    ['Tool role while it trains: Temperature', 0.8, 'as the run has it'],
    ['Tool role while it trains: Longest answer', 9, 'as the run has it'],
    ['Tool role while it is evaluated: Temperature', 0.5, 'as the run has it'],
    ['Tool role while it is evaluated: Longest answer', 9, 'as the run has it'],
  ]);
});

it('another team trains a policy for each role, and that is no change beside the team', () => {
  const team = { team: 'maths-alone', policies: { reasoner: 'reasoner' } };
  expect(changes(team)).toEqual([]);
  expect(changes({ ...team, frozen: ['reasoner'] })).toEqual([['Reasoner role frozen', true, false]]);
});
