import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { UsageError } from '../../../headless/arguments';
import type { CliFeature } from '../../../headless/cli-feature';
import { formats } from '../worker/formats';
import { readTeam } from '../worker/team-file';
import { verify } from './verify';

export const feature: CliFeature = {
  verbs: [verify],
  formats,
  readTeam: async (path) => {
    const bytes = await readFile(path).catch(() => {
      throw new UsageError(`the file of a team cannot be read: ${path}`);
    });
    return readTeam([{ name: basename(path), bytes: new Uint8Array(bytes) }]);
  },
};
