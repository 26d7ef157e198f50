import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { cardOf } from '../../../learning/catalogue';
import { presetById } from '../../../learning/config/presets';
import type { WorldRecord } from '../../../learning/rollouts/transcript';
import { elementsOf } from '../../parts/picture.test-data';
import { scriptedTree } from './scripted-tree.fixture';
import { TreePicture } from './tree-picture';

let world: WorldRecord;

beforeAll(async () => {
  const { config } = presetById('sokoban');
  const small = { ...config, settings: { ...config.settings, worldsPerStep: 8 } };
  const { worlds } = await scriptedTree({ config: small, step: 1, skill: 0.02 });
  world = worlds.reduce((longest, each) => (each.groups.length > longest.groups.length ? each : longest));
});

it('a tree’s picture has every answer, every turn and role, the trunk, and says which tree it is', () => {
  const { elements, texts } = elementsOf(
    renderToStaticMarkup(
      <TreePicture
        words={{ title: 'Tree of room 3', about: 'calm-otter, seed 7, step 12 of 60', fileName: 'a-tree' }}
        world={world}
        worldIndex={2}
        look={cardOf('sokoban', undefined)}
        fullReward={2}
      />,
    ),
  );
  expect(world.groups.length).toBeGreaterThan(2);
  expect(texts).toEqual(expect.arrayContaining(['Tree of room 3', 'calm-otter, seed 7, step 12 of 60', 'trunk']));
  const answers = elements.filter(({ id }) => id?.startsWith('chip-'));
  expect(answers).toHaveLength(world.groups.reduce((sum, { branches }) => sum + branches.length, 0));
  expect(texts.filter((text) => /^T(urn )?\d+$/.test(text))).toHaveLength(world.turns);
  expect(texts.filter((text) => text === 'Tool' || text === 'Plan')).toHaveLength(world.groups.length);
  const { width, height } = elements[0]!;
  const trunk = elements.find(({ stroke }) => stroke === 'var(--trunk)');
  const xs = [...(trunk?.d ?? '').matchAll(/[ MH](-?[\d.]+)/g)].map(([, x]) => Number(x));
  expect(Math.max(...xs)).toBeLessThan(Number(width));
  expect(Number(height)).toBeGreaterThan(300);
  expect(answers.every((each) => each['aria-selected'] === 'false')).toBe(true);
});
