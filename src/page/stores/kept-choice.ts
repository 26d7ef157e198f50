// One of a few values that a person chose, kept in this browser until it is chosen otherwise. Where the browser may
// keep nothing, it lasts until the page is closed.
import { create, type StoreApi, type UseBoundStore } from 'zustand';

export interface KeptChoice<Value extends string> {
  /** A hook. */
  readonly use: () => Value;
  readonly now: () => Value;
  /** Calls back after every choice; returns how to stop. */
  readonly subscribe: (hear: () => void) => () => void;
  readonly choose: (value: Value) => void;
}

/** `values`: the first is what nobody has chosen yet. */
export function keptChoice<Value extends string>(key: string, values: readonly [Value, ...Value[]]): KeptChoice<Value> {
  const store: UseBoundStore<StoreApi<{ readonly value: Value }>> = create(() => ({
    value: values.find((value) => value === stored(key)) ?? values[0],
  }));
  return {
    use: () => store(({ value }) => value),
    now: () => store.getState().value,
    subscribe: (hear) => store.subscribe(hear),
    choose: (value) => {
      store.setState({ value });
      try {
        localStorage.setItem(key, value);
      } catch {
        // Storage is forbidden.
      }
    },
  };
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
