// What this feature's part of the page hands over: ../../written-files.test.ts.
import { toolAndPlanSpec } from '../../../learning/agents/teams/specs';
import { teamFile } from '../../../learning/config/team-file';

const { fileName, text } = teamFile({ spec: toolAndPlanSpec } as Parameters<typeof teamFile>[0]);

export const written = {
  'features/team-editor/page/team-bar.tsx': { times: 1, examples: [[fileName, text, 'own']] },
};
