// `lab publish`: a run's team as a repository on the Hugging Face hub, and a Space that plays it. What would be sent is
// listed first; nothing is sent before somebody said yes.
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { exportRun } from '../../../export/export-formats';
import { UsageError } from '../../../headless/arguments';
import type { CliFeature } from '../../../headless/cli-feature';
import { folderRunStore } from '../../../headless/folder-run-store';
import { baseModelFromDisk, modelFolder, readingOn } from '../../../headless/model-files';
import { wholeFolder } from '../../../headless/new-folder';
import type { Verb } from '../../../headless/verb';
import { readIfThere, writeWhole } from '../../../headless/whole-file';
import {
  bytesOf,
  type ListedRepository,
  type PublishProgress,
  type PublishWish,
  usualHub,
} from '../shared/publication';
import { type PublicationParts, publicationOf } from '../worker/publication';
import { publish, type Repository } from '../worker/publish';
import { PublishFault } from '../worker/publish-fault';

export const publishing = ({ formats }: CliFeature): Verb => ({
  name: 'publish',
  meaning: 'publishes the team of a run on the Hugging Face hub: lists all files first, and asks',
  flags: {
    run: { value: 'FOLDER', meaning: 'the run', required: true },
    to: { value: 'OWNER/NAME', meaning: 'the repository, a new one', required: true },
    private: { meaning: 'only you can read it' },
    space: { meaning: 'also a Space that plays the team, from the built page' },
    licence: { value: 'NAME', meaning: 'as the hub names licences; mit where the base model is the one that ships' },
    'dry-run': { meaning: 'only lists what would be sent; needs neither token nor network' },
    out: { value: 'FOLDER', meaning: 'of a dry run: also writes the files into this new folder, to be looked at' },
    yes: { meaning: 'sends it without asking' },
    token: { value: 'TOKEN', meaning: 'of the hub, with the right to write; better in the variable HF_TOKEN' },
    hub: { value: 'ADDRESS', meaning: `the hub; by default HF_ENDPOINT, else ${usualHub}` },
    page: { value: 'FOLDER', meaning: 'the built page, for the Space; dist/page by default' },
    model: { value: 'FOLDER|FILE.gguf', meaning: 'where the base model lies, when the run names it otherwise' },
  },
  run: async ({ flags, progress, say, fail, interrupted }) => {
    const runStore = folderRunStore(flags.needed('run'));
    const runId = await runStore.runId();
    const readBase = (model: string) => baseModelFromDisk(flags.text('model') ?? model, readingOn(progress));
    const parts: PublicationParts = {
      runStore,
      readBase: ({ model }) => readBase(model),
      exportRun: (id, request) => exportRun({ runStore, readBase, now: new Date(), formats }, id, request),
      readPage: (folder) => (path) => readIfThere(join(folder, path)),
    };
    const licence = flags.text('licence');
    const wish: PublishWish = {
      name: flags.needed('to'),
      visibility: flags.has('private') ? 'private' : 'public',
      ...(licence === undefined ? {} : { licence }),
      ...(flags.has('space') ? { page: flags.text('page') ?? join(modelFolder('sprout'), '../../dist/page') } : {}),
    };
    const { repositories, dryRun } = await publicationOf(parts, runId, wish);
    progress.end();
    for (const repository of dryRun.repositories) say(listing(repository));
    for (const note of dryRun.notes) say(note);
    const out = flags.text('out');
    if (out !== undefined && !flags.has('dry-run')) throw new UsageError('--out belongs to --dry-run');
    if (flags.has('dry-run')) {
      if (out !== undefined) await written(out, repositories);
      say('Nothing was sent: this was a dry run.');
      return { dryRun };
    }
    const hub = flags.text('hub') ?? process.env['HF_ENDPOINT'] ?? usualHub;
    const token = (flags.text('token') ?? process.env['HF_TOKEN'] ?? '').trim();
    if (token === '')
      throw new PublishFault(
        'no token',
        `publishing needs a token of the hub that may write: make one at ${hub}/settings/tokens, and put it into HF_TOKEN`,
      );
    if (!flags.has('yes') && !(await agreed(hub, interrupted))) {
      fail(2, 'nothing was sent: answer "yes", or add --yes');
      return { dryRun };
    }
    const onProgress = ({ what, done, total }: PublishProgress) => progress.bar(`bytes, ${what}`, done, total);
    const published = await publish(
      repositories,
      { hub, token },
      { signal: interrupted, send: fetch, onProgress },
    ).catch((fault: unknown) => {
      if (!interrupted.aborted || !(fault instanceof PublishFault)) throw fault;
      fail(1, fault.message);
      return [];
    });
    progress.end();
    for (const { kind, address } of published) say(`${kind === 'space' ? 'Space' : 'Model'}: ${address}`);
    return { dryRun, published };
  },
});

/** In a folder for each repository: model/ and space/. */
async function written(out: string, repositories: readonly Repository[]): Promise<void> {
  await wholeFolder(out, async (folder) => {
    for (const { kind, files } of repositories)
      for (const { name, bytes } of files) await writeWhole(join(folder, kind, name), bytes);
  });
}

function listing({ kind, name, visibility, files }: ListedRepository): string {
  const width = Math.max(...files.map(({ bytes }) => String(bytes).length));
  const lines = files.map(({ path, bytes }) => `  ${String(bytes).padStart(width)}  ${path}`);
  const sum = bytesOf({ files });
  return [
    `${kind === 'space' ? 'Space' : 'Model'} ${name}, ${visibility}: ${files.length} files, ${sum} bytes`,
    ...lines,
  ].join('\n');
}

/** Asks whoever sits at the terminal; nobody there is a no. */
async function agreed(hub: string, interrupted: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await asking.question(`Send all this to ${hub}? (yes/no) `, { signal: interrupted });
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    if (interrupted.aborted) return false;
    throw error;
  } finally {
    asking.close();
  }
}
