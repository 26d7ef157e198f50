import { lazy } from 'react';
import type { PageFeature } from '../../../page/features';
import type { ModelProgress } from '../worker/models-api';
import { refreshModels, showModelProgress } from './models-store';

const ModelPart = lazy(async () => ({ default: (await import('./model-part')).ModelPart }));

export const feature: PageFeature = {
  begin: () => void refreshModels(),
  hear: (news) => showModelProgress(news as ModelProgress),
  places: { model: ModelPart },
};
