// `lab verify`: our engine's log-probabilities on a run's own prompts beside onnxruntime-web's, which shares no kernel
// with it. Fails where they differ by more than the tolerance.

import { folderRunStore } from '../../../headless/folder-run-store';
import { baseModelFromDisk, readingOn } from '../../../headless/model-files';
import { percent } from '../../../headless/progress';
import type { Verb } from '../../../headless/verb';
import { createOnnxEngine } from '../worker/onnx-engine';

export const verify: Verb = {
  name: 'verify',
  meaning: "compares the engine with onnxruntime-web on a run's prompts",
  flags: {
    run: { value: 'FOLDER', meaning: 'the run whose best checkpoint speaks', required: true },
    n: { value: 'N', meaning: 'test problems that are played for prompts (3)' },
  },
  run: async ({ flags, progress, machine, say, fail }) => {
    const runStore = folderRunStore(flags.needed('run'));
    const runId = await runStore.runId();
    const worlds = flags.count('n');
    const { engine } = await machine();
    const second = createOnnxEngine({
      loadRuntime: () => import('onnxruntime-web'),
      engine,
      openRunStore: async () => runStore,
      readBase: (model) => baseModelFromDisk(model, readingOn(progress)),
      now: () => performance.now(),
    });
    const report = await second.verify(runId, worlds, (done, total) => progress.bar('policies compared', done, total));
    progress.end();
    const { passed, tolerance, prompts, policies, runtime, gpu } = report;
    for (const { policy, form, values, tokens, maxDifference, sameGreedy, passed: well } of policies) {
      const greedy = `${percent(sameGreedy)} of ${tokens} greedy tokens the same`;
      say(
        `${well ? 'same ' : 'OTHER'}  ${policy}, ${form}: largest difference ${maxDifference.toExponential(1)} in ${values} log-probabilities, ${greedy}`,
      );
    }
    say(`${passed ? 'passed' : 'FAILED'}: ${gpu} beside ${runtime}, ${prompts} prompts, tolerance ${tolerance}`);
    if (!passed) fail(1);
    return report;
  },
};
