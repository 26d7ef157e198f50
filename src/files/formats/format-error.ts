/** A file that does not say what it should. One line: which file, what is wrong, where it helps what to do. */
export class FormatError extends Error {
  override name = 'FormatError';
  constructor(
    readonly fileName: string,
    fault: string,
  ) {
    super(`${fileName}: ${fault.replace(/\s+/g, ' ')}`); // names and snippets from the file may hold line breaks
  }
}

/** Throws a FormatError naming the file unless `condition` holds. */
export function checkFile(condition: unknown, fileName: string, fault: string | (() => string)): asserts condition {
  if (!condition) throw new FormatError(fileName, typeof fault === 'string' ? fault : fault());
}

/** The bytes as UTF-8 JSON; a FormatError when they are not. */
export function jsonFrom(bytes: Uint8Array, fileName: string): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FormatError(fileName, 'is not UTF-8 text, so it is no JSON');
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new FormatError(fileName, `is not JSON (${cause instanceof Error ? cause.message : String(cause)})`);
  }
}

/** The bytes as a JSON object (not an array, not null); a FormatError when they are not. */
export function jsonObjectFrom(bytes: Uint8Array, fileName: string): Record<string, unknown> {
  const value = jsonFrom(bytes, fileName);
  checkFile(
    typeof value === 'object' && value !== null && !Array.isArray(value),
    fileName,
    'expected a JSON object at the top',
  );
  return value as Record<string, unknown>;
}
