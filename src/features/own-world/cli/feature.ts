import type { CliFeature } from '../../../headless/cli-feature';
import { checkingWorld } from './check-world';
import { openWorldMakers, worldFromDisk } from './own-worlds';

export const feature: CliFeature = {
  verbs: [checkingWorld],
  worlds: { fromFile: worldFromDisk, openMakers: openWorldMakers },
};
