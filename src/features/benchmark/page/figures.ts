export const withUnit = (value: number, unit: string): string => `${figure(value)} ${unit}`;

/** Three digits that count. */
export function figure(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}
