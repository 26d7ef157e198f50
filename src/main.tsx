// Joins ui and workers: the page gets its lab and its storage here, and is drawn.
import { createRoot } from 'react-dom/client';
import { pageFeatures } from './features/page';
import { App } from './page/app';
import { offeredImages, provideFeatures } from './page/features';
import { openPageStorage } from './page/stores/browser-storage';
import { openPage } from './page/stores/lab-actions';
import { provideTrainer } from './page/stores/lab-client';
import { keepOffline } from './page/stores/offline';
import { provideProgramRunner } from './page/stores/program-runner';
import { provideStorage } from './page/stores/storage-client';
import { addFault } from './page/stores/trainer-store';
import './page/theme.css';
import { pageThreads } from './workers/page-threads';
import { connectTrainer } from './workers/trainer-client';

provideTrainer(() =>
  connectTrainer(() =>
    addFault({
      kind: 'lab',
      what: 'The thread that trains does not answer.',
      why: 'It has not for a minute; some browsers lose a thread without saying so.',
      now: 'If nothing moves, load the page anew: what was saved is kept, and Resume goes on with the run.',
    }),
  ),
);
provideProgramRunner(async () =>
  (await import('./workers/sandbox-client')).browserSandbox(pageThreads(), { findImage: offeredImages() }),
);
provideStorage(() =>
  openPageStorage((why) =>
    addFault({
      kind: 'storage',
      what: 'The browser’s storage is not open.',
      why,
      now: 'Nothing that was saved is lost.',
    }),
  ),
);

provideFeatures(pageFeatures);
for (const { feature } of pageFeatures) feature.open?.();

const place = document.getElementById('page');
if (place) createRoot(place).render(<App />);
void openPage();
if (import.meta.env.PROD) keepOffline('./offline.js');
