// Our engine on a GPU (a software one will do) and onnxruntime-web on the processor say the same: token for token where
// both draw with the same seeds, and in every form of a policy that is verified.
import * as ort from 'onnxruntime-web';
import { expect, test } from 'vitest';
import { baseModelFromDisk } from '../../../headless/model-files';
import { findGpu } from '../../../headless/open-gpu';
import { engineIn } from '../../../run/engine-learner';
import { createOnnxEngine } from './onnx-engine';
import { onnxSampler } from './onnx-sampler';
import { drawnAdapter, runId, smallRun } from './small-run.test-data';

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: the engines were not compared: ${found.reason}`);
const engine = engineIn(() => (found.kind === 'gpu' ? found.gpu : undefined));

test.skipIf(found.kind === 'none')('the same seeds draw the same tokens in both engines', async () => {
  const base = await baseModelFromDisk('sprout');
  const adapter = drawnAdapter(base, 8, 0.15, 3);
  const { learner } = await engine.open(base);
  await learner.addPolicy('trained', { kind: 'adapter', rank: adapter.rank, alpha: adapter.alpha, seed: 1 });
  const saved = await learner.save('trained');
  const tensors = saved.tensors.map(({ name, shape }) => {
    const same = adapter.tensors.find((tensor) => tensor.name === name)!;
    return { name, shape, data: same.data };
  });
  await learner.load('trained', { ...saved, tensors });
  const sampler = await onnxSampler(ort, base, base.tokenizer);
  sampler.setAdapter('trained', adapter);
  const prompt_P = base.tokenizer.encode('plan 6\n######\n');
  const groups = ['base', 'trained'].flatMap((policy) =>
    [0, 1].map((temperature) => ({ policy, prompt_P, seed_K: [11, 12, 13], maxTokens: 10, temperature })),
  );
  const [ours, theirs] = [await learner.sample(groups), await sampler.sample(groups)];
  const tokens = (answers: typeof ours) =>
    answers.map((group) => group.map(({ token_T, stop }) => [[...token_T], stop]));
  expect(tokens(ours)).toEqual(tokens(theirs));
  const logps = (answers: typeof ours) => answers.flat().flatMap(({ logp_T }) => [...logp_T]);
  const differences = logps(ours).map((logp, index) => Math.abs(logp - logps(theirs)[index]!));
  expect(Math.max(...differences)).toBeLessThan(1e-4);
  await sampler.close();
  learner.close();
});

test.skipIf(found.kind === 'none')('a run is verified', async () => {
  const base = await baseModelFromDisk('sprout');
  const runStore = smallRun(base);
  const parts = {
    loadRuntime: async () => ort,
    engine,
    openRunStore: async () => runStore,
    readBase: async () => base,
    now: () => 0,
  };
  const report = await createOnnxEngine(parts).verify(runId, 1);
  expect(report).toMatchObject({ passed: true, runtime: `onnxruntime-web ${ort.env.versions.web}` });
  expect(report.policies.map(({ policy, form }) => `${policy}, ${form}`).sort()).toEqual([
    'plan, adapter as inputs',
    'plan, merged',
    'tool, adapter as inputs',
    'tool, merged',
  ]);
  for (const { maxDifference } of report.policies) expect(maxDifference).toBeLessThan(1e-4);
});
