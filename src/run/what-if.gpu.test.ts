// R1, S3 on a real GPU, by the shipped model: games of a true run come out again, bit for bit, from their records and
// the weights of the time.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderRunStore } from '../headless/folder-run-store';
import { baseModelFromDisk, modelFolder } from '../headless/model-files';
import { findGpu } from '../headless/open-gpu';
import { presetById } from '../learning/config/presets';
import { settingsFrom } from '../learning/config/run-config';
import type { WorldRecord } from '../learning/rollouts/transcript';
import { engineIn } from './engine-learner';
import { loadSnapshots } from './load-team';
import { startSession } from './session';
import type { SessionParts } from './session-parts';
import { type KeptWeights, playWhatIf, weightsNear } from './what-if';

const found = await findGpu();
const shipped = existsSync(join(modelFolder('sprout'), 'model.safetensors'));
const missing = found.kind === 'none' ? found.reason : shipped ? undefined : 'models/sprout has no model.safetensors';
if (missing !== undefined) console.warn(`SKIPPED: no game was played on with a GPU: ${missing}`);

const folder = mkdtempSync(join(tmpdir(), 'grove-what-if-'));
afterAll(() => rmSync(folder, { recursive: true }));
const engine = engineIn(() => (found.kind === 'gpu' ? found.gpu : undefined));
const small = {
  steps: 2,
  worldsPerStep: 3,
  branches: 4,
  turns: 2,
  validationWorlds: 4,
  testWorlds: 4,
  evaluateEvery: 1,
  learningRate: 1e-3,
};
const config = { ...presetById('quick').config, settings: settingsFrom(small) };

/** Without what only a whole step can tell. */
const played = ({ groups, ...world }: WorldRecord) => ({
  ...world,
  groups: groups.map(({ role, policy, turn, prompt, trunk, branches, meanReward, deviation }) => ({
    ...{ role, policy, turn, prompt, trunk, meanReward, deviation },
    branches: branches.map(({ advantage: _, afterLogp_T: __, ...branch }) => branch),
  })),
});

test.skipIf(missing !== undefined)(
  'with nothing replaced every game of a run is repeated from its first answer, untrained and trained',
  async () => {
    const base = await baseModelFromDisk('sprout');
    const runStore = folderRunStore(folder);
    let afterFirst: KeptWeights | undefined;
    let runId = '';
    const announce: SessionParts['announce'] = async (event) => {
      if (event.kind !== 'step' || event.report.step !== 1) return;
      afterFirst = await runStore.checkpoints.load(event.runId);
    };
    const parts = { runStore, base, openLearner: () => engine.open(base), now: () => 0, announce };
    const run = await (await startSession(parts, { config, name: 'run' })).rested;
    runId = run.id;
    expect(run.status).toBe('finished');
    expect(afterFirst?.step).toBe(1);

    const { learner } = await engine.open(base, 'f32', undefined, 'to play');
    const added = new Set<string>();
    const begun = await weightsNear(runStore, run, 0);
    expect(begun.step).toBe(0);
    for (const [step, weights] of [
      [1, begun],
      [2, afterFirst as KeptWeights],
    ] as const) {
      const policies = await loadSnapshots({ learner, config, added }, weights.policies);
      const { worlds = [] } = (await runStore.trees.get(runId, step)) ?? {};
      expect(worlds).toHaveLength(3);
      for (const [world, record] of worlds.entries()) {
        const parts = { config, tokenizer: base.tokenizer, learner, policies, record };
        const from = { turn: 1, role: 'tool', by: { kind: 'nothing' } } as const;
        const { asItWas } = await playWhatIf(parts, { runId, step, world, from });
        expect(played(asItWas)).toEqual(JSON.parse(JSON.stringify(played(record))));
      }
    }
    learner.close();
  },
);
