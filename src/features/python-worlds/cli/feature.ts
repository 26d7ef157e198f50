import { ExpectationError } from '../../../basics/check';
import { UsageError } from '../../../headless/arguments';
import type { CliFeature } from '../../../headless/cli-feature';
import { moduleOfText, openPythonMakers } from '../worker/makers';
import { pythonWorlds } from './python-worlds';
import { findImage, readTextFile } from './wheels';

export const feature: CliFeature = {
  verbs: [pythonWorlds],
  findImage,
  worlds: {
    files: /\.world\.json$/,
    fromFile: async (path) => {
      try {
        return moduleOfText(await readTextFile(path));
      } catch (error) {
        if (error instanceof ExpectationError) throw new UsageError(`${path}: ${error.message}`);
        throw error;
      }
    },
    openMakers: openPythonMakers,
  },
};
