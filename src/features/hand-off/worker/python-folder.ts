// A run as a folder for TRL, verl and what trains through verifiers: its world as a Python package around the world's
// own code, questions for each role, models and adapters, and how each trainer is started. It does not know who writes
// the folder.
/// <reference path="./world-server-code.d.ts" />
import serverCode from 'virtual:script/features/hand-off/cli/world-server.ts';
import { check } from '../../../basics/check';
import { basePolicy } from '../../../contract/learner';
import {
  adapterFolder,
  checkWithoutPictures,
  type ExportedFile,
  fileNameOf,
  runJson,
  storedRun,
} from '../../../export/export';
import { baseOf, type ExportParts } from '../../../export/export-formats';
import { mergedFolder } from '../../../export/merged-folder';
import { numberNames } from '../../../export/number-types';
import { type ArchivedFile, zipOf } from '../../../files/formats/zip';
import { catalogueOf } from '../../../learning/catalogue';
import type { ChatMessage } from '../../../learning/language/chat-template';
import type { StepTree } from '../../../learning/rollouts/transcript';
import { definitionsOf } from '../../../run/run-catalogue';
import type { LabRun, RunStore } from '../../../run/run-store';
import type { NumberType } from '../../../run/trainer-api';
import { type GameFile, gameMaster } from '../shared/game';
import type { HandingOff } from './hand-off';
import environmentCode from './python/environment.py?raw';
import packageInit from './python/package_init.py?raw';
import rewardsCode from './python/rewards.py?raw';
import trlScript from './python/train_trl.py?raw';
import verlRewardCode from './python/verl_reward.py?raw';
import worldCode from './python/world.py?raw';
import { pyproject, pythonReadme, verlScript } from './python-texts';
import { type Question, questionsOf, type RoleQuestions, rowOf } from './questions';
import { lostSettings, type TrainedRole, trlSettings, verlYaml } from './trainer-settings';

/** A prompt in the compact wording is no conversation: the model is shown it as it is. */
const asItIs = "{% for message in messages %}{{ message['content'] }}{% endfor %}";

/** The files of the folder. Throws where the run trains nothing, has no checkpoint yet, or plays what cannot be served
 *  outside the Lab. */
