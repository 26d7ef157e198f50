// `lab logits`: the log-probability of every token of the vocabulary after a text, as the engine computes it – under
// the base model, a run's role, or any PEFT adapter. For comparing with other programs; logits themselves differ from
// these by a constant per row.
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { check, present } from '../../basics/check';
import { basePolicy, type Learner } from '../../contract/learner';
import { policyOfRole, reportedCheckpoint, storedRun } from '../../export/export';
import { readPeftFolder, readPeftZip } from '../../files/formats/peft';
import { addPeft } from '../../run/load-team';
import { asIn } from '../../run/run-policies';
import { type Flags, UsageError } from '../arguments';
import { folderRunStore } from '../folder-run-store';
import { baseModelFromDisk, readingOn } from '../model-files';
import type { Verb } from '../verb';

export const logits: Verb = {
  name: 'logits',
  meaning: "prints the next token's log-probabilities after a text, for comparison with other programs",
  flags: {
    model: { value: 'NAME|FOLDER|FILE.gguf', meaning: 'the base model', required: true },
    tokens: { value: 'IDS', meaning: 'token ids, with commas between them', required: true },
    run: { value: 'FOLDER', meaning: 'a run, of which --role speaks' },
    role: { value: 'ROLE', meaning: 'of the run' },
    peft: { value: 'FOLDER|FILE.zip', meaning: 'a PEFT adapter, made here or elsewhere' },
  },
  run: async ({ flags, progress, machine, say }) => {
    if (flags.has('run') && flags.has('peft'))
      throw new UsageError('--run and --peft both name an adapter: give one of them');
    if (flags.has('run') !== flags.has('role')) throw new UsageError('--run and --role belong together');
    const model = await baseModelFromDisk(flags.needed('model'), readingOn(progress));
    const rows = Number(model.config['vocab_size']);
    const token_T = tokensFrom(flags.needed('tokens'), rows);
    const { learner } = await (await machine()).engine.open(model);
    const policy = await policyFrom(flags, learner);
    const logp_T_V: number[][] = [];
    for (let length = 1; length <= token_T.length; length++) {
      progress.bar('positions', length - 1, token_T.length);
      logp_T_V.push(await nextLogps(learner, policy, { prompt_P: token_T.slice(0, length), rows }));
    }
    progress.end();
    learner.close();
    const last = logp_T_V.at(-1) ?? [];
    const best = [...last.keys()].sort((a, b) => (last[b] ?? 0) - (last[a] ?? 0)).slice(0, 5);
    say(best.map((token) => `${token} ${(last[token] ?? 0).toFixed(4)}`).join('\n'));
    return { token_T, logp_T_V };
  },
};

/** One completion of one token for each token there is: they share the prompt. */
async function nextLogps(
  learner: Learner,
  policy: string,
  { prompt_P, rows }: { prompt_P: readonly number[]; rows: number },
): Promise<number[]> {
  const completions = Array.from({ length: rows }, (_, token) => ({ token_T: [token], oldLogp_T: [0], advantage: 0 }));
  const [group = []] = await learner.logprobs(policy, [{ prompt_P, completions }]);
  return group.map(([logp = Number.NaN]) => logp);
}

async function policyFrom(flags: Flags, learner: Learner): Promise<string> {
  const run = flags.text('run');
  const peft = flags.text('peft');
  if (run !== undefined) {
    const runStore = folderRunStore(run);
    const stored = await storedRun(runStore, await runStore.runId());
    const name = policyOfRole(stored, flags.needed('role'));
    if (name === basePolicy) return basePolicy;
    const { policies } = await reportedCheckpoint(runStore, stored.id);
    const snapshot = present(policies[name], `the run's checkpoint has no policy "${name}"`);
    const { rank, loraAlpha: alpha } = stored.config.settings;
    await learner.addPolicy(name, asIn(snapshot, { rank, alpha }));
    await learner.load(name, snapshot);
    return name;
  }
  if (peft === undefined) return basePolicy;
  await addPeft(learner, 'peft', await peftFrom(peft));
  return 'peft';
}

async function peftFrom(path: string) {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`there is no adapter at ${path}: --peft names a PEFT folder or its zip`);
  if (!found.isDirectory()) return readPeftZip(new Uint8Array(await readFile(path)), basename(path));
  const names = (await readdir(path, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const files = await Promise.all(
    names.map(async (name) => ({ name, bytes: new Uint8Array(await readFile(join(path, name))) })),
  );
  return readPeftFolder(files, basename(path));
}

function tokensFrom(text: string, rows: number): number[] {
  const token_T = text.split(',').map(Number);
  check(
    token_T.every((token) => Number.isInteger(token) && token >= 0 && token < rows),
    `--tokens are ids below ${rows} with commas between them, got "${text}"`,
  );
  return token_T;
}
