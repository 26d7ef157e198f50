import type { CliFeature } from '../../../headless/cli-feature';
import { checkingWorld } from './check-world';
import { openWorldMakers, worldFromDisk } from './own-worlds';

export const feature: CliFeature = {
  verbs: [checkingWorld],
  worlds: { files: /\.m?js$/, fromFile: worldFromDisk, openMakers: openWorldMakers },
};
