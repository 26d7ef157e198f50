// Which runs the list shows, in which order, under which headings.
import { meanRate } from '../../../basics/statistics';
import { ownWords } from '../../../files/storage/schema';
import { knownCard } from '../../../learning/catalogue';
import { presets } from '../../../learning/config/presets';
import type { RunConfig } from '../../../learning/config/run-config';
import { withoutSeed } from '../../../learning/config/without-seed';
import { knobText } from '../../parts/format';
import { changesOf } from '../../stores/setup-store';
import type { RunSummary } from '../../stores/storage-client';

/** What a run is listed by: the columns of the table. */
export const columns = {
  name: 'Name',
  preset: 'Preset, world',
  changes: 'Changed settings',
  success: 'Success',
  steps: 'Steps',
  time: 'Time',
  storage: 'Storage',
  date: 'Date',
} as const;
export type Column = keyof typeof columns;
export const columnIds = Object.keys(columns) as Column[];

/** Words are first sorted from A to Z, figures from the highest. */
export const sortsDown = (column: Column): boolean => !['name', 'preset', 'changes'].includes(column);

export const groupings = { none: 'one list', preset: 'by preset', settings: 'by settings, but for the seed' } as const;
export type RunGrouping = keyof typeof groupings;

export interface RunListing {
  /** Every word of it has to be found in a run's name, preset, worlds, tags, notes, status or changed settings. */
  readonly query: string;
  readonly column: Column;
  readonly descending: boolean;
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
  { query, column, descending, grouping }: RunListing,
): readonly ListedRuns[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter((run) => {
    const text = textOf(run);
    return words.every((word) => text.includes(word));
  });
  const runs = sorted(found, column, descending);
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

export const presetName = ({ preset }: RunConfig): string => presets.find(({ id }) => id === preset)?.name ?? preset;

/** Names of its worlds, where they are not the preset's. */
export function otherWorlds({ preset, worlds, definitions }: RunConfig): readonly string[] {
  const ids = (of: RunConfig['worlds'] = []) => of.map(({ environment }) => environment);
  const own = ids(presets.find(({ id }) => id === preset)?.config.worlds);
  const found = ids(worlds);
  if (`${found}` === `${own}`) return [];
  return [...new Set(found)].map((id) => knownCard(id, definitions)?.name ?? id);
}

const changesInWords = (config: RunConfig) => changesOf(config).map(({ name, value }) => `${name} ${knobText(value)}`);

function textOf({ view, tags = [], notes = '' }: RunSummary): string {
  const { name, config, status } = view;
  const changes = changesInWords(config);
  const worlds = config.worlds.map(({ environment }) => environment);
  return [name, presetName(config), config.preset, config.team, ...worlds, ...tags, notes, status, ...changes]
    .join('\n')
    .toLowerCase();
}

/** Those of which there is nothing to sort by come last; of equals the newest is first. */
function sorted(runs: readonly RunSummary[], column: Column, descending: boolean): readonly RunSummary[] {
  const order = new Intl.Collator(undefined, { numeric: true });
  const up = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : order.compare(`${a}`, `${b}`);
  return runs
    .map((run) => ({ run, value: values[column](run) }))
    .sort(({ run: a, value: x }, { run: b, value: y }) => {
      const [missing, between] = [Number(x === undefined) - Number(y === undefined), up(x ?? 0, y ?? 0)];
      return missing || (descending ? -between : between) || b.createdAt - a.createdAt;
    })
    .map(({ run }) => run);
}

const values: Readonly<Record<Column, (run: RunSummary) => string | number | undefined>> = {
  name: ({ view }) => view.name,
  preset: ({ view }) => [presetName(view.config), ...otherWorlds(view.config)].join(' '),
  changes: ({ view }) => changesInWords(view.config).join(' ') || undefined,
  success: (run) => successOf(run)?.rate,
  steps: ({ view }) => view.step,
  time: ({ seconds }) => seconds,
  storage: ({ bytes }) => bytes,
  date: ({ createdAt }) => createdAt,
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
