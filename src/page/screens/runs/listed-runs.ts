// Which runs the list shows, in which order, under which headings.
import { meanRate } from '../../../basics/statistics';
import { ownWords } from '../../../files/storage/schema';
import { presets } from '../../../learning/config/presets';
import type { RunConfig } from '../../../learning/config/run-config';
import { withoutSeed } from '../../../learning/config/without-seed';
import { knobText } from '../../parts/format';
import { changesOf } from '../../stores/setup-store';
import type { RunSummary } from '../../stores/storage-client';

export const sortings = {
  newest: 'newest first',
  oldest: 'oldest first',
  name: 'by name',
  success: 'by success',
  time: 'by training time',
} as const;
export type Sorting = keyof typeof sortings;

export const groupings = { none: 'one list', preset: 'by preset', settings: 'by settings, but for the seed' } as const;
export type RunGrouping = keyof typeof groupings;

export interface RunListing {
  /** Every word of it has to be found in a run's name, preset, worlds, tags, notes, status or changed settings. */
  readonly query: string;
  readonly sorting: Sorting;
  readonly grouping: RunGrouping;
}

export interface ListedRuns {
  /** Absent where runs are not grouped. */
  readonly title?: string;
  readonly runs: readonly RunSummary[];
  /** On test problems, over those that were tested, with its 95 % interval from two on. */
  readonly success?: ReturnType<typeof meanRate>;
}

/** Groups are in the order of their first run. */
export function listedRuns(
  all: readonly RunSummary[],
  { query, sorting, grouping }: RunListing,
): readonly ListedRuns[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter((run) => {
    const text = textOf(run);
    return words.every((word) => text.includes(word));
  });
  const runs = [...found].sort(orders[sorting]);
  if (grouping === 'none') return runs.length > 0 ? [{ runs }] : [];
  const groups = new Map<string, RunSummary[]>();
  for (const run of runs) {
    const key = keys[grouping](run.view.config);
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()].map((members) => {
    const tested = members.flatMap(({ view }) => (view.after ? [view.after.rate] : []));
    return {
      title: titles[grouping]((members[0] as RunSummary).view.config),
      runs: members,
      ...(tested.length > 0 ? { success: meanRate(tested) } : {}),
    };
  });
}

/** The same but for the seed, which is the first that no run with these settings has had, from 1. */
export function withAnotherSeed(config: RunConfig, all: readonly RunSummary[]): RunConfig {
  const key = keys.settings(config);
  const had = all.flatMap(({ view }) => (keys.settings(view.config) === key ? [view.config.settings.seed] : []));
  let seed = 1;
  while (had.includes(seed)) seed++;
  return { ...config, settings: { ...config.settings, seed } };
}

/** Tags as a person writes them, separated by commas: without doubles, no more and no longer than a run has them. */
export function tagsFrom(text: string): readonly string[] {
  const tags = text.split(',').map((tag) => tag.trim().replace(/\s+/g, ' ').slice(0, ownWords.tagLength));
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, ownWords.tags);
}

/** The success that the list shows of a run. */
export const successOf = ({ view, validation }: RunSummary) => view.after ?? validation ?? view.before;

const presetName = ({ preset }: RunConfig): string => presets.find(({ id }) => id === preset)?.name ?? preset;

function textOf({ view, tags = [], notes = '' }: RunSummary): string {
  const { name, config, status } = view;
  const changes = changesOf(config).map((change) => `${change.name} ${knobText(change.value)}`);
  const worlds = config.worlds.map(({ environment }) => environment);
  return [name, presetName(config), config.preset, config.team, ...worlds, ...tags, notes, status, ...changes]
    .join('\n')
    .toLowerCase();
}

const orders: Readonly<Record<Sorting, (a: RunSummary, b: RunSummary) => number>> = {
  newest: (a, b) => b.createdAt - a.createdAt,
  oldest: (a, b) => a.createdAt - b.createdAt,
  name: (a, b) => a.view.name.localeCompare(b.view.name) || b.createdAt - a.createdAt,
  success: (a, b) => (successOf(b)?.rate ?? -1) - (successOf(a)?.rate ?? -1) || b.createdAt - a.createdAt,
  time: (a, b) => b.seconds - a.seconds,
};

const keys: Readonly<Record<Exclude<RunGrouping, 'none'>, (config: RunConfig) => string>> = {
  preset: ({ preset }) => preset,
  settings: withoutSeed,
};

const titles: Readonly<Record<Exclude<RunGrouping, 'none'>, (config: RunConfig) => string>> = {
  preset: presetName,
  settings: (config) => {
    const { seed: _, ...settings } = config.settings;
    const usual = presets.find(({ id }) => id === config.preset)?.config.settings.seed ?? 0;
    const changes = changesOf({ ...config, settings: { ...settings, seed: usual } });
    return [presetName(config), ...changes.map(({ name, value }) => `${name} ${knobText(value)}`)].join(' · ');
  },
};
