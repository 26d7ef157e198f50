// The file of problems that is being imported: found, its columns mapped, read, and kept – or refused. It outlives a
// walk through the page.
import { create, useStore } from 'zustand';
import { present } from '../../../basics/check';
import { reasonOf } from '../../../basics/reason';
import type { StoredProblemSet } from '../../../files/storage/schema';
import { layoutById, missingFields, usualMapping } from '../../../learning/environments/problem-import/detect';
import { refusalOf } from '../../../learning/environments/problem-import/report';
import type { PoolSplits } from '../../../learning/environments/problem-pools';
import { splitsOfRun } from '../../../learning/environments/splits';

import { prepareProblems } from '../../../page/stores/worlds';
import { databaseEnding } from '../shared/given-files';
import type { FoundFile, OpenFile, ReadFile, ReadingWishes } from '../worker/problem-import-client';
import { refreshProblemSets } from './problem-sets-store';

/** What the person wishes of the file. */
export interface ImportWishes extends ReadingWishes {
  readonly name: string;
  readonly splits: PoolSplits;
}

export type ImportStage =
  /** `look`: the first rows, read as wished; `fault`: why they cannot be, or why the file could not be read to its
   *  end. */
  | { readonly kind: 'mapping'; readonly look?: ReadFile; readonly fault?: string }
  | { readonly kind: 'reading'; readonly bytes: number }
  /** Read whole, and not kept: `refusal` says why not by itself, `fault` why keeping it failed. */
  | { readonly kind: 'read'; readonly read: ReadFile; readonly refusal?: string; readonly fault?: string }
  | { readonly kind: 'keeping'; readonly read: ReadFile }
  | { readonly kind: 'kept'; readonly read: ReadFile; readonly set: StoredProblemSet };

export type ImportState =
  | { readonly kind: 'rest' }
  | { readonly kind: 'opening'; readonly file: string }
  /** The file as a whole is nothing that can be read. */
  | { readonly kind: 'refused'; readonly file: string; readonly why: string }
  | { readonly kind: 'open'; readonly found: FoundFile; readonly wishes: ImportWishes; readonly stage: ImportStage };

type Open = Extract<ImportState, { kind: 'open' }>;

export const importStore = create<{ readonly now: ImportState }>()(() => ({ now: { kind: 'rest' } }));

export function useImport(): ImportState {
  return useStore(importStore, (state) => state.now);
}

type Opener = (file: File, signal: AbortSignal, databases: readonly File[]) => Promise<OpenFile>;
let openFile: Opener | undefined;
let putAway = new AbortController();
let opened: OpenFile | undefined;
let given: { readonly file: File; readonly databases: readonly File[] } | undefined;

/** Takes the file at hand once more, with these databases. */
export async function giveDatabases(files: readonly File[]): Promise<void> {
  const { file, databases = [] } = given ?? {};
  if (file) await openProblems(file, [...databases, ...files.filter(({ name }) => databaseEnding.test(name))]);
}

/** What reads files; called once, before the page is drawn. */
export function provideProblemImport(opener: Opener): void {
  openFile = opener;
}

/** Takes a file in the place of the one at hand, with the databases that its questions ask. */
export async function openProblems(file: File, databases: readonly File[] = []): Promise<void> {
  closeProblems();
  given = { file, databases };
  const { signal } = putAway;
  const show = (now: ImportState) => {
    if (!signal.aborted) importStore.setState({ now });
  };
  show({ kind: 'opening', file: file.name });
  try {
    const reader = await present(openFile, 'the page reads no problems: call provideProblemImport first')(
      file,
      signal,
      databases,
    );
    if (signal.aborted) return reader.close();
    opened = reader;
    const { found } = reader;
    const name = found.suggestedName;
    if (found.kind === 'set') {
      const wishes: ImportWishes = { layout: 'set', mapping: {}, name, splits: 'by-problem' };
      return show({ kind: 'open', found, wishes, stage: { kind: 'read', read: found.read } });
    }
    const { layout, mapping } = found;
    const wishes: ImportWishes = { layout, mapping, name, splits: layoutById(layout).usualSplits };
    show({ kind: 'open', found, wishes, stage: { kind: 'mapping' } });
    await look();
  } catch (fault) {
    show({ kind: 'refused', file: file.name, why: withoutName(reasonOf(fault), file.name) });
  }
}

/** Errors of files begin with the file's name, which stands beside them here. */
function withoutName(why: string, file: string): string {
  return why.startsWith(`${file}: `) ? why.slice(file.length + 2) : why;
}

/** Puts the file away: nothing of it was kept that the list does not show. */
export function closeProblems(): void {
  putAway.abort();
  putAway = new AbortController();
  opened?.close();
  opened = undefined;
  importStore.setState({ now: { kind: 'rest' } });
}

