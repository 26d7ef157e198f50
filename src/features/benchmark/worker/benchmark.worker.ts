// The thread that measures: the engine alone.
import { serveBenchmark } from './benchmark-api';

serveBenchmark([]);
