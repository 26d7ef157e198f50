import type { PageFeature } from '../../../page/features';

export const feature: PageFeature = {
  figures: [
    { name: 'Steps as CSV', what: 'a row for each step: pandas, a spreadsheet …', request: { format: 'steps' } },
    { name: 'Event files', what: 'TensorBoard shows them, Trackio imports them', request: { format: 'tensorboard' } },
  ],
};
