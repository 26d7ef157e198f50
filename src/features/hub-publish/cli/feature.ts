import type { CliFeature } from '../../../headless/cli-feature';
import { publishing } from './publish';

export const feature: CliFeature = { verbsWith: (offered) => [publishing(offered)] };
