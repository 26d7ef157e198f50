// What this feature's part of the page hands over: ../../written-files.test.ts.
import { writeTable } from '../../../basics/table';
import { studies } from '../shared/plans';
import { studyTable } from '../shared/summary';

const examples = studies.flatMap((plan) => [
  [`${plan.id}.csv`, writeTable(studyTable(plan, []), 'csv'), 'told'],
  [`${plan.id}.md`, writeTable(studyTable(plan, []), 'markdown'), 'told'],
]);

export const written = {
  'features/studies/page/study-store.ts': { times: 1, examples: examples },
};
