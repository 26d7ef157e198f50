// Joins ui and workers: the page gets its lab and its storage here, and is drawn.
import { createRoot } from 'react-dom/client';
import { App } from './ui/app';
import { provideBenchmark } from './ui/stores/benchmark-store';
import { openPageStorage } from './ui/stores/browser-storage';
import { openPage } from './ui/stores/lab-actions';
import { provideTrainer } from './ui/stores/lab-client';
import { provideProblemImport } from './ui/stores/problem-import-store';
import { provideProgramRunner } from './ui/stores/program-runner';
import { provideSecondEngine } from './ui/stores/second-engine-client';
import { provideStorage } from './ui/stores/storage-client';
import { addFault } from './ui/stores/trainer-store';
import { provideWorlds } from './ui/stores/worlds';
import './ui/theme.css';
import { connectBenchmark } from './workers/benchmark-client';
import { openWorldMakers } from './workers/own-worlds';
import { openProblemFile } from './workers/problem-import-client';
import { connectSecondEngine } from './workers/second-engine-client';
import { connectTrainer } from './workers/trainer-client';

provideTrainer(connectTrainer);
provideBenchmark(connectBenchmark());
provideSecondEngine(connectSecondEngine);
provideWorlds(openWorldMakers);
provideProblemImport(openProblemFile);
provideProgramRunner(async () => (await import('./workers/sandbox-client')).browserSandbox());
provideStorage(() =>
  openPageStorage((why) =>
    addFault({ kind: 'storage', what: 'The browser’s storage is not open.', why, now: 'Nothing that was saved is lost.' }),
  ),
);

const place = document.getElementById('page');
if (place) createRoot(place).render(<App />);
void openPage();
