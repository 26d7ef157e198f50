// A trained team as one small file that plays everywhere: a zip of `team.json` – what was trained, on which base, how
// well it does – and a PEFT folder for each policy, named after the first role that it speaks for. Zips of PEFT folders
// without a team.json are read as well: one per role, as the lab exports them.
import { check, present } from '../../../basics/check';
import { basePolicy, type PolicyName } from '../../../contract/learner';
import {
  adapterFolder,
  checkWithoutPictures,
  type ExportedFile,
  fileNameOf,
  reportedCheckpoint,
  storedRun,
  trainedRoles,
} from '../../../export/export';
import { checkFile, FormatError, jsonObjectFrom } from '../../../files/formats/format-error';
import { readPeftFolder } from '../../../files/formats/peft';
import { unzip } from '../../../files/formats/unzip';
import { type ArchivedFile, zipOf } from '../../../files/formats/zip';
import { type ToolLanguage, toolLanguages } from '../../../learning/agents/team';
import { cardOf, teamOf } from '../../../learning/catalogue';
import { type RunConfig, settingsFrom, type WorldShare } from '../../../learning/config/run-config';
import { checkSampling, type Sampling } from '../../../learning/config/sampling';
import { definitionsFrom } from '../../../learning/given-definitions';
import type { LabRun, RunStore } from '../../../run/run-store';
import type { NumberType } from '../../../run/trainer-api';
import type { LoraAdapter } from './onnx-model';

export interface TeamFile {
  readonly name: string;
  readonly config: RunConfig;
  /** By policy; one that is not here is spoken by the bare base model. */
  readonly adapters: Readonly<Record<PolicyName, LoraAdapter>>;
  /** Steps it was trained for, and the SHA-256 of its base model's weights, where the file says. */
  readonly step?: number;
  readonly baseHash?: string;
  /** Success on test problems, in [0, 1]. */
  readonly success?: { readonly before?: number; readonly after?: number };
}

const cardName = 'team.json';
const format = 'grove-team';
const version = 1;

/** The team of a run, as its reported checkpoint has it. */
export async function teamZip(runStore: RunStore, runId: string, numbers?: NumberType): Promise<ExportedFile> {
  const run = await storedRun(runStore, runId);
  checkWithoutPictures(run, 'a team’s file, which plays without a GPU,');
  const { step } = await reportedCheckpoint(runStore, runId);
  const { name, config, baseHash, before, after } = run;
  const card = { format, version, name, step, config, baseHash, success: { before: before?.rate, after: after?.rate } };
  const text = (content: string) => new TextEncoder().encode(content);
  const files: ArchivedFile[] = [
    { name: cardName, bytes: text(`${JSON.stringify(card, undefined, 2)}\n`) },
    { name: 'README.md', bytes: text(readme(run)) },
  ];
  for (const role of voices(run)) {
    for (const file of await adapterFolder(runStore, runId, role, numbers))
      files.push({ ...file, name: `${role}/${file.name}` });
  }
  check(files.length > 2, 'no role of this run has an adapter: there is no team to take along');
  return { fileName: `${fileNameOf(run)}-team.zip`, bytes: await zipOf(files, new Date(run.changedAt)) };
}

function readme({ name, config }: LabRun): string {
  return `# ${name}

A team trained by Grove on the base model ${config.model}: one PEFT folder for each policy, and \`${cardName}\`, which says what was trained and how
well it does. Open this zip in Grove under Play – it needs no GPU – or put it beside Grove, or on huggingface.co, and link to it:

    …/#/play/${config.preset}/1/ADDRESS

where … is where Grove lies and ADDRESS is the zip's address, encoded as encodeURIComponent does. Grove reads from no
other site.
`;
}

/** The first role of each trained policy. */
export function voices(run: LabRun): string[] {
  const { policies } = run.config;
  const roles = trainedRoles(run);
  return roles.filter((role) => roles.find((other) => policies[other] === policies[role]) === role);
}

export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Reads a team's file, or, where `otherwise` is given, zips of PEFT folders for its roles. Throws a FormatError naming
 *  the file and what to do. */
export async function readTeam(files: readonly GivenFile[], otherwise?: RunConfig): Promise<TeamFile> {
  const [first] = files;
  checkFile(first, 'the team', 'no file was given');
  const archives: { name: string; files: ArchivedFile[] }[] = [];
  for (const { name, bytes } of files) {
    checkFile(
      !name.toLowerCase().endsWith('.json'),
      name,
      'holds what a run reported, but no adapters: export the team under Runs, or its adapters',
    );
    archives.push({ name, files: await unzip(bytes, name) });
  }
  const whole = archives.find((archive) => archive.files.some(({ name }) => name === cardName));
  if (whole) {
    checkFile(files.length === 1, whole.name, `holds a whole team: open it alone, got ${files.length} files`);
    return named(whole.name, () => wholeTeam(whole.files, whole.name));
  }
  checkFile(otherwise, first.name, `is no team’s file: it has no ${cardName}`);
  const adapters = Object.assign(
    {},
    ...archives.map((archive) => looseAdapters(archive.files, archive.name, otherwise)),
  );
  const policies = Object.fromEntries(teamOf(otherwise).roles.map(({ id }) => [id, id in adapters ? id : basePolicy]));
  return { name: files.map(({ name }) => name).join(', '), config: { ...otherwise, policies }, adapters };
}

