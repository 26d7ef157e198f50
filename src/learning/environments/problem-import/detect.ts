// Which layout a file has, by its columns and first rows; and the mapping of fields to columns, which people may
// change.
import { check } from '../../../basics/check';
import { codeLayouts } from './code-layouts';
import { type Cells, type ColumnMapping, type Layout, plainName } from './layout';
import { lookUpLayouts } from './lookup-layouts';
import { mathsLayouts } from './maths-layouts';

export const layouts: readonly Layout[] = [...lookUpLayouts, ...mathsLayouts, ...codeLayouts];

export interface Detected {
  readonly layout: Layout;
  readonly mapping: ColumnMapping;
  /** "sure": its own columns are there. "likely": every needed field found a column. "unknown": the mapping has to be
   *  filled in. */
  readonly confidence: 'sure' | 'likely' | 'unknown';
}

/** The best of a world's layouts, or of all. */
export function detectLayout(columns: readonly string[], first: readonly Cells[], world?: string): Detected {
  const names = new Set(columns.map(plainName));
  const candidates = layouts.filter((layout) => world === undefined || layout.world === world);
  check(
    candidates.length > 0,
    `there is no layout for problems of "${world}": known are ${[...new Set(layouts.map((layout) => layout.world))].join(', ')}`,
  );
  const found = candidates.map((layout): Detected => {
    const mapping = usualMapping(layout, columns);
    const full = missingFields(layout, mapping).length === 0;
    return { layout, mapping, confidence: !full ? 'unknown' : layout.tells(names, first) ? 'sure' : 'likely' };
  });
  const plain = found.filter(({ layout }) => layout.id === 'questions' || layout.id === 'tasks');
  return (
    found.find(({ confidence }) => confidence === 'sure') ??
    plain.find(({ confidence }) => confidence === 'likely') ??
    found.find(({ confidence }) => confidence === 'likely') ??
    (plain[0] as Detected)
  );
}

export function layoutById(id: string): Layout {
  const layout = layouts.find((one) => one.id === id);
  check(layout !== undefined, `there is no layout "${id}": known are ${layouts.map((one) => one.id).join(', ')}`);
  return layout;
}

/** Each field's likeliest column; no column is taken twice. */
export function usualMapping({ fields }: Layout, columns: readonly string[]): ColumnMapping {
  const taken = new Set<string>();
  const mapping: Record<string, string> = {};
  for (const [field, card] of Object.entries(fields)) {
    const column = card.columns
      .map((usual) => columns.find((name) => plainName(name) === usual && !taken.has(name)))
      .find((name) => name !== undefined);
    if (column === undefined) continue;
    taken.add(column);
    mapping[field] = column;
  }
  return mapping;
}

/** Needed fields without a column. */
export function missingFields({ fields }: Layout, mapping: ColumnMapping): readonly string[] {
  return Object.entries(fields)
    .filter(([field, { needed }]) => needed && mapping[field] === undefined)
    .map(([field]) => field);
}

/** Throws an ExpectationError that names the field or column at fault. */
export function checkMapping({ name, fields }: Layout, mapping: ColumnMapping, columns: readonly string[]): void {
  for (const [field, column] of Object.entries(mapping)) {
    check(fields[field], `${name} has no field "${field}": it has ${Object.keys(fields).join(', ')}`);
    check(columns.includes(column), `there is no column "${column}": the file has ${columns.slice(0, 40).join(', ')}`);
  }
  const missing = missingFields({ fields } as Layout, mapping);
  check(
    missing.length === 0,
    `no column for ${missing.join(', ')}: name ${missing.map((field) => `${field}=COLUMN`).join(',')}; the file has ${columns.slice(0, 40).join(', ')}`,
  );
}
