import { lazy } from 'react';
import type { PageFeature } from '../../../page/features';
import type { ModelProgress } from '../worker/models-api';
import { refreshModels, showModelProgress, useModels } from './models-store';

const ModelPart = lazy(async () => ({ default: (await import('./model-part')).ModelPart }));

const ArchiveDialog = lazy(async () => ({ default: (await import('./archive-dialog')).ArchiveDialog }));

export const feature: PageFeature = {
  begin: () => void refreshModels(),
  hear: (news) => showModelProgress(news as ModelProgress),
  takeModels: async (file) => (await import('./model-archive')).openModelArchive(file),
  places: { model: ModelPart, anywhere: Archive },
};

function Archive() {
  const open = useModels(({ archive }) => archive !== undefined);
  return open && <ArchiveDialog />;
}