function wholeTeam(files: readonly ArchivedFile[], fileName: string): TeamFile {
  const card = jsonObjectFrom(
    present(files.find(({ name }) => name === cardName)?.bytes, cardName),
    `${fileName}/${cardName}`,
  );
  checkFile(card['format'] === format, fileName, `its ${cardName} is not of format "${format}"`);
  checkFile(
    card['version'] === version,
    fileName,
    `is of version ${JSON.stringify(card['version'])}, this Grove reads version ${version}`,
  );
  const config = configFrom(card['config'], fileName);
  const adapters: Record<PolicyName, LoraAdapter> = {};
  for (const [role, policy] of Object.entries(config.policies)) {
    const folder = files.filter(({ name }) => name.startsWith(`${role}/`));
    if (folder.length > 0) adapters[policy] = readPeftFolder(folder, `${fileName}/${role}`);
  }
  const missing = Object.values(config.policies).find((policy) => policy !== basePolicy && !adapters[policy]);
  checkFile(missing === undefined, fileName, `has no adapter for the policy "${missing}"`);
  const { name, step, baseHash } = card;
  const success = (card['success'] ?? {}) as Record<string, unknown>;
  const rate = (value: unknown) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined);
  return {
    name: typeof name === 'string' ? name.slice(0, 80) : fileName,
    config,
    adapters,
    ...(typeof step === 'number' ? { step } : {}),
    ...(typeof baseHash === 'string' ? { baseHash } : {}),
    success: { before: rate(success['before']), after: rate(success['after']) },
  };
}

/** What a stranger's file says of the run is used only as far as it is known here. */
function configFrom(value: unknown, fileName: string): RunConfig {
  const config = (value ?? {}) as Partial<Record<keyof RunConfig, unknown>>;
  // by itself in earlier files
  const [world] = (Array.isArray(config.worlds) ? config.worlds : [config]) as Partial<WorldShare>[];
  const environment = world?.environment;
  checkFile(typeof environment === 'string', fileName, `its ${cardName} names no "environment"`);
  const text = (field: 'preset' | 'model' | 'team' | 'wording' | 'toolLanguage'): string => {
    const found = config[field];
    checkFile(typeof found === 'string', fileName, `its ${cardName} names no "${field}"`);
    return found;
  };
  const definitions = config.definitions === undefined ? {} : { definitions: definitionsFrom(config.definitions) };
  const team = teamOf({ ...definitions, team: text('team') });
  const toolLanguage = text('toolLanguage');
  const known = Object.keys(toolLanguages).join(', ');
  checkFile(isToolLanguage(toolLanguage), fileName, `its tool language is one of ${known}, got "${toolLanguage}"`);
  const sampling = config.sampling === undefined ? {} : { sampling: config.sampling as Sampling };
  checkSampling(
    sampling.sampling ?? {},
    team.roles.map(({ id }) => id),
  );
  const wording = text('wording');
  checkFile(
    wording === 'compact' || wording === 'instruct',
    fileName,
    `its wording is compact or instruct, got "${wording}"`,
  );
  const given = (config.policies ?? {}) as Record<string, unknown>;
  const policies = Object.fromEntries(
    team.roles.map(({ id }) => {
      const policy = given[id];
      checkFile(typeof policy === 'string', fileName, `its ${cardName} names no policy for the role "${id}"`);
      return [id, policy];
    }),
  );
  return {
    preset: text('preset'),
    model: text('model'),
    worlds: [
      {
        environment: cardOf(environment, definitions.definitions).id,
        environmentSettings: { ...world?.environmentSettings }, // the room's own settings are set by whoever plays
        share: 1,
      },
    ],
    team: team.id,
    wording,
    toolLanguage,
    policies,
    trainable: 'adapter',
    frozen: [],
    ...definitions,
    ...sampling,
    settings: settingsFrom((config.settings ?? {}) as Record<string, unknown>),
  };
}

function isToolLanguage(name: string): name is ToolLanguage {
  return Object.hasOwn(toolLanguages, name);
}

function looseAdapters(
  files: readonly ArchivedFile[],
  fileName: string,
  config: RunConfig,
): Record<string, LoraAdapter> {
  const roles = teamOf(config).roles.map(({ id }) => id);
  const folders = new Map<string, ArchivedFile[]>();
  for (const file of files) {
    const folder = file.name.includes('/') ? file.name.slice(0, file.name.lastIndexOf('/')) : '';
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const adapters: Record<string, LoraAdapter> = {};
  for (const [folder, inside] of folders) {
    const wanted = roles.find((role) => role === folder.split('/').at(-1)) ?? roleOnCard(inside, roles);
    if (!inside.some(({ name }) => name.endsWith('adapter_config.json')) && folders.size > 1) continue;
    const adapter = readPeftFolder(inside, fileName);
    checkFile(
      wanted,
      fileName,
      `does not say for which role its adapter is: put it into a folder named ${roles.join(' or ')}`,
    );
    adapters[wanted] = adapter;
  }
  return adapters;
}

/** The role that the adapter's README names. */
function roleOnCard(files: readonly ArchivedFile[], roles: readonly string[]): string | undefined {
  const card = files.find(({ name }) => name.endsWith('README.md'));
  const named = /^\| Role \| (.+?) \|$/m.exec(new TextDecoder().decode(card?.bytes))?.[1];
  return roles.find((role) => role === named);
}

/** Whatever is wrong is said of the file. */
function named<T>(fileName: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof FormatError) throw cause;
    throw new FormatError(fileName, cause instanceof Error ? cause.message : String(cause));
  }
}
