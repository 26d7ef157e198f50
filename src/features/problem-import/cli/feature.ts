import type { CliFeature } from '../../../headless/cli-feature';
import { importProblems } from './import-problems';
import { problemFiles } from './problem-file';

export const feature: CliFeature = { verbs: [importProblems], problems: problemFiles };
