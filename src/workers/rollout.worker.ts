// The thread that plays a share of the worlds. It has no GPU: what it wants answered it asks the trainer's worker.
import { expose } from 'comlink';
import { openWorldMakers } from '../features/own-world/worker/open-own-worlds';
import { rolloutWorkerApi } from './rollout-seat';

expose(rolloutWorkerApi(openWorldMakers));
