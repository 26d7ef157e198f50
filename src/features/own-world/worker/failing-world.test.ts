// A world that goes wrong while a team trains on it ends the run with a sentence; what was learned before is kept.
import { tableLearner } from '../../../contract/table-learner.fixture';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openStorage } from '../../../files/storage/storage';
import { shippedTokenizer } from '../../../headless/model-files';
import { catalogueOf } from '../../../learning/catalogue';
import { presetById } from '../../../learning/config/presets';
import { plainLanguage } from '../../../learning/language/tokenizer';
import type { BaseModel } from '../../../models/base-model';
import type { LabKinds } from '../../../run/run-store';
import { startSession } from '../../../run/session';
import { openInterpreterFile, openWorldMakers } from '../cli/own-worlds';
import { exampleWorld } from './example';
import { worldInterpreter } from './makers';
import { moduleOf } from './own-world';
import { loadWorld } from './world-program';

test('a world that throws ends the run as failed, and says which function, given what', async () => {
  const source = exampleWorld.replace(
    'let { row, column }',
    "if (state.penguin.row === 1 && move === 'D') throw new Error('thin ice');\n    let { row, column }",
  );
  const loaded = loadWorld(await worldInterpreter(await openInterpreterFile()), source);
  if ('faults' in loaded) throw new Error(loaded.faults[0]?.what);
  const module = moduleOf(loaded.program.description, source);
  const definitions = { modules: [module] };
  const tokenizer = await shippedTokenizer();
  const { config: quick } = presetById('quick');
  const settings = { ...quick.settings, steps: 3, worldsPerStep: 2, branches: 2, validationWorlds: 4, testWorlds: 4 };
  const config = {
    ...quick,
    worlds: [{ environment: module.card.id, environmentSettings: {}, share: 1 }],
    definitions,
    settings,
  };
  const vocabulary = 'UDLR'.split('').flatMap((move) => tokenizer.encode(move));
  const base: BaseModel = {
    name: 'sprout',
    config: {},
    tokenizerJson: {},
    language: plainLanguage,
    tokenizer,
    tensors: [],
    hash: 'base',
  };
  const runStore = await openStorage<LabKinds>('failing-world');
  const session = await startSession(
    {
      runStore,
      base,
      catalogue: catalogueOf(definitions, await openWorldMakers()),
      openLearner: async () => ({
        learner: tableLearner({ vocabulary, endToken: tokenizer.endToken }),
        gpu: 'table',
        lost: new Promise(() => {}),
      }),
      now: () => 0,
      announce: () => undefined,
    },
    { config, name: 'thin ice' },
  );
  const run = await session.rested;
  expect(run.status).toBe('failed');
  expect(run.reason).toMatch(
    /the world “Penguin on ice”: step\(\{"size":7.*, "D"\): threw Error: thin ice \(line 30\)/,
  );
  expect(run.config.definitions).toEqual(definitions);
});
