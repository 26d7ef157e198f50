// What was read of a model, kept until another one is read: large models fill the memory. It does not know what is
// read.
import { once } from '../basics/once';

export interface LastModel<T> {
  /** Read at the first call, and again where that failed; what was kept of another model goes. */
  of(model: string): Promise<T>;
  /** Its files are gone. */
  forget(model: string): void;
}

export function lastModel<T>(read: (model: string) => Promise<T>): LastModel<T> {
  let kept: { readonly model: string; readonly read: () => Promise<T> } | undefined;
  return {
    of: (model) => {
      if (kept?.model !== model) kept = { model, read: once(() => read(model)) };
      return kept.read();
    },
    forget: (model) => {
      if (kept?.model === model) kept = undefined;
    },
  };
}
