import type { CliFeature } from '../../../headless/cli-feature';
import { formats } from '../worker/formats';
import { verify } from './verify';

export const feature: CliFeature = { verbs: [verify], formats };
