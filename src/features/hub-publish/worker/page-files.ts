// The files of the page as it was built, found from its index.html: each file names the next ones by their hashed
// names. It does not know how a file is read.
import { check } from '../../../basics/check';
import type { ArchivedFile } from '../../../files/formats/zip';
import { shippedModels } from '../../../learning/config/shipped-models';
import { shippedFiles } from '../../../models/base-model';

/** A file below the page's address; undefined where there is none. */
export type ReadPageFile = (path: string) => Promise<Uint8Array | undefined>;

/** What the models that ship lie in, by the names under which the page asks for them; the last is there to be read. */
const models = shippedModels.flatMap((model) =>
  [...shippedFiles, 'README.md'].map((name) => `models/${model}/${name}`),
);

/** Rejects where no built page lies there. `wanted`: whether a file of assets/ is to be taken. */
export async function pageFiles(read: ReadPageFile, wanted: (name: string) => boolean): Promise<ArchivedFile[]> {
  const files = new Map<string, Uint8Array>();
  const index = await read('index.html');
  check(index, 'there is no built page of Grove: build it first (npm run build)');
  files.set('index.html', index);
  const queue = assetsIn(index);
  check(queue.length > 0, 'the page here is not built: a Space takes the files that npm run build makes');
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const path = `assets/${name}`;
    if (files.has(path) || !wanted(name)) continue;
    const bytes = await read(path);
    if (!bytes) continue; // a text that only looks like a name
    files.set(path, bytes);
    if (/\.(m?js|css)$/.test(name)) queue.push(...assetsIn(bytes));
  }
  for (const path of models) {
    const bytes = await read(path);
    check(bytes, `the page lacks ${path}`);
    files.set(path, bytes);
  }
  return [...files].map(([name, bytes]) => ({ name, bytes }));
}

/** Names with a hash, as the build gives them. */
function assetsIn(bytes: Uint8Array): string[] {
  const text = new TextDecoder().decode(bytes);
  return [
    ...new Set(
      [...text.matchAll(/[\w.-]+-[\w-]{8}\.(?:m?js|css|wasm|json|zip|svg|png|woff2)\b/g)].map(([name]) => name),
    ),
  ];
}
