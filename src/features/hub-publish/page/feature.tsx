import { lazy } from 'react';
import type { PageFeature } from '../../../page/features';
import type { PublishProgress } from '../shared/publication';
import { showPublishProgress } from './publish-store';

const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog')).PublishDialog }));
const PublishItem = lazy(async () => ({ default: (await import('./publish-item')).PublishItem }));

/** Where the hub sends a person back with its answer. */
async function takeAnswer(): Promise<void> {
  if (!new URLSearchParams(window.location.search).has('state')) return;
  const { comeBack } = await import('./hub-account');
  await comeBack();
}

export const feature: PageFeature = {
  begin: () => void takeAnswer(),
  hear: (news) => showPublishProgress(news as PublishProgress),
  places: { runMenu: PublishItem, runsList: PublishDialog },
};
