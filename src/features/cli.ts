// What the features offer to the command line.
import type { CliFeature } from '../headless/cli-feature';
import { inOrder } from './index';

export const cliFeatures: readonly CliFeature[] = inOrder(
  import.meta.glob<CliFeature>('./*/cli/feature.ts', { eager: true, import: 'feature' }),
).map(({ feature }) => feature);
