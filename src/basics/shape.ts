// The shape of plain data from elsewhere, checked: everything that is wrong with it, each with its place. For what the
// page's first look needs; files are read with zod, which says the same of far more kinds of data in 14 kB.

export interface ShapeFault {
  /** Members and indices from the outside in. */
  readonly path: readonly (string | number)[];
  /** 'is empty', 'there is no field "speed": take it out' */
  readonly what: string;
}

/** Every fault of what is given; none where it has the shape. */
export type Shape = (given: unknown) => readonly ShapeFault[];

const fault = (what: string): readonly ShapeFault[] => [{ path: [], what }];
const inside = (step: string | number, faults: readonly ShapeFault[]): ShapeFault[] =>
  faults.map(({ path, what }) => ({ path: [step, ...path], what }));
const kindOf = (given: unknown) =>
  given === undefined ? 'nothing' : given === null ? 'null' : Array.isArray(given) ? 'a list' : `a ${typeof given}`;
const unlike = (expected: string, given: unknown) => fault(`is ${kindOf(given)}, and is to be ${expected}`);

/** Text that begins and ends anyhow, of 1 to `most` characters; `trimmed`: blanks around it do not count. */
export function text(most: number, { trimmed = false }: { readonly trimmed?: boolean } = {}): Shape {
  return (given) => {
    if (typeof given !== 'string') return unlike('text', given);
    const { length } = trimmed ? given.trim() : given;
    if (length === 0) return fault('is empty');
    return length > most ? fault(`has ${length} characters, and may have ${most}`) : [];
  };
}

/** Anything for which `holds`; `what` says what it is to be. */
export function suchThat(holds: (given: unknown) => boolean, what: string): Shape {
  return (given) => (holds(given) ? [] : fault(what));
}

export function oneOf(known: readonly string[]): Shape {
  const names = known.map((name) => `"${name}"`).join(', ');
  return (given) => {
    if (typeof given !== 'string') return unlike(`one of ${names}`, given);
    return known.includes(given) ? [] : fault(`is "${given}", and is to be one of ${names}`);
  };
}

/** All faults of all shapes. */
export function all(...shapes: readonly Shape[]): Shape {
  return (given) => shapes.flatMap((shape) => shape(given));
}

interface Length {
  readonly least?: readonly [count: number, orElse: string];
  readonly most?: readonly [count: number, orElse: string];
}

export function listOf(each: Shape, { least, most }: Length = {}): Shape {
  return (given) => {
    if (!Array.isArray(given)) return unlike('a list', given);
    const faults = given.flatMap((one, index) => inside(index, each(one)));
    if (least && given.length < least[0]) return [...faults, ...fault(least[1])];
    return most && given.length > most[0] ? [...faults, ...fault(most[1])] : faults;
  };
}

/** These members and no others; those named in `optional` may be missing. */
export function exactly(members: Readonly<Record<string, Shape>>, optional: readonly string[] = []): Shape {
  return (given) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return unlike('an object', given);
    const values = given as Readonly<Record<string, unknown>>;
    const faults = Object.entries(members).flatMap(([name, shape]) =>
      values[name] === undefined && optional.includes(name) ? [] : inside(name, shape(values[name])),
    );
    const unknown = Object.keys(given).filter((name) => !Object.hasOwn(members, name));
    const names = unknown.map((name) => `"${name}"`).join(', ');
    return unknown.length > 0 ? [...faults, ...fault(`there is no field ${names}: take it out`)] : faults;
  };
}

/** Objects whose member "kind" names their shape. */
export function byKind(shapes: Readonly<Record<string, Shape>>): Shape {
  const known = oneOf(Object.keys(shapes));
  return (given) => {
    if (typeof given !== 'object' || given === null || !('kind' in given))
      return unlike('an object with a "kind"', given);
    const faults = known(given.kind);
    return faults.length > 0 ? inside('kind', faults) : (shapes[given.kind as string] as Shape)(given);
  };
}
