import { lazy } from 'react';
import type { PageFeature } from '../../../page/features';
import type { PublishProgress } from '../shared/publication';
import { comeBack } from './hub-account';
import { showPublishProgress } from './publish-store';

const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog')).PublishDialog }));
const PublishItem = lazy(async () => ({ default: (await import('./publish-item')).PublishItem }));

export const feature: PageFeature = {
  begin: () => void comeBack(),
  hear: (news) => showPublishProgress(news as PublishProgress),
  places: { runMenu: PublishItem, runsList: PublishDialog },
};
