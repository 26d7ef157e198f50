// Faults put into a solution, one each, where a problem brings none: a comparison turned or loosened, a sign changed, a
// number off by one. Some change nothing that a test could see; that lowers every tester's reward alike.
import type { Program } from '../problems';

const edits: readonly (readonly [pattern: RegExp, fault: string])[] = [
  [/<=/g, '<'],
  [/>=/g, '>'],
  [/(?<![<=>-])<(?![<=])/g, '<='],
  [/(?<![=>-])>(?![>=])/g, '>='],
  [/(?<![=!<>])===?(?!=)/g, '!='],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' + '],
  [/\b0\b/g, '1'],
  [/\b1\b/g, '2'],
  [/\bmax\b/g, 'min'],
  [/\bmin\b/g, 'max'],
];

/** At most `count` of them, of different kinds first; the same for the same program. */
export function mutantsOf({ language, source }: Program, count: number): Program[] {
  const places = edits.map(([pattern, fault]) =>
    [...source.matchAll(pattern)].map((match) => ({
      language,
      source: source.slice(0, match.index) + fault + source.slice(match.index + match[0].length),
    })),
  );
  const most = Math.max(0, ...places.map(({ length }) => length));
  const inTurn = Array.from({ length: most }, (_, round) =>
    places.flatMap((some) => some.slice(round, round + 1)),
  ).flat();
  return inTurn.slice(0, count);
}
