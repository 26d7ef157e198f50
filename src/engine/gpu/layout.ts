// Rows of 32-bit words with named fields: one declaration makes the WGSL struct, which kernels take in by `//:include
// Name`, and the way TypeScript writes and reads a table of such rows. Fields are camelCase here and snake_case there.

type Kind = 'u32' | 'f32';
const word = new Uint32Array(1);
const asFloat = new Float32Array(word.buffer);
type Fields = Readonly<Record<string, Kind>>;
export type RowOf<L> = L extends Layout<infer F> ? { readonly [field in keyof F]: number } : never;

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export class Layout<F extends Fields> {
  private readonly places: ReadonlyMap<keyof F, { readonly at: number; readonly kind: Kind }>;

  /** `words`: of a row, where that is more than its fields take. */
  constructor(
    readonly name: string,
    private readonly fields: F,
    readonly words = Object.keys(fields).length,
  ) {
    this.places = new Map(Object.entries(fields).map(([field, kind], at) => [field, { at, kind }]));
  }

  get wgsl(): string {
    const names = Object.keys(this.fields);
    const spare = this.words - names.length;
    const members = names.map((name, at) => {
      const size = spare > 0 && at === names.length - 1 ? `@size(${4 * (spare + 1)}) ` : '';
      return `${size}${snakeCase(name)}: ${this.fields[name]}`;
    });
    return `struct ${this.name} { ${members.join(', ')} }`;
  }

  /** A table of these rows. */
  table(rows: readonly { readonly [field in keyof F]: number }[]): Uint32Array<ArrayBuffer> {
    const words = new Uint32Array(rows.length * this.words);
    const floats = new Float32Array(words.buffer);
    for (const [index, row] of rows.entries())
      for (const [field, { at, kind }] of this.places)
        (kind === 'f32' ? floats : words)[index * this.words + at] = row[field] as number;
    return words;
  }

  /** Rows that a table has. */
  count(table: Uint32Array): number {
    return table.length / this.words;
  }

  /** A field of one row of a table. */
  read(table: Uint32Array, row: number, field: keyof F): number {
    const { at = 0, kind } = this.places.get(field) ?? {};
    const index = row * this.words + at;
    word[0] = table[index] as number;
    return (kind === 'f32' ? asFloat : word)[0] as number;
  }

  /** All rows of a table. */
  rows(table: Uint32Array): { readonly [field in keyof F]: number }[] {
    return Array.from({ length: this.count(table) }, (_, row) => this.row(table, row));
  }

  /** All fields of one row of a table. */
  row(table: Uint32Array, row: number): { readonly [field in keyof F]: number } {
    const fields = {} as { [field in keyof F]: number };
    for (const field of this.places.keys()) fields[field] = this.read(table, row, field);
    return fields;
  }
}
