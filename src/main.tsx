// Joins ui and workers: the page gets its lab and its storage here, and is drawn.
import { createRoot } from 'react-dom/client';
import { provideBenchmark } from './features/benchmark/page/benchmark-store';
import { provideSecondEngine } from './features/onnx/page/second-engine-client';
import { provideProblemImport } from './features/problem-import/page/problem-import-store';
import { App } from './page/app';
import { openPageStorage } from './page/stores/browser-storage';
import { openPage } from './page/stores/lab-actions';
import { provideTrainer } from './page/stores/lab-client';
import { provideProgramRunner } from './page/stores/program-runner';
import { provideStorage } from './page/stores/storage-client';
import { addFault } from './page/stores/trainer-store';
import { provideWorlds } from './page/stores/worlds';
import './page/theme.css';
import { connectBenchmark } from './features/benchmark/worker/benchmark-client';
import { connectSecondEngine } from './features/onnx/worker/second-engine-client';
import { openWorldMakers } from './features/own-world/worker/open-own-worlds';
import { openProblemFile } from './features/problem-import/worker/problem-import-client';
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
