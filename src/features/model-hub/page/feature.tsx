import type { PageFeature } from '../../../page/features';
import type { ModelProgress } from '../worker/models-api';
import { ModelPart } from './model-part';
import { refreshModels, showModelProgress } from './models-store';

export const feature: PageFeature = {
  begin: () => void refreshModels(),
  hear: (news) => showModelProgress(news as ModelProgress),
  places: { model: ModelPart },
};
