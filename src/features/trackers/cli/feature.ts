import type { CliFeature } from '../../../headless/cli-feature';
import { formats } from '../worker/formats';

export const feature: CliFeature = { formats };
