// The thread that plays a share of the worlds. It has no GPU: what it wants answered it asks the trainer's worker.
import { expose } from 'comlink';
import { workerFeatures } from '../features/worker';
import { makersOf } from '../run/worker-feature';
import { rolloutWorkerApi } from './rollout-worker-api';
import { ownPort } from './threads';

ownPort().then((port) => expose(rolloutWorkerApi(makersOf(workerFeatures)), port));
