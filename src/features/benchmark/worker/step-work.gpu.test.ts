// What a Sokoban step asks of a card: few dispatches and hardly a wait that nothing hides.
import { expect, test } from 'vitest';
import { requestEngineDevice } from '../../../engine/gpu/device';
import { baseModelFromDisk } from '../../../headless/model-files';
import { findGpu } from '../../../headless/open-gpu';
import { reckoned, referenceMachines, stepsCounted } from './step-work';

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: no step was counted: ${found.reason}`);

test.skipIf(found.kind === 'none')(
  'a Sokoban step is at most 1,500 dispatches on a card, and most of its waits are hidden',
  async () => {
    const gpu = await requestEngineDevice((found as { gpu: GPU }).gpu);
    const base = await baseModelFromDisk('sprout');
    const how = { preset: 'sokoban', steps: 1, as: 'card', now: () => performance.now(), busyMs: () => 0 } as const;
    const { gpu: card } = (await stepsCounted(gpu, base, how))[0]!;
    expect(card.dispatches).toBeLessThanOrEqual(1500);
    // 3 or 4 where nothing else runs beside it; eight questions and four more verbs could wait
    expect(card.waits).toBeLessThan(8);
    expect(card.operations).toBeGreaterThan(1e10);
    expect(card.bytesDown).toBeLessThan(4 * 2 ** 20);
    const [slow] = referenceMachines;
    const ms = reckoned(card, slow!);
    expect(ms.dispatching).toBeCloseTo(card.dispatches * 0.015, 5);
    expect(ms.total).toBeCloseTo(ms.dispatching + ms.waiting + ms.computing, 5);
  },
);
