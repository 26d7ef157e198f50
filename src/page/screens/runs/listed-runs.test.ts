import { describe, expect, test } from 'vitest';
import { build, type Choices } from '../../../learning/config/build';
import type { RunSummary } from '../../stores/storage-client';
import { type Column, listedRuns, otherWorlds, type RunListing, tagsFrom, withAnotherSeed } from './listed-runs';
import { listingStore, sortBy } from './listing-store';

const all: RunListing = { query: '', column: 'date', descending: true, grouping: 'none' };

interface Given {
  readonly preset?: string;
  readonly settings?: Choices['settings'];
  readonly at?: number;
  readonly rate?: number;
  readonly tags?: readonly string[];
  readonly notes?: string;
}

function run(name: string, { preset = 'sokoban', settings = {}, at = 0, rate, tags, notes }: Given = {}): RunSummary {
  const after =
    rate === undefined ? {} : { after: { rate, low: 0, high: 1, n: 100, solved: 100 * rate, turnsMean: 1 } };
  const config = build(preset, { settings });
  return {
    view: { id: name, name, config, status: 'finished', step: 1, reports: [], recorded: false, ...after },
    createdAt: at,
    seconds: at,
    bytes: 1,
    tags,
    notes,
  } as RunSummary;
}

const names = (runs: readonly RunSummary[], listing: Partial<RunListing>) =>
  listedRuns(runs, { ...all, ...listing }).map((group) => group.runs.map(({ view }) => view.name));

describe('the list of runs', () => {
  const runs = [
    run('one', { at: 1, rate: 0.5, settings: { branches: 8 } }),
    run('two', { at: 2, preset: 'plan-path', rate: 0.9 }),
    run('three', { at: 3, rate: 0.7, settings: { branches: 8, seed: 5 }, tags: ['Poster', 'to keep'] }),
    run('four', { at: 4, notes: 'The guide\nstayed silent' }),
  ];

  test('is sorted: those without a result last, where success counts', () => {
    expect(names(runs, {})).toEqual([['four', 'three', 'two', 'one']]);
    expect(names(runs, { descending: false })).toEqual([['one', 'two', 'three', 'four']]);
    const by = (column: Column, descending: boolean) => names(runs, { column, descending })[0]?.join(' ');
    expect(by('name', false)).toBe('four one three two');
    expect(by('success', true)).toBe('two three one four');
    expect(by('success', false)).toBe('one three two four');
    expect(by('preset', false)).toBe('two four three one');
    expect(by('changes', false)).toBe('one three four two');
    expect(by('time', true)).toBe('four three two one');
    expect(by('storage', true), 'of equals the newest is first').toBe('four three two one');
  });

  test('a head sorts by its column, words from A to Z and figures from the highest, and then the other way round', () => {
    const sorted = () => [listingStore.getState().column, listingStore.getState().descending];
    sortBy('name');
    expect(sorted()).toEqual(['name', false]);
    sortBy('success');
    expect(sorted()).toEqual(['success', true]);
    sortBy('success');
    expect(sorted()).toEqual(['success', false]);
  });

  test('worlds are named where they are not the preset’s', () => {
    expect(otherWorlds(build('sokoban'))).toEqual([]);
    expect(otherWorlds(build('sokoban', { worlds: [{ environment: 'maths' }, { environment: 'gone' }] }))).toEqual([
      'Maths',
      'gone',
    ]);
  });

  test('has the runs in which every word is found: name, tags, notes, preset, changed settings', () => {
    expect(names(runs, { query: 'poster' })).toEqual([['three']]);
    expect(names(runs, { query: 'Branches  8 soko' })).toEqual([['three', 'one']]);
    expect(names(runs, { query: 'plan-path' })).toEqual([['two']]);
    expect(names(runs, { query: 'guide silent' })).toEqual([['four']]);
    expect(names(runs, { query: 'poster two' })).toEqual([]);
  });

  test('by settings: seeds of the same run lie together, with the mean of what was tested', () => {
    const groups = listedRuns(runs, { ...all, grouping: 'settings' });
    expect(groups.map(({ runs: members }) => members.map(({ view }) => view.name))).toEqual([
      ['four'],
      ['three', 'one'],
      ['two'],
    ]);
    expect(groups.map(({ title }) => title)).toEqual(['Sokoban', 'Sokoban · Branches 8', 'Plan-Path']);
    expect(groups[1]?.success).toMatchObject({ mean: 0.6, n: 2 });
    expect(groups[0]?.success).toBeUndefined();
  });

  test('another seed is one that no run with these settings has had', () => {
    const [one] = runs;
    const seeds = runs.map(({ view }) => view.config.settings.seed);
    expect(seeds).toEqual([1, 1, 5, 1]);
    const again = withAnotherSeed(one!.view.config, runs);
    expect(again).toEqual({ ...one!.view.config, settings: { ...one!.view.config.settings, seed: 2 } });
  });

  test('by preset: whatever was changed', () => {
    expect(names(runs, { grouping: 'preset' })).toEqual([['four', 'three', 'one'], ['two']]);
  });
});

test('tags are separated by commas, each once, none empty, not too many', () => {
  expect(tagsFrom(' poster,  to   keep ,, poster')).toEqual(['poster', 'to keep']);
  expect(tagsFrom('')).toEqual([]);
  expect(tagsFrom('1,2,3,4,5,6,7,8,9,10')).toHaveLength(8);
});
