// Files of a model out of a drop or a file dialogue: those of one folder, or loose ones. Folders inside the folder are
// left out – they hold other forms of the same model.

export interface DroppedModel {
  /** How the model will be called: its folder, else its .gguf file. */
  readonly name: string;
  readonly files: readonly File[];
}

/** Undefined when nothing was dropped that could be a file. */
export async function droppedFiles(transfer: DataTransfer): Promise<DroppedModel | undefined> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []); // all at once: they are gone after a wait
  const folder = entries.find((entry): entry is FileSystemDirectoryEntry => entry.isDirectory);
  const inside = folder ? await entriesOf(folder) : entries;
  const files = await Promise.all(
    inside.filter((entry) => entry.isFile).map((entry) => fileOf(entry as FileSystemFileEntry)),
  );
  return files.length === 0 ? undefined : { name: folder?.name ?? nameOf(files), files };
}

/** A folder's files name the folder in their path. */
export function pickedFiles(files: readonly File[]): DroppedModel | undefined {
  if (files.length === 0) return undefined;
  const top = files.filter(({ webkitRelativePath }) => webkitRelativePath.split('/').length <= 2);
  return { name: files[0]?.webkitRelativePath.split('/')[0] || nameOf(files), files: top };
}

function nameOf(files: readonly File[]): string {
  return files.find(({ name }) => /\.gguf$/i.test(name))?.name ?? 'my model';
}

/** A reader hands out a hundred at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
