import type { CliFeature } from '../../../headless/cli-feature';
import { league } from './league';

export const feature: CliFeature = { verbsWith: (offered) => [league(offered)] };
