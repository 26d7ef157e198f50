// JSON of a value whatever the order of its keys: two values that say the same have the same.

/** Undefined members count as absent; of undefined itself there is none. */
export function sortedJson(value: unknown): string | undefined {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
