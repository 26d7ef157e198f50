import type { CliFeature } from '../../../headless/cli-feature';
import { bargains } from './bargains';
import { league } from './league';

export const feature: CliFeature = { verbsWith: (offered) => [league(offered), bargains(offered)] };
