// The thread that measures: the engine and its peers.
import { serveBenchmark } from '../../src/features/benchmark/worker/benchmark-api';
import { peers } from './peers';

serveBenchmark(peers);
