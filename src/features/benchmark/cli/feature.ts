import type { CliFeature } from '../../../headless/cli-feature';
import { bench } from './bench';

export const feature: CliFeature = { verbs: [bench] };
