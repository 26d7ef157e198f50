import type { PageFeature } from '../../../page/features';
import { featureRoute, formatRoute } from '../../../page/stores/route';
import { addFault } from '../../../page/stores/trainer-store';
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
  ownFile: {
    name: /^grove-benchmark.*\.json$/,
    open: async ({ name }) => {
      const why = 'it is the benchmark of one machine, as JSON: any program reads it';
      addFault({ kind: 'storage', what: `${name} is not opened here.`, why, now: 'Nothing was stored.' });
    },
  },
  places: {
    gpu: () => (
      <p className="quiet size-2">
        <a href={formatRoute(featureRoute('benchmark'))}>How fast it is: the benchmark</a>
      </p>
    ),
  },
};
