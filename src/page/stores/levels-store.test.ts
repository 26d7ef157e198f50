import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scriptedStorage } from '../harness/scripted-storage';
import { isLevelFile, levelSettings, levelsNamed, levelsStore, openLevels, playLevels } from './levels-store';
import { provideStorage, storage } from './storage-client';

const good = '; Short\n#####\n#@$.#\n#####\n\n; Long\n######\n#@$ .#\n######\n';
const file = (name: string, text: string) => new File([text], name);

describe('levels from a file', () => {
  beforeEach(() => {
    const kept = scriptedStorage([]);
    provideStorage(async () => kept);
    levelsStore.setState({}, true);
  });

  it('are played in their order, named by their titles, and kept', async () => {
    expect(await openLevels(file('two.xsb', good))).toBe(true);
    const { collection } = levelsStore.getState();
    expect(collection).toMatchObject({ name: 'two', titles: ['Short', 'Long'] });
    expect(levelsNamed(levelSettings(collection!))).toBe(good);
    expect(levelsNamed({ levels: 'others' })).toBeUndefined();
    expect(await (await storage()).setting('levels')).toEqual({ name: 'two', text: good });
  });

  it('are refused as a whole, with the lines at fault, and those before stay', async () => {
    await openLevels(file('two.xsb', good));
    expect(await openLevels(file('bad.xsb', '#####\n#@$x#\n#####\n'))).toBe(false);
    const { collection, refused } = levelsStore.getState();
    expect(collection?.name).toBe('two');
    expect(refused?.fileName).toBe('bad.xsb');
    expect(refused?.report[0]).toMatch(/^line 2: "x" is no symbol of a level/);
    expect(await openLevels(file('walls.xsb', '###\n#@#\n###\n'))).toBe(false);
    expect(levelsStore.getState().refused?.report[0]).toContain('it has no box');
    expect(await openLevels(file('model.gguf', 'GGUF'))).toBe(false);
    expect(levelsStore.getState().refused?.report[0]).toContain('expected Sokoban levels as text');
  });

  describe('dropped on another screen', () => {
    afterEach(() => vi.unstubAllGlobals());
    it.each([
      ['#/runs', 'two.xsb', good, '#/play/levels/1'],
      ['#/rollouts', 'bad.xsb', '###\n#@#\n###\n', '#/play'], // where the fault is said
      ['#/lab', 'bad.xsb', '###\n#@#\n###\n', '#/lab'],
    ])('are played under Play: %s, %s', async (at, name, text, to) => {
      vi.stubGlobal('window', { location: { hash: at } });
      await playLevels(file(name, text));
      expect(window.location.hash).toBe(to);
    });
  });

  it('are told from other files by their ending', () => {
    expect(['a.xsb', 'b.SOK', 'c.txt', 'd.gguf', 'e'].map((name) => isLevelFile({ name }))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
