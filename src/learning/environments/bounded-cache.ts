// Remembers what was computed for a key and forgets what was not asked for lately. For tables that belong to a layout
// and are too dear to compute at every move; states themselves stay small and plain. Two generations instead of a list
// of uses: a hit costs one look-up. Forgetting changes no result, only the time it takes.

/** `build` remembered by key; at most twice `capacity` of weight (default: one per entry) is kept. */
export function remembered<Value>(
  build: (key: string) => Value,
  capacity: number,
  weigh: (value: Value) => number = () => 1,
): (key: string) => Value {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  let weight = 0;
  return (key) => {
    const hit = young.get(key);
    if (hit !== undefined) return hit;
    const value = old.get(key) ?? build(key);
    weight += weigh(value);
    if (weight > capacity) {
      old = young;
      young = new Map();
      weight = weigh(value);
    }
    young.set(key, value);
    return value;
  };
}
