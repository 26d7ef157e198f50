// The page on a scripted lab and storage, for looking at every state of it: index.html?state=training. Never part of
// the built page.
import { createRoot } from 'react-dom/client';
import { pageFeatures } from '../../features/page';
import { App } from '../app';
import { provideFeatures } from '../features';
import { openPage } from '../stores/lab-actions';
import { provideTrainer } from '../stores/lab-client';
import { keepRecordedRun, readRecorded } from '../stores/recorded-run';
import { provideStorage } from '../stores/storage-client';
import { provideVocabulary } from '../stores/vocabulary-store';
import '../theme.css';
import { scriptedRuns } from './scripted-runs';
import { scriptedStorage } from './scripted-storage';
import { scriptedTrainer } from './scripted-trainer';

const wanted = new URLSearchParams(location.search);
const state = wanted.get('state') ?? 'waiting';
const stepMs = Number(wanted.get('stepMs') ?? 1200);

const storage = scriptedStorage(
  state === 'resume' ? scriptedRuns('cut-off') : state === 'filled' || state === 'nogpu' ? scriptedRuns('many') : [],
);
const trainer = scriptedTrainer({
  storage,
  stepMs,
  gpu: state === 'nogpu' ? 'none' : state === 'software' ? 'software' : 'card',
  memory: state === 'small' ? 0.1 : 2,
});
provideFeatures(pageFeatures);
for (const { feature } of pageFeatures) feature.open?.();
provideTrainer(() => trainer);
provideVocabulary('/models/sprout/tokenizer.json');
provideStorage(async () => storage);
void fetch('/recorded-run.json')
  .then(async (response) => readRecorded(new Uint8Array(await response.arrayBuffer())))
  .then(keepRecordedRun)
  .then(openPage);

const place = document.getElementById('page');
if (place) createRoot(place).render(<App />);
