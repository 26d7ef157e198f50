// A list that a person keeps in this browser, in one setting of its storage. It does not know what stands in it, nor
// who shows it.
import { storage } from './storage-client';
import { orFault } from './trainer-store';

interface KeptListParts<T> {
  /** The setting's name. */
  readonly setting: string;
  /** Those of what lies there that can be used. */
  readonly usable: (found: readonly unknown[]) => readonly T[] | Promise<readonly T[]>;
  readonly show: (kept: readonly T[]) => void;
  /** What is said when it cannot be written. */
  readonly refused: { readonly what: string; readonly now: string };
}

export interface KeptList<T> {
  /** Reads what this browser keeps, once. */
  read(): Promise<void>;
  /** Writes the whole list and shows it; false where it was refused, which is said. */
  write(kept: readonly T[]): Promise<boolean>;
}

export function keptList<T>({ setting, usable, show, refused }: KeptListParts<T>): KeptList<T> {
  let reading: Promise<void> | undefined;
  const readAnew = async () => {
    const found = await (await storage()).setting(setting);
    show(await usable(Array.isArray(found) ? found : []));
  };
  return {
    read: () => {
      reading ??= readAnew().catch(() => {
        reading = undefined; // the list of runs says that storage does not answer
      });
      return reading;
    },
    write: async (kept) => {
      const written = await orFault({ kind: 'storage', ...refused }, async () => {
        await (await storage()).setSetting(setting, kept);
        show(kept);
        return true;
      });
      return written ?? false;
    },
  };
}