function atHand(): Open | undefined {
  const { now } = importStore.getState();
  return now.kind === 'open' ? now : undefined;
}

function show(change: Partial<Pick<Open, 'stage' | 'wishes'>>): void {
  const now = atHand();
  if (now) importStore.setState({ now: { ...now, ...change } });
}

/** Another layout: its fields look for their columns anew. */
export function chooseLayout(id: string): void {
  const now = atHand();
  if (now?.found.kind !== 'table') return;
  const layout = layoutById(id);
  const columns = now.found.columns.map(({ name }) => name);
  show({ wishes: { ...now.wishes, layout: id, mapping: usualMapping(layout, columns), splits: layout.usualSplits } });
  void look();
}

/** Undefined: the field is taken from no column. */
export function mapField(field: string, column: string | undefined): void {
  const now = atHand();
  if (!now) return;
  const { [field]: _, ...others } = now.wishes.mapping;
  show({ wishes: { ...now.wishes, mapping: column === undefined ? others : { ...others, [field]: column } } });
  void look();
}

export function wishOfImport(change: Partial<Pick<ImportWishes, 'name' | 'splits' | 'mostRows'>>): void {
  const now = atHand();
  if (now) show({ wishes: { ...now.wishes, ...change } });
}

/** Back to the columns, after the file was read. */
export function backToMapping(): void {
  show({ stage: { kind: 'mapping' } });
  void look();
}

/** Fields that still need a column. */
export function missingOf({ found, wishes }: Open): readonly string[] {
  return found.kind === 'set' ? [] : missingFields(layoutById(wishes.layout), wishes.mapping);
}

/** The first rows, as they would be taken. */
async function look(): Promise<void> {
  const now = atHand();
  const reader = opened;
  if (!now || !reader || missingOf(now).length > 0) return show({ stage: { kind: 'mapping' } });
  const stage = await reader.look({ layout: now.wishes.layout, mapping: now.wishes.mapping }).then(
    (found): ImportStage => ({ kind: 'mapping', look: found }),
    (fault): ImportStage => ({ kind: 'mapping', fault: reasonOf(fault) }),
  );
  if (opened === reader && atHand()?.wishes.mapping === now.wishes.mapping && atHand()?.stage.kind === 'mapping')
    show({ stage });
}

/** Reads the whole file and keeps it, unless too much of it is bad: then the report stands and the person decides. */
export async function importProblems(): Promise<void> {
  const now = atHand();
  const reader = opened;
  if (!now || !reader || now.stage.kind !== 'mapping') return;
  const { layout, mapping, mostRows } = now.wishes;
  show({ stage: { kind: 'reading', bytes: 0 } });
  try {
    const onProgress = (bytes: number) => {
      if (opened === reader && atHand()?.stage.kind === 'reading') show({ stage: { kind: 'reading', bytes } });
    };
    const read = await reader.read({ layout, mapping, ...(mostRows === undefined ? {} : { mostRows }) }, onProgress);
    if (opened !== reader || atHand()?.stage.kind !== 'reading') return;
    const refusal = refusalOf(present(read.report, 'a file that is read has a report'), 'leave-out-few');
    show({ stage: { kind: 'read', read, ...(refusal === undefined ? {} : { refusal }) } });
    if (refusal === undefined && !tooFewToSplit(now.wishes, read)) await keepProblems();
  } catch (fault) {
    if (opened === reader && atHand()?.stage.kind === 'reading')
      show({ stage: { kind: 'mapping', fault: reasonOf(fault) } });
  }
}

/** Whether training, validation or test would be without problems. */
export function tooFewToSplit({ splits }: ImportWishes, read: ReadFile): boolean {
  return splits === 'by-problem' && splitsOfRun.some((split) => read.splits?.[split] === 0);
}

/** Ends a reading under way; the file stays open. */
export function cancelReading(): void {
  if (atHand()?.stage.kind !== 'reading') return;
  opened?.cancel();
  backToMapping();
}

/** Keeps what was read, as it is wished now: all of it, or nothing. */
export async function keepProblems(): Promise<void> {
  const now = atHand();
  const reader = opened;
  if (!now || !reader || now.stage.kind !== 'read') return;
  const { read, refusal } = now.stage;
  show({ stage: { kind: 'keeping', read } });
  try {
    const set = await reader.keep(now.wishes.name, now.wishes.splits);
    await refreshProblemSets();
    void prepareProblems(set);
    if (opened === reader) show({ stage: { kind: 'kept', read, set } });
  } catch (fault) {
    const why = reasonOf(fault);
    if (opened === reader)
      show({ stage: { kind: 'read', read, ...(refusal === undefined ? {} : { refusal }), fault: why } });
  }
}
