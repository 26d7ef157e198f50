import { beforeEach, expect, test } from 'vitest';
import { openWorldMakers } from '../../headless/own-worlds';
import { exampleWorld } from '../../workers/world-check-client';
import { noticesStore } from './notices-store';
import { editWorld, isUnsaved, keepWorld, openWorldText, ownWorldsStore } from './own-worlds-store';
import { chooseEnvironment, choosePreset, configFrom, setupFaults, setupStore } from './setup-store';
import { type PageStorage, provideStorage } from './storage-client';
import { environmentById, prepareWorlds, prepareWorldsOf, provideWorlds } from './worlds';

const kept = new Map<string, unknown>();
const store = {
  setting: async (name: string) => kept.get(name),
  setSetting: async (name: string, value: unknown) => void kept.set(name, value),
};
provideStorage(async () => store as unknown as PageStorage);
provideWorlds(openWorldMakers);
beforeEach(() => ownWorldsStore.setState({ kept: [], draft: undefined, saved: undefined }, true));

const module = async () => {
  const { moduleOf } = await import('../../lab/own-world/own-world');
  return moduleOf({ name: 'Penguin on ice' }, exampleWorld);
};

test('a kept world can be chosen; its run carries the module', async () => {
  const world = await module();
  await keepWorld({ ...world, name: 'Penguin on ice' });
  expect(kept.get('ownWorlds')).toEqual([{ ...world, name: 'Penguin on ice' }]);
  choosePreset('quick');
  chooseEnvironment(world.id);
  const config = configFrom(setupStore.getState());
  expect(config).toMatchObject({ environment: world.id, definitions: { modules: [world] } });
  expect(config.environmentSettings).toEqual({ size: 7, rocks: 8 });
  expect(setupFaults(setupStore.getState())).toEqual([]);
  choosePreset('quick');
  expect(configFrom(setupStore.getState()).definitions).toBeUndefined();
});

test('text that is not saved is told apart, and comes back by Undo', () => {
  openWorldText('one');
  editWorld('one and more');
  expect(isUnsaved(ownWorldsStore.getState())).toBe(true);
  openWorldText('two');
  expect(ownWorldsStore.getState().draft).toBe('two');
  noticesStore.getState().notices.at(-1)?.action?.run();
  expect(ownWorldsStore.getState()).toMatchObject({ draft: 'one and more', saved: 'one' });
});

test('a run whose world cannot be made ready is shown by its name', async () => {
  const broken = { id: 'own/lost-world-00000000', source: 'export default 5' };
  await prepareWorldsOf([{ definitions: { modules: [broken] } }]);
  expect(environmentById(broken.id).card.name).toBe('lost-world');
  expect(() => environmentById(broken.id).start(0, {})).toThrow('the world “lost-world” is not at hand');
  await expect(prepareWorlds([broken])).rejects.toThrow('cannot be played: export default: expected an object');
});
