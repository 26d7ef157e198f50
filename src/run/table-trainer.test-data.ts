// A trainer that stands on the table learner and a database of its own: everything of the lab but the GPU.
import tokenizerJson from '../../models/sprout/tokenizer.json';
import { check } from '../basics/check';
import { tableLearner } from '../contract/table-learner.fixture';
import { openStorage } from '../files/storage/storage';
import { presetById } from '../learning/config/presets';
import { settingsFrom } from '../learning/config/run-config';
import { weightlessBase } from '../models/weightless-base.test-data';
import type { LabKinds } from './run-store';
import { createTrainer, type LabEngine } from './trainer';
import type { TrainerApi, TrainerEvent } from './trainer-api';
import type { OfferedFeature } from './worker-feature';

export const { base, tokenizer, vocabulary } = weightlessBase(tokenizerJson);
export const small = {
  steps: 4,
  worldsPerStep: 2,
  branches: 2,
  turns: 2,
  validationWorlds: 4,
  testWorlds: 4,
  learningRate: 0.1,
};
export const config = { ...presetById('quick').config, settings: settingsFrom(small) };

/** How many learners were opened and closed, of all trainers. */
export const learners = { opened: 0, closed: 0 };
/** The most that one of them was given at once. */
export const prompts = { most: 0 };

export const engine: LabEngine = {
  probe: async () => ({ available: true, name: 'table', vendor: 'test', architecture: '', software: true }),
  selfTest: async () => ({ passed: true, checks: [], ms: 1 }),
  planFor: async (_base, _precision, { batch }) => {
    check(batch.branches < 64, 'needs 9 GiB, there are 2: use fewer branches');
    return { sentence: 'needs up to 0.1 GiB' };
  },
  memoryFor: async () => 'fits',
  fitsOnCards: async () => [],
  setGpuShare: () => {},
  setGpuMemory: () => {},
  open: async () => {
    learners.opened++;
    const learner = tableLearner({ vocabulary, endToken: tokenizer.endToken });
    return {
      learner: {
        ...learner,
        sample: (groups) => {
          prompts.most = Math.max(prompts.most, groups.length);
          return learner.sample(groups);
        },
        close: () => void learners.closed++,
      },
      gpu: 'table',
      lost: new Promise<string>(() => {}),
    };
  },
};

let databases = 0;

export async function tableTrainer({ features = [] }: { readonly features?: readonly OfferedFeature[] } = {}): Promise<{
  readonly trainer: TrainerApi;
  readonly events: TrainerEvent[];
  readonly database: string;
}> {
  const events: TrainerEvent[] = [];
  const database = `trainer-${databases++}`;
  const trainer = createTrainer({
    engine,
    features,
    openRunStore: async () => {
      const storage = await openStorage<LabKinds>(database);
      return { ...storage, setTreeBudget: async (bytes) => void (await storage.trees.enforceBudget(bytes)) };
    },
    readBase: async () => base,
    readOutline: async () => base,
    now: () => 0,
  });
  await trainer.listen((event) => events.push(event));
  return { trainer, events, database };
}
