// Models in a zip archive, each in a folder of its own or one at the top: what a run's merged models are taken home as.
// Their files are read where they lie, their checksums verified.
import { once } from '../../../basics/once';
import { type ByteSource, blobSource } from '../../../files/formats/byte-source';
import { checkFile } from '../../../files/formats/format-error';
import type { FileSet } from '../../../files/formats/model-parts';
import { archivedNames, zipEntries } from '../../../files/formats/unzip';

/** The folders that hold a model; "" is the top. */
export async function modelsIn(archive: ByteSource): Promise<string[]> {
  const configs = (await archivedNames(archive)).filter((name) => fileOf(name) === 'config.json');
  checkFile(configs.length > 0, archive.name, 'holds no model: there is no config.json in it');
  return configs.map(folderOf);
}

/** The files of one of its models, which will be called `name`. */
export async function archivedModel(archive: File, folder: string, name: string): Promise<FileSet> {
  const entries = (await zipEntries(blobSource(archive, archive.name))).filter((one) => folderOf(one.name) === folder);
  const sources = new Map(entries.map((entry) => [fileOf(entry.name), once(entry.open)]));
  return {
    name,
    files: [...sources.keys()],
    open: async (wanted) => {
      const source = await sources.get(wanted)?.();
      checkFile(source, `${name}/${wanted}`, 'is missing');
      return { ...source, name: wanted };
    },
  };
}

const fileOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
