import type { CliFeature } from '../../../headless/cli-feature';
import { worker } from './queue/worker';
import { study } from './study';

export const feature: CliFeature = { verbs: [study, worker] };
