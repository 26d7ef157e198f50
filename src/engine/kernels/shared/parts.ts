// The parts that kernels share, by the name that `//:include` takes them in by: structs of layouts.ts, and files of
// this folder.
import gradient from './gradient.wgsl?raw';
import * as layouts from './layouts';
import likeliest from './likeliest.wgsl?raw';
import live from './live.wgsl?raw';
import noise from './noise.wgsl?raw';
import packed from './packed.wgsl?raw';
import product from './product.wgsl?raw';
import reduce from './reduce.wgsl?raw';
import transposed from './transposed.wgsl?raw';

const structs = Object.values(layouts).map(({ name, wgsl }) => [name, wgsl] as const);

export const parts: Readonly<Record<string, string>> = {
  gradient,
  likeliest,
  live,
  noise,
  packed,
  product,
  reduce,
  transposed,
  ...Object.fromEntries(structs),
};
