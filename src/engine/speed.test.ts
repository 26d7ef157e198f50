import { test } from 'vitest';
import { findGpu } from '../headless/open-gpu';
import { bench } from './bench';
import { requestEngineDevice } from './gpu/device';
test('bench', async () => {
  const found = await findGpu();
  if (found.kind === 'none') return;
  const device = await requestEngineDevice(found.gpu);
  const lines = await bench(device, { now: () => performance.now() });
  console.log(lines.map((l) => `${l.name.padEnd(26)} ${l.ms.toFixed(1).padStart(8)} ms ${l.tokensPerSecond.toFixed(0).padStart(8)} tok/s ${l.gigaflops.toFixed(2).padStart(7)} GFLOP/s ${l.dispatches} dispatches`).join('\n'));
}, 300000);
