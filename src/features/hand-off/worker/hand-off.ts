// "Continue on a cluster": a run as a folder for PettingLLMs – merged weights, configuration, problems, script, and
// what has to be patched there. It does not know YAML or the layout of their files, nor who writes the folder.
import { present } from '../../../basics/check';
import { basePolicy } from '../../../contract/learner';
import { adapterFolder, type ExportedFile, fileNameOf, runJson, storedRun, trainedRoles } from '../../../export/export';
import { baseOf, type ExportParts } from '../../../export/export-formats';
import { type Merging, mergedFolder } from '../../../export/merged-folder';
import { numberNames } from '../../../export/number-types';
import { type ArchivedFile, zipOf } from '../../../files/formats/zip';
import { kindOfWorld } from '../../../learning/catalogue';
import { firstWorld, wholeSettings } from '../../../learning/config/worlds';
import { type CatalogueParts, catalogueOfRun } from '../../../run/run-catalogue';
import type { NumberType } from '../../../run/trainer-api';
import { modelsOf, pettingllmsConfigOf, sizesFor, totalSteps } from './config';
import { faultsText } from './faults';
import { pettingllmsYaml } from './pettingllms-config';
import { lostWith, readmeOf, runScript } from './texts';
import { theirWorldOf } from './worlds';

/** What is merged, and where the run's problems are. */
export interface HandingOff extends Omit<Merging, 'run'>, CatalogueParts {}

/** The files of the folder. Throws where PettingLLMs has no such world, and when the run has no checkpoint yet. */
export async function handOffFolder(handing: HandingOff, runId: string): Promise<ArchivedFile[]> {
  const { runStore, base, numbers } = handing;
  const run = await storedRun(runStore, runId);
  const { config } = run;
  const world = theirWorldOf(config);
  const positions = Number(base.config['max_position_embeddings'] ?? 2048);
  const wanted = world.tokens.prompt + world.tokens.answer;
  const name = fileNameOf(run).replaceAll('-', '_');
  const yaml = pettingllmsYaml(
    pettingllmsConfigOf(config, world, { experiment: name, sizes: sizesFor(world, positions) }),
    `${run.name.replace(/[\r\n]/g, ' ')}: a run of Grove, continued. Goes into pettingllms/config/grove/ (run.sh puts it there).`,
  );
  const { environmentById } = await catalogueOfRun(config, handing);
  const environment = environmentById(firstWorld(config).environment);
  const need = {
    environment,
    training: config.settings.worldsPerStep * totalSteps,
    steps: totalSteps,
    afterStep: run.step,
  };
  const datasets = world.files(config, need);

  const models = modelsOf(config);
  const whole: ArchivedFile[] = [];
  for (const policy of models)
    whole.push(...inFolder(`models/${policy}`, await mergedFolder({ ...handing, run }, policy)));
  const roles =
    config.trainable === 'adapter' ? trainedRoles(run).filter((role) => config.policies[role] !== basePolicy) : [];
  const adapters: ArchivedFile[] = [];
  for (const role of roles) adapters.push(...inFolder(`adapters/${role}`, await adapterFolder(runStore, runId, role)));

  const lost = [
    ...lostWith(run, { positions, wanted }),
    ...world.lost(wholeSettings(firstWorld(config), config.definitions)),
  ];
  const told = {
    run,
    name,
    models,
    adapters: roles,
    datasets: datasets.length > 0,
    lost,
    numbers: numberNames[numbers],
  };
  const text = (file: string, content: string) => ({ name: file, bytes: new TextEncoder().encode(content) });
  return [
    text('README.md', readmeOf(told)),
    text('FAULTS.md', faultsText(kindOfWorld(firstWorld(config).environment, config.definitions))),
    text('run.sh', runScript(told)),
    text(`config/${name}.yaml`, yaml),
    { name: 'run.json', bytes: (await runJson(runStore, runId, new Date(run.changedAt))).bytes },
    ...datasets,
    ...whole,
    ...adapters,
  ];
}

/** The folder as a zip. */
async function handOffZip(handing: HandingOff, runId: string): Promise<ExportedFile> {
  const run = present(await handing.runStore.runs.get(runId), `there is no run "${runId}"`);
  const files = await handOffFolder(handing, runId);
  const folder = `${fileNameOf(run)}-pettingllms`;
  return { fileName: `${folder}.zip`, bytes: await zipOf(inFolder(folder, files), new Date(run.changedAt)) };
}

/** The same, its base model read by the name in the run's configuration. */
export async function handOffOfRun(
  parts: ExportParts,
  runId: string,
  numbers: NumberType = 'bf16',
): Promise<ExportedFile> {
  return handOffZip({ ...parts, base: await baseOf(runId, parts), numbers }, runId);
}

function inFolder(folder: string, files: readonly ArchivedFile[]): ArchivedFile[] {
  return files.map((file) => ({ ...file, name: `${folder}/${file.name}` }));
}
