// What is published of a run: a model repository – each role's PEFT folder, a card, the run's bundle, the base model
// where it is ours – and, when wished, a Space: the built page with the team in it. The one thing to get right: the
// same run and the same wish make the same bytes, so what was listed is what is sent.
import { check, present } from '../../../basics/check';
import { basePolicy } from '../../../contract/learner';
import {
  adapterFolder,
  recordedRun,
  reportedCheckpoint,
  storedRun,
  trainedRoles,
  worldsInWords,
} from '../../../export/export';
import { mergedFolder } from '../../../export/merged-folder';
import { bundleFile } from '../../../export/run-bundle';
import { hashOfJson } from '../../../files/formats/hash';
import type { ArchivedFile } from '../../../files/formats/zip';
import { presets } from '../../../learning/config/presets';
import type { RunConfig } from '../../../learning/config/run-config';
import { isShipped } from '../../../learning/config/shipped-models';
import { firstWorld } from '../../../learning/config/worlds';
import type { BaseModel } from '../../../models/base-model';
import type { LabRun, RunStore } from '../../../run/run-store';
import type { TrainerApi } from '../../../run/trainer-api';
import { type DryRun, type PublishWish, repositoryName } from '../shared/publication';
import { pageFiles, type ReadPageFile } from './page-files';
import type { Repository } from './publish';
import { spaceCard } from './space-card';
import { hubIdOf, teamCard } from './team-card';

export interface PublicationParts {
  readonly runStore: RunStore;
  readonly readBase: (config: RunConfig) => Promise<BaseModel>;
  readonly exportRun: TrainerApi['exportRun'];
  /** Files of a page at an address or in a folder. */
  readonly readPage: (page: string) => ReadPageFile;
}

export interface Publication {
  readonly repositories: readonly Repository[];
  readonly dryRun: DryRun;
}

/** Rejects with what is missing: a checkpoint, adapters, a page for the Space. */
export async function publicationOf(parts: PublicationParts, runId: string, wish: PublishWish): Promise<Publication> {
  const name = repositoryName(wish.name);
  const run = await storedRun(parts.runStore, runId);
  const licence = wish.licence ?? (isShipped(run.config.model) ? 'mit' : undefined);
  const named = { name, visibility: wish.visibility, title: `Publish the team of ${run.name.replace(/\s+/g, ' ')}` };
  const model = await modelFiles(parts, run, { name, licence });
  const repositories: Repository[] = [{ kind: 'model', ...named, files: model }];
  if (wish.page !== undefined) {
    const files = await spaceFiles(parts, run, { name, licence, page: wish.page });
    repositories.push({ kind: 'space', ...named, files });
  }
  const listed = repositories.map(({ title: _, files, ...rest }) => ({
    ...rest,
    files: files.map(({ name: path, bytes }) => ({ path, bytes: bytes.length })),
  }));
  const asOf = await hashOfJson([runId, run.changedAt, run.step, wish]);
  return { repositories, dryRun: { repositories: listed, asOf, notes: notesOn(run, licence, wish) } };
}

/** The publication that was listed; rejects where the run went on since. */
export async function publicationAsOf(
  parts: PublicationParts,
  runId: string,
  { wish, asOf }: { readonly wish: PublishWish; readonly asOf: string },
): Promise<Publication> {
  const publication = await publicationOf(parts, runId, wish);
  check(
    publication.dryRun.asOf === asOf,
    'the run has changed since its files were listed: nothing was sent, look at the new list',
  );
  return publication;
}

interface Named {
  readonly name: string;
  readonly licence: string | undefined;
}

async function modelFiles(parts: PublicationParts, run: LabRun, { name, licence }: Named): Promise<ArchivedFile[]> {
  const { runStore } = parts;
  const { config } = run;
  check(
    config.trainable === 'adapter',
    'only runs that train adapters can be published as a team: take merged models home instead',
  );
  const roles = trainedRoles(run);
  check(roles.length > 0, 'no role of this run is trained: there is no adapter to publish');
  const { step } = await reportedCheckpoint(runStore, run.id);
  const adapters: ArchivedFile[] = [];
  for (const role of roles) adapters.push(...inFolder(role, await adapterFolder(runStore, run.id, role)));
  const bundle = await bundleFile(runStore, run.id, new Date(run.changedAt), { forAll: true });
  const beside = isShipped(config.model);
  const base = beside ? await baseFiles(run, { runStore, base: await parts.readBase(config) }) : [];
  const card = teamCard({
    run,
    name,
    licence,
    base: beside ? 'beside' : 'elsewhere',
    bundle: bundle.fileName,
    steps: step,
  });
  return [text('README.md', card), ...adapters, ...base, { name: bundle.fileName, bytes: bundle.bytes }];
}

