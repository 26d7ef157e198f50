// Which version of the program this is, where it lies in a Git working tree.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The commit's whole name, followed by "-dirty" where files were changed since; undefined where nobody knows. */
export async function commitHere(): Promise<string | undefined> {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const words = ['-C', here, 'describe', '--always', '--dirty', '--abbrev=40', '--exclude', '*'];
  return promisify(execFile)('git', words).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  );
}
