import type { CliFeature } from '../../../headless/cli-feature';
import { study } from './study';

export const feature: CliFeature = { verbs: [study] };
