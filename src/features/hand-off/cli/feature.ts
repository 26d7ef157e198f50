import type { CliFeature } from '../../../headless/cli-feature';
import { formats } from '../worker/formats';
import { handOff } from './hand-off';

export const feature: CliFeature = { verbsWith: (offered) => [handOff(offered)], formats };