/** The base model that ships is on no hub: it goes along, as transformers reads it. */
async function baseFiles(run: LabRun, given: { runStore: RunStore; base: BaseModel }): Promise<ArchivedFile[]> {
  const files = await mergedFolder({ ...given, run, numbers: 'f32' }, basePolicy);
  return inFolder(
    'base',
    files.filter(({ name }) => name !== 'README.md'),
  );
}

async function spaceFiles(
  parts: PublicationParts,
  run: LabRun,
  { name, licence, page }: Named & { readonly page: string },
): Promise<ArchivedFile[]> {
  const { runStore } = parts;
  const { config } = run;
  const { environment } = firstWorld(config);
  const preset = present(
    [...presets]
      .sort((a, b) => Number(b.id === config.preset) - Number(a.id === config.preset))
      .find((one) => firstWorld(one.config).environment === environment),
    `a Space plays worlds that Grove has a preset for, and there is none for "${environment}"`,
  );
  const python = config.toolLanguage === 'python';
  const files = await pageFiles(parts.readPage(page), (asset) => python || !/^py(odide|thon_stdlib)/.test(asset));
  const team = await parts.exportRun(run.id, { format: 'team' });
  const trees = await keptTrees(runStore, run.id);
  const without = [
    ...(python ? [] : ['the interpreter for programs in Python, which this team writes none of']),
    'the recorded run and the team that come with Grove: this run and this team stand in their place',
  ];
  return [
    text('README.md', spaceCard({ name, licence, environment: worldsInWords(config), without })),
    ...files.map((file) => (file.name === 'index.html' ? withOpening(file) : file)),
    text(openingName, openingPlay(preset.id)),
    { name: teamName, bytes: team.bytes },
    { name: 'recorded-run.json', bytes: await recordedRun(runStore, run.id, { trees }, new Date(run.changedAt)) },
  ];
}

/** Where the page looks for the team that comes with it. */
const teamName = 'trained-team.zip';

/** A file of its own: the page's policy lets no script stand in its text. */
const openingName = 'open-play.js';

/** Without an address behind "#" the page opens where the team plays. */
function openingPlay(preset: string): string {
  const route = `#/play/${encodeURIComponent(preset)}/1/${teamName}`;
  return `if (location.hash.length < 2) location.replace(${JSON.stringify(route)});\n`;
}

function withOpening({ name, bytes }: ArchivedFile): ArchivedFile {
  const html = new TextDecoder().decode(bytes);
  check(html.includes('</title>'), 'the page’s index.html has no title');
  return text(name, html.replace('</title>', `</title>\n    <script src="./${openingName}"></script>`));
}

/** Of the first and of the last kept step: enough to show how it began and what became of it. */
async function keptTrees(runStore: RunStore, runId: string) {
  const steps = await runStore.trees.steps(runId);
  const shown = [...new Set([steps[0], steps.at(-1)])].filter((step) => step !== undefined);
  const trees = await Promise.all(shown.map((step) => runStore.trees.get(runId, step)));
  return trees.filter((tree) => tree !== undefined);
}

function notesOn(run: LabRun, licence: string | undefined, { page, visibility }: PublishWish): string[] {
  return [
    visibility === 'public' ? 'Anybody can read it.' : 'Only you, and whoever you let in, can read it.',
    licence === undefined ? 'No licence is named: then nobody may use it.' : `Its licence is ${licence}.`,
    run.after ? [] : 'Its success on test problems was not measured: the card says so.',
    run.status === 'finished' ? [] : 'The run is not finished: its best checkpoint so far is published.',
    hubIdOf(run.config.model) === undefined
      ? 'The hub knows no base model of that name: the card says where it was.'
      : [],
    page === undefined ? [] : 'The Space holds the page of Grove, with this team in it.',
  ].flat();
}

function inFolder(folder: string, files: readonly ArchivedFile[]): ArchivedFile[] {
  return files.map((file) => ({ ...file, name: `${folder}/${file.name}` }));
}

function text(name: string, content: string): ArchivedFile {
  return { name, bytes: new TextEncoder().encode(content) };
}
