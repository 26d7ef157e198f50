import type { RunConfig } from './run-config';

/** Tells whether two configurations are one but for their seed, whatever the order of their members. */
export function withoutSeed({ settings: { seed: _, ...settings }, ...config }: RunConfig): string {
  return JSON.stringify({ ...config, settings }, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
