// Slices cover a grid once, are as many as wanted or one per workgroup, have no side too long, and a kernel's ids count
// on from where its slice begins.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedFromOrigin, slicesOf, workgroupsIn } from './dispatch-slices';

const any = Number.POSITIVE_INFINITY;
const side = fc.integer({ min: 1, max: 40 });

test('slices cover every workgroup once, and are at least as many as wanted where there are as many workgroups', () => {
  fc.assert(
    fc.property(
      fc.tuple(side, side, side),
      fc.double({ min: 0, max: 3000, noNaN: true }),
      fc.constantFrom(7, 39, any),
      (grid, wanted, longest) => {
        const slices = slicesOf(grid, wanted, longest);
        const met = new Set<string>();
        for (const { origin, size } of slices) {
          expect(workgroupsIn(size)).toBeGreaterThan(0);
          expect(Math.max(...size)).toBeLessThanOrEqual(longest);
          for (let x = 0; x < size[0]; x++)
            for (let y = 0; y < size[1]; y++)
              for (let z = 0; z < size[2]; z++) met.add([origin[0] + x, origin[1] + y, origin[2] + z].join());
        }
        for (const { size } of slices)
          expect([Math.min(...size) > 0, Math.max(...size) <= longest]).toEqual([true, true]);
        const workgroups = workgroupsIn(grid);
        expect(met.size).toBe(workgroups);
        expect(slices.reduce((sum, { size }) => sum + workgroupsIn(size), 0)).toBe(workgroups);
        expect(slices.length).toBeGreaterThanOrEqual(Math.min(workgroups, Math.floor(wanted)));
        if (wanted <= 1 && longest === any) expect(slices).toEqual([{ origin: [0, 0, 0], size: grid }]);
      },
    ),
    { numRuns: 60 },
  );
});

test('no slice is more than twice as small as it had to be, along one side', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5000 }),
      fc.double({ min: 1.01, max: 100, noNaN: true }),
      (length, wanted) => {
        const [first] = slicesOf([length, 1, 1], wanted, any);
        expect(first?.size[0]).toBeGreaterThanOrEqual(Math.max(1, Math.floor(length / wanted / 2)));
        expect(first?.size[0]).toBeLessThanOrEqual(Math.max(1, length / wanted));
      },
    ),
  );
});

test('rows are cut before columns', () => {
  expect(slicesOf([48, 4, 1], 2, any).map(({ origin }) => origin)).toEqual([
    [0, 0, 0],
    [0, 2, 0],
  ]);
  expect(slicesOf([4, 2, 1], 4, any).map(({ size }) => size)).toEqual([
    [2, 1, 1],
    [2, 1, 1],
    [2, 1, 1],
    [2, 1, 1],
  ]);
});

test("a kernel's ids count from where its slice begins", () => {
  const text = '@compute @workgroup_size(8, 4)\nfn main(@builtin(global_invocation_id) id: vec3u) {\n  use(id);\n}';
  expect(countedFromOrigin(text)).toContain('{\n  let id = id_in_slice + origin * vec3u(8u, 4u, 1u);\n  use(id);');
  const grouped =
    '@compute @workgroup_size(64)\nfn main(\n  @builtin(workgroup_id) block: vec3u,\n) {\n  use(block);\n}';
  expect(countedFromOrigin(grouped)).toContain('let block = block_in_slice + origin;');
  expect(() => countedFromOrigin('fn main(@builtin(num_workgroups) count: vec3u) {}')).toThrow(
    'learns its grid from its shape',
  );
  expect(() => countedFromOrigin('fn other() {}')).toThrow('an entry point "main"');
});
