// Sokoban levels that a person brought as a file: one collection at a time, kept in this browser. A file with a fault
// is not taken, and the report says what is wrong in which line.
import { create } from 'zustand';
import type { EnvironmentSettings } from '../../learning/environments/environment';
import { type Levels, levelsFrom } from '../../run/levels';
import { currentRoute, navigate } from './route';
import { storage } from './storage-client';

export interface Collection extends Levels {
  /** The file's, without its ending. */
  readonly name: string;
  readonly text: string;
}

export interface LevelsState {
  readonly collection?: Collection;
  /** What is wrong with the file that was given last. */
  readonly refused?: { readonly fileName: string; readonly report: readonly string[] };
}

export const levelsStore = create<LevelsState>()(() => ({}));
export const useLevels = levelsStore;

/** Of files that may hold levels. */
export const levelEndings = ['xsb', 'sok', 'txt'];

const setting = 'levels';
const mostBytes = 2_000_000;
const ending = new RegExp(`\\.(${levelEndings.join('|')})$`, 'i');

export function isLevelFile({ name }: Pick<File, 'name'>): boolean {
  return ending.test(name);
}

/** Takes the levels of a file; true when they can be played. */
export async function openLevels(file: File): Promise<boolean> {
  const refuse = (report: readonly string[]) => {
    levelsStore.setState({ refused: { fileName: file.name, report } });
    return false;
  };
  if (!isLevelFile(file))
    return refuse([
      'expected Sokoban levels as text, .xsb, .sok or .txt; a model’s files go under “Load another model” in the Lab',
    ]);
  if (file.size > mostBytes)
    return refuse([`it has ${file.size.toLocaleString('en')} bytes, expected levels as text: take another file`]);
  const text = await file.text();
  const name = file.name.replace(ending, '');
  const read = levelsFrom(text);
  if (read.kind === 'faults') return refuse(read.report);
  levelsStore.setState({ collection: { ...read.levels, name, text }, refused: undefined });
  await (await storage()).setSetting(setting, { name, text }).catch(() => undefined); // they are open all the same
  return true;
}

/** The world whose levels they are. */
export const levelsWorld = 'sokoban';

/** How the address names the levels at hand. */
export const levelsChoice = 'levels';

/** Opens a file of levels under Play. What is wrong with one is said under Play and in the Lab, so anywhere else Play
 *  is shown. */
export async function playLevels(file: File): Promise<void> {
  if (await openLevels(file)) navigate({ screen: 'play', preset: levelsChoice, seed: 1 });
  else if (currentRoute().screen !== 'lab' && currentRoute().screen !== 'play') navigate({ screen: 'play' });
}

export function dismissLevelFaults(): void {
  levelsStore.setState({ refused: undefined });
}

let reading: Promise<void> | undefined;

/** Reads the collection that this browser keeps, once. */
export function readLevels(): Promise<void> {
  reading ??= (async () => {
    const kept = ((await (await storage()).setting(setting)) ?? {}) as { name?: unknown; text?: unknown };
    if (levelsStore.getState().collection || typeof kept.text !== 'string' || typeof kept.name !== 'string') return;
    const read = levelsFrom(kept.text);
    if (read.kind === 'levels')
      levelsStore.setState({ collection: { ...read.levels, name: kept.name, text: kept.text } });
  })().catch(() => {
    reading = undefined;
  });
  return reading;
}

/** How a configuration says that it plays on the collection at hand. */
export function levelSettings({ name }: Collection): EnvironmentSettings {
  return { levels: name };
}

/** The text of the collection that these settings name. */
export function levelsNamed(settings: EnvironmentSettings): string | undefined {
  const { collection } = levelsStore.getState();
  return collection && settings['levels'] === collection.name ? collection.text : undefined;
}
