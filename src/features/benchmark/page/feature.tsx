import type { PageFeature } from '../../../page/features';
import { featureRoute, formatRoute } from '../../../page/stores/route';
import { connectBenchmark } from '../worker/benchmark-client';
import { provideBenchmark } from './benchmark-store';

export const feature: PageFeature = {
  screens: [
    {
      name: 'benchmark',
      title: 'Benchmark',
      load: async () => ({ default: (await import('./benchmark-screen')).BenchmarkScreen }),
    },
  ],
  open: () => provideBenchmark(connectBenchmark()),
  places: {
    gpu: () => (
      <p className="quiet size-2">
        <a href={formatRoute(featureRoute('benchmark'))}>How fast it is: the benchmark</a>
      </p>
    ),
  },
};