export async function pythonFolder(handing: HandingOff, runId: string): Promise<ArchivedFile[]> {
  const { runStore, numbers } = handing;
  const run = await storedRun(runStore, runId);
  const { config } = run;
  checkWithoutPictures(run, 'a trainer elsewhere');
  const learning = Object.keys(config.policies).filter(
    (role) => config.policies[role] !== basePolicy && !config.frozen.includes(role),
  );
  check(learning.length > 0, 'no role of this run learns: there is nothing to go on with');
  const name = `grove_${fileNameOf(run).replaceAll('-', '_')}`;
  const language =
    config.wording === 'compact' ? { ...handing.base.language, chatTemplate: asItIs } : handing.base.language;
  const base = { ...handing.base, language };
  const definitions = await definitionsOf(config, handing);
  const game: GameFile = { format: 'grove-game', name: run.name, config, definitions, step: run.step };
  const promptOf = promptsOf(handing, config.wording);
  const asked = await questionsOf({
    master: gameMaster(game, catalogueOf(definitions)),
    worlds: config.worlds.map(({ environment }) => environment),
    trees: treesOf(runStore, runId),
    promptOf,
  });

  const roles = learning.flatMap((id): (TrainedRole & { questions: RoleQuestions })[] => {
    const questions = asked.get(id);
    if (!questions || questions.train.length === 0) return [];
    const longest = (length: (question: Question) => number) =>
      Math.max(...[...questions.train, ...questions.validation].map(length));
    const tokens = (question: Question) => handing.base.tokenizer.encode(promptOf(question.messages)).length;
    return [
      {
        id,
        ...startOf(run, id),
        maxTokens: longest(({ maxTokens }) => maxTokens),
        promptTokens: 32 * Math.ceil(longest(tokens) / 32),
        perStep: Math.min(config.settings.worldsPerStep, questions.train.length),
        questions,
      },
    ];
  });

  const models: ArchivedFile[] = [];
  for (const model of new Set(roles.map(({ model }) => model)))
    models.push(...inFolder(model, await mergedFolder({ runStore, run, base, numbers }, model.replace('models/', ''))));
  const adapters: ArchivedFile[] = [];
  for (const { id, adapter } of roles)
    if (adapter) adapters.push(...inFolder(adapter, await adapterFolder(runStore, runId, id)));

  const told = {
    run,
    name,
    numbers: numberNames[numbers],
    roles: roles.map(({ questions: { train, validation }, ...role }) => ({
      ...role,
      train: train.length,
      validation: validation.length,
    })),
    unasked: learning.filter((id) => roles.every((role) => role.id !== id)),
    lost: lostSettings(config, learning),
  };
  const named = { package: name, roles, experiment: name.replace(/^grove_/, '') };
  return [
    text('README.md', pythonReadme(told)),
    text('pyproject.toml', pyproject(name)),
    text(`${name}/__init__.py`, packageInit),
    text(`${name}/world.py`, worldCode),
    text(`${name}/rewards.py`, rewardsCode),
    text(`${name}/verl_reward.py`, verlRewardCode),
    text(`${name}/environment.py`, environmentCode),
    text(`${name}/world-server.mjs`, serverCode),
    text(`${name}/game.json`, `${JSON.stringify(game)}\n`),
    text('train_trl.py', trlScript),
    text('trl.json', `${JSON.stringify(trlSettings(config, named), null, 2)}\n`),
    text('run_verl.sh', verlScript),
    ...roles.map((role) => text(`verl/${role.id}.yaml`, verlYaml(config, role, named))),
    ...roles.flatMap(({ id, questions: { train, validation } }) => [
      text(`data/${id}/train.jsonl`, linesOf(train)),
      text(`data/${id}/validation.jsonl`, linesOf(validation)),
    ]),
    { name: 'run.json', bytes: (await runJson(runStore, runId, new Date(run.changedAt))).bytes },
    ...models,
    ...adapters,
  ];
}

/** Where a role goes on: its adapter on the base model, or a whole model of its own. */
function startOf({ config }: LabRun, role: string): Pick<TrainedRole, 'model' | 'adapter'> {
  return config.trainable === 'adapter'
    ? { model: `models/${basePolicy}`, adapter: `adapters/${role}` }
    : { model: `models/${config.policies[role]}` };
}

function promptsOf({ base: { tokenizer } }: HandingOff, wording: LabRun['config']['wording']) {
  return (messages: readonly ChatMessage[]): string =>
    (wording === 'compact' ? undefined : tokenizer.chat?.(messages)) ?? messages.map(({ content }) => content).join('');
}

async function* treesOf(runStore: Pick<RunStore, 'trees'>, runId: string): AsyncGenerator<StepTree> {
  for (const step of await runStore.trees.steps(runId)) {
    const tree = await runStore.trees.get(runId, step);
    if (tree) yield tree;
  }
}

const linesOf = (questions: readonly Question[]) =>
  questions.map((question, index) => `${JSON.stringify(rowOf(question, index))}\n`).join('');

/** The folder as a zip, its base model read by the name in the run's configuration. */
export async function pythonZip(
  parts: ExportParts,
  runId: string,
  numbers: NumberType = 'bf16',
): Promise<ExportedFile> {
  const run = await storedRun(parts.runStore, runId);
  const files = await pythonFolder({ ...parts, base: await baseOf(runId, parts), numbers }, runId);
  const folder = `${fileNameOf(run)}-python`;
  return { fileName: `${folder}.zip`, bytes: await zipOf(inFolder(folder, files), new Date(run.changedAt)) };
}

function text(name: string, content: string): ArchivedFile {
  return { name, bytes: new TextEncoder().encode(content) };
}

function inFolder(folder: string, files: readonly ArchivedFile[]): ArchivedFile[] {
  return files.map((file) => ({ ...file, name: `${folder}/${file.name}` }));
}
