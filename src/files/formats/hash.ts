// SHA-256 of bytes and of JSON values: names a base model's weights and a run's configuration (R2).

/** Lower-case hexadecimal SHA-256, the same as `sha256sum` prints. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 of a JSON value, whatever the order of its keys. Undefined members count as absent. */
export async function hashOfJson(value: unknown): Promise<string> {
  return sha256Of(new TextEncoder().encode(JSON.stringify(sorted(value)) ?? 'undefined'));
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
