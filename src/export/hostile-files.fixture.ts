// For tests with files that are hostile until checked.
import { expect } from 'vitest';

export type Tried = 'read' | 'refused';

/** Reads a file however it turns out. Anything but a named refusal in one line goes through. */
export async function tried(read: () => Promise<unknown>): Promise<Tried> {
  try {
    await read();
    return 'read';
  } catch (error) {
    const { name, message } = error as Error;
    if (name !== 'FormatError' && name !== 'ExpectationError') throw error;
    expect(message).toMatch(/^[^\n]{10,2000}$/);
    return 'refused';
  }
}
