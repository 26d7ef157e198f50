import type { PageFeature } from '../../../page/features';
import type { PublishProgress } from '../shared/publication';
import { comeBack } from './hub-account';
import { PublishDialog } from './publish-dialog';
import { PublishItem } from './publish-item';
import { showPublishProgress } from './publish-store';

export const feature: PageFeature = {
  begin: () => void comeBack(),
  hear: (news) => showPublishProgress(news as PublishProgress),
  places: { runMenu: PublishItem, runsList: PublishDialog },
};
