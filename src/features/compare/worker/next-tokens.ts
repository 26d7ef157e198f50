// Next-token probabilities of two kept checkpoints after one prompt, side by side. Of a small vocabulary every token is
// looked at; of a large one those that either side draws: their probabilities are exact, what is left over is unseen.
import { check, present } from '../../../basics/check';
import { rngFrom } from '../../../basics/rng';
import { basePolicy, type Learner, type PolicyName } from '../../../contract/learner';
import { checkBase, policyOfRole, storedRun } from '../../../export/export';
import { loadSnapshots } from '../../../run/load-team';
import type { RunStore } from '../../../run/run-store';
import type { TrainerHooks } from '../../../run/worker-feature';
import type { CompareApi, NextTokens, SideOfPrompt } from '../shared/compare-api';

/** Above this only drawn tokens are looked at. */
const wholeVocabulary = 4096;
const draws = 96;
const most = 40;

export async function nextTokens(
  { runStore: openRunStore, infer }: Pick<TrainerHooks, 'runStore' | 'infer'>,
  { prompt, sides }: Parameters<CompareApi['nextTokens']>[0],
): Promise<NextTokens> {
  const runStore = await openRunStore();
  const runs = await Promise.all(sides.map(({ run }) => storedRun(runStore, run)));
  const first = present(runs[0], 'two checkpoints are compared, got none');
  for (const run of runs)
    check(
      run.baseHash === first.baseHash,
      `“${run.name}” stands on another base model than “${first.name}”: their tokens cannot be compared`,
    );
  return infer(first.config, async ({ learner, names: added, base }) => {
    checkBase(first, base);
    const { tokenizer } = base;
    const prompt_P = tokenizer.encode(prompt);
    check(prompt_P.length > 0, 'the prompt is empty: choose one of a kept step');
    const all = tokenizer.size <= wholeVocabulary;
    const load = async (side: SideOfPrompt, index: number): Promise<PolicyName> => {
      const run = runs[index] ?? first;
      const policy = policyOfRole(run, side.role);
      if (policy === basePolicy || side.step === 0) return basePolicy;
      const { policies } = await checkpointAt(runStore, side);
      return (await loadSnapshots({ learner, config: run.config, added }, policies))[side.role] ?? basePolicy;
    };
    const wanted = new Set<number>(all ? Array.from({ length: tokenizer.size }, (_, token) => token) : []);
    if (!all)
      for (const [index, side] of sides.entries())
        for (const token of await drawnBy(learner, await load(side, index), prompt_P)) wanted.add(token);
    const tokens = [...wanted];
    const probability_S_V: number[][] = [];
    // One side after the other: two runs may share a policy's name in the learner.
    for (const [index, side] of sides.entries())
      probability_S_V.push(await probabilitiesOf(learner, await load(side, index), { prompt_P, tokens }));
    const height = (at: number) => Math.max(...probability_S_V.map((probability_V) => probability_V[at] ?? 0));
    const order = [...tokens.keys()].sort((a, b) => height(b) - height(a)).slice(0, most);
    return {
      pieces: tokenizer.pieces(order.map((at) => tokens[at] ?? 0)),
      probability: probability_S_V.map((probability_V) => order.map((at) => probability_V[at] ?? 0)),
      all,
    };
  });
}

async function checkpointAt({ checkpoints }: Pick<RunStore, 'checkpoints'>, { run, step }: SideOfPrompt) {
  const current = await checkpoints.load(run);
  const found = current?.step === step ? current : await checkpoints.load(run, 'best');
  const kept = found?.step === step ? found : undefined;
  return present(kept, `the run keeps no checkpoint of step ${step} any more: choose another`);
}

async function drawnBy(learner: Learner, policy: PolicyName, prompt_P: readonly number[]): Promise<number[]> {
  const rng = rngFrom('next tokens');
  const seed_K = Array.from({ length: draws }, () => rng.integer(2 ** 32));
  const [drawn = []] = await learner.sample([{ policy, prompt_P, seed_K, maxTokens: 1, temperature: 1 }]);
  return drawn.flatMap(({ token_T: [token] }) => token ?? []);
}

/** One answer of one token for each token: they share the prompt. */
async function probabilitiesOf(
  learner: Learner,
  policy: PolicyName,
  { prompt_P, tokens }: { readonly prompt_P: readonly number[]; readonly tokens: readonly number[] },
): Promise<number[]> {
  const completions = tokens.map((token) => ({ token_T: [token], oldLogp_T: [0], advantage: 0 }));
  const [group = []] = await learner.logprobs(policy, [{ prompt_P, completions }]);
  return group.map(([logp = Number.NEGATIVE_INFINITY]) => Math.exp(logp));
}
