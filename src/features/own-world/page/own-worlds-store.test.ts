import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { noticesStore } from '../../../page/stores/notices-store';
import {
  chooseEnvironment,
  choosePreset,
  configFrom,
  setupFaults,
  setupStore,
  usualEnvironmentSettings,
} from '../../../page/stores/setup-store';
import { type PageStorage, provideStorage } from '../../../page/stores/storage-client';
import { environmentById, prepareWorlds, prepareWorldsOf, provideWorlds } from '../../../page/stores/worlds';
import { openWorldMakers, worldFromDisk } from '../cli/own-worlds';
import { exampleWorld } from '../worker/world-check-client';
import { editWorld, isUnsaved, keepWorld, openWorldText, ownWorldsStore } from './own-worlds-store';

const kept = new Map<string, unknown>();
const store = {
  setting: async (name: string) => kept.get(name),
  setSetting: async (name: string, value: unknown) => void kept.set(name, value),
};
provideStorage(async () => store as unknown as PageStorage);
provideWorlds('own/', openWorldMakers);
beforeEach(() => ownWorldsStore.setState({ kept: [], draft: undefined, saved: undefined }, true));

const folder = mkdtempSync(join(tmpdir(), 'grove-own-'));
afterAll(() => rmSync(folder, { recursive: true }));
const module = async () => {
  const path = join(folder, 'penguin.js');
  writeFileSync(path, exampleWorld);
  return worldFromDisk(path);
};

test('a kept world can be chosen; its run carries the module', async () => {
  const world = await module();
  await keepWorld(world);
  expect(kept.get('ownWorlds')).toEqual([world]);
  choosePreset('quick');
  chooseEnvironment(world.card.id);
  const config = configFrom(setupStore.getState());
  expect(config).toMatchObject({
    worlds: [{ environment: world.card.id, environmentSettings: {} }],
    definitions: { modules: [world] },
  });
  expect(usualEnvironmentSettings(setupStore.getState())).toEqual({ size: 7, rocks: 8 });
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

test('a run whose world cannot be made ready is shown by its card', async () => {
  const { card } = await module();
  const broken = { card: { ...card, id: 'own/lost-world-00000000' }, source: 'export default 5' };
  await prepareWorldsOf([{ definitions: { modules: [broken] } }]);
  expect(environmentById(broken.card.id).card.name).toBe('Penguin on ice');
  expect(() => environmentById(broken.card.id).start(0, {})).toThrow('the world “Penguin on ice” is not at hand');
  await expect(prepareWorlds([broken])).rejects.toThrow('cannot be played: export default: expected an object');
});
