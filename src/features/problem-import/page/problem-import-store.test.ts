import { tableLearner } from '../../../contract/table-learner.fixture';
import { firstWorld } from '../../../learning/config/worlds';
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStorage } from '../../../files/storage/storage';
import { worldSeed } from '../../../learning/environments/splits';
import { tokenizerFrom } from '../../../learning/language/tokenizer';
import { weightlessBase } from '../../../models/weightless-base.test-data';
import { pageStorage } from '../../../page/stores/browser-storage';
import { noticesStore } from '../../../page/stores/notices-store';
import {
  addWorld,
  chooseEnvironment,
  choosePreset,
  chooseTeam,
  configFrom,
  copySetup,
  type KnobName,
  setKnob,
  setTrainable,
  setupFaults,
  setupStore,
} from '../../../page/stores/setup-store';
import { provideStorage } from '../../../page/stores/storage-client';
import { environmentById, prepareProblems, unreadyBecause } from '../../../page/stores/worlds';
import type { LabKinds } from '../../../run/run-store';
import { createTrainer } from '../../../run/trainer';
import type { TrainerEvent } from '../../../run/trainer-api';
import { problemImport } from '../worker/problem-import-api';
import type { OpenFile } from '../worker/problem-import-client';
import { isProblemFile } from './problem-file';
import {
  backToMapping,
  cancelReading,
  chooseLayout,
  closeProblems,
  type ImportState,
  importProblems,
  importStore,
  keepProblems,
  mapField,
  missingOf,
  openProblems,
  provideProblemImport,
  wishOfImport,
} from './problem-import-store';
import { problemSetsStore, removeProblemSet } from './problem-sets-store';

const tokenizerJson = JSON.parse(
  readFileSync(new URL('../../../../models/sprout/tokenizer.json', import.meta.url), 'utf8'),
);

const sample = (name: string) =>
  new File(
    [readFileSync(new URL(`../../../../e2e/samples/problems/golden/${name}`, import.meta.url))],
    name.split('/').at(-1) ?? name,
  );

/** The very reader of the page's worker, in this thread. */
async function openHere(file: File): Promise<OpenFile> {
  const { problemSets } = await stored;
  const { open, ...reader } = problemImport(async () => problemSets);
  return { found: await open(file), ...reader, close: () => undefined };
}

let stored: ReturnType<typeof openStorage>;
let database = 0;
beforeEach(() => {
  stored = openStorage({ name: `import ${database++}` });
  provideStorage(async () => pageStorage((await stored) as never));
  provideProblemImport(openHere);
  closeProblems();
  problemSetsStore.setState({ kind: 'loading', sets: [] });
  choosePreset('quick');
});

const now = () => importStore.getState().now;
function atHand(): Extract<ImportState, { kind: 'open' }> {
  const state = now();
  if (state.kind !== 'open') throw new Error(`no file is open: ${JSON.stringify(state)}`);
  return state;
}
const kept = () => problemSetsStore.getState().sets.map(({ world, name, count }) => `${world}/${name} ${count}`);

describe('a file of problems', () => {
  it('is looked into, read and kept under the name of its file', async () => {
    await openProblems(sample('gsm8k.parquet'));
    expect(atHand()).toMatchObject({
      found: { format: 'parquet', rowCount: 40, confidence: 'sure' },
      wishes: {
        layout: 'gsm8k',
        mapping: { question: 'question', answer: 'answer' },
        name: 'gsm8k',
        splits: 'by-problem',
      },
      stage: {
        kind: 'mapping',
        look: { problems: 40, examples: [{ answer: '6' }, { answer: '11' }, { answer: '18' }] },
      },
    });
    expect(kept()).toEqual([]);
    await importProblems();
    expect(atHand().stage).toMatchObject({
      kind: 'kept',
      set: { name: 'gsm8k', count: 40 },
      read: { report: { bad: 0 } },
    });
    expect(kept()).toEqual(['maths/gsm8k 40']);
  });

  it('with columns of one’s own is taken once they are mapped; another layout looks for its own', async () => {
    await openProblems(sample('own-columns.csv'));
    expect(missingOf(atHand())).toEqual(['question', 'answer']);
    mapField('question', 'Aufgabe');
    mapField('answer', 'Lösung');
    await expect
      .poll(() => atHand().stage)
      .toMatchObject({ kind: 'mapping', look: { examples: [{ answer: '1' }, {}, {}] } });
    mapField('answer', undefined);
    expect(missingOf(atHand())).toEqual(['answer']);
    mapField('answer', 'Lösung');
    chooseLayout('apps');
    expect(atHand().wishes.mapping).toEqual({});
    chooseLayout('questions');
    mapField('question', 'Aufgabe');
    mapField('answer', 'Lösung');
    wishOfImport({ name: 'mal und plus', mostRows: 20 });
    await importProblems();
    expect(kept()).toEqual(['maths/mal und plus 20']);
  });

  it('with many bad rows is not kept, its report stands, and the others are kept when that is wished', async () => {
    await openProblems(sample('broken/bad-rows.jsonl'));
    await importProblems();
    expect(atHand().stage).toMatchObject({
      kind: 'read',
      refusal: '4 of 25 rows (16.0 %) are bad, more than 5 %',
      read: {
        problems: 20,
        report: { bad: 4, faults: [{ row: 6 }, { row: 7, column: 'answer' }, { row: 8 }, { row: 9 }] },
      },
    });
    expect(kept()).toEqual([]);
    await keepProblems();
    expect(kept()).toEqual(['maths/bad-rows 20']);
  });

  it('too small to be split waits for another wish, then is kept whole', async () => {
    await openProblems(sample('aime-2025.jsonl'));
    expect(atHand().wishes.splits).toBe('none'); // a benchmark
    wishOfImport({ splits: 'by-problem' });
    await importProblems();
    expect(atHand().stage).toMatchObject({
      kind: 'read',
      read: { splits: { train: 5, validation: 1, test: 0, report: 0 } },
    });
    await keepProblems();
    expect(atHand().stage).toMatchObject({ kind: 'read', fault: expect.stringContaining('for evaluation only') });
    expect(kept()).toEqual([]);
    wishOfImport({ splits: 'none' });
    await keepProblems();
    expect(kept()).toEqual(['maths/aime-2025 6']);
  });

  it('whose name is taken is not kept before it has another', async () => {
    await openProblems(sample('gsm8k.jsonl'));
    await importProblems();
    await openProblems(sample('list.json'));
    wishOfImport({ name: 'gsm8k' });
    await importProblems();
    expect(atHand().stage).toMatchObject({
      kind: 'read',
      fault: expect.stringContaining('there already is a maths set "gsm8k"'),
    });
    wishOfImport({ name: 'pears' });
    await keepProblems();
    expect(kept()).toContain('maths/pears 30');
  });

  it.each([
    ['broken/cut-off.parquet', 'is a Parquet file without its end: is it cut off?'],
    ['broken/not-utf8.csv', 'is not UTF-8 text'],
  ])('%s is refused as a whole', async (name, why) => {
    await openProblems(sample(name));
    expect(now()).toMatchObject({ kind: 'refused', why: expect.stringContaining(why) });
    expect(now()).not.toMatchObject({ why: expect.stringContaining('broken') });
  });

  it('is no longer read once it is cancelled; its columns are still there', async () => {
    await openProblems(sample('gsm8k.jsonl'));
    const reading = importProblems();
    cancelReading();
    await reading;
    expect(atHand().stage.kind).toBe('mapping');
    expect(kept()).toEqual([]);
    backToMapping();
    await importProblems();
    expect(kept()).toEqual(['maths/gsm8k 40']);
  });

  it('is told by its name, where that says enough', () => {
    const names = ['train.parquet', 'a.JSONL', 'b.csv', 'run.json', 'level.txt', 'team.zip'];
    expect(names.filter((name) => isProblemFile({ name }))).toEqual(['train.parquet', 'a.JSONL', 'b.csv']);
  });
});

describe('an imported set', () => {
  const imported = async (file = 'gsm8k.jsonl') => {
    await openProblems(sample(file));
    await importProblems();
    const [set] = problemSetsStore.getState().sets;
    if (!set) throw new Error('nothing was imported');
    await prepareProblems(set);
    return set;
  };

  it('is a world to choose; a run names it by its hash and plays its problems', async () => {
    const { hash } = await imported();
    chooseEnvironment('maths/gsm8k');
    const config = configFrom(setupStore.getState());
    expect(config).toMatchObject({
      worlds: [{ environment: 'maths/gsm8k', environmentSettings: {}, share: 1 }],
      definitions: { problems: [{ world: 'maths', name: 'gsm8k', hash, splits: 'by-problem' }] },
    });
    expect(setupFaults(setupStore.getState())).toEqual([]);
    const world = environmentById('maths/gsm8k', config.definitions);
    expect(world.card).toMatchObject({ name: 'Maths: gsm8k', form: 'text', knobs: {} });
    expect(world.picture(world.start(worldSeed('test', 0), {})).join(' ')).toContain('pears');
    chooseTeam('tool-and-plan');
    expect(setupFaults(setupStore.getState()).join()).toContain('does not play the world "maths/gsm8k"');
  });

  it('is trained on and measured like a built-in world, also beside one', async () => {
    await imported();
    chooseEnvironment('maths/gsm8k');
    addWorld('maths');
    const small = { steps: 1, worldsPerStep: 4, branches: 2, turns: 1, validationWorlds: 4, testWorlds: 4 };
    for (const [name, value] of Object.entries(small)) setKnob(name as KnobName, value);
    expect(setupFaults(setupStore.getState())).toEqual([]);
    const { problemSets } = await stored;
    const runStore = await openStorage<LabKinds>({ name: `trained ${database}` });
    const events: TrainerEvent[] = [];
    const { base: sprout, vocabulary } = weightlessBase(tokenizerJson);
    // a model that chats is asked in full words: Sprout itself has none of this file's
    const language = { endToken: '<end>', chatTemplate: '{% for m in messages %}{{ m.content }}{% endfor %}' };
    const tokenizer = tokenizerFrom(tokenizerJson, language);
    const base = { ...sprout, language, tokenizer };
    const learner = () => tableLearner({ vocabulary, endToken: tokenizer.endToken });
    const trainer = createTrainer({
      engine: {
        planFor: async () => ({ sentence: 'needs up to 0.1 GiB' }),
        open: async () => ({ learner: learner(), gpu: 'table', lost: new Promise<string>(() => {}) }),
      } as never,
      openRunStore: async () => ({ ...runStore, setTreeBudget: async () => undefined }),
      readBase: async () => base,
      readOutline: async () => base,
      readProblems: ({ hash }) => problemSets.problems(hash),
      now: () => 0,
    });
    await trainer.listen((event) => events.push(event));
    const runId = await trainer.start({ ...configFrom(setupStore.getState()), wording: 'instruct' });
    await expect
      .poll(() => events.findLast(({ kind }) => kind === 'status'))
      .toMatchObject({
        status: 'finished',
        step: 1,
      });
    const tree = await runStore.trees.get(runId, 1);
    expect(tree?.worlds.map(({ environment }) => environment)).toEqual([
      'maths/gsm8k',
      'maths/gsm8k',
      'maths',
      'maths',
    ]);
    expect(tree?.worlds[0]?.start.join(' ')).toContain('pears');
    expect((await runStore.runs.get(runId))?.after?.worlds).toMatchObject({ 'maths/gsm8k': { n: 2 }, maths: { n: 2 } });
  });

  it('for evaluation only is not trained on, and says so before; split, it is, and other problems are played', async () => {
    await openProblems(sample('gsm8k.jsonl'));
    wishOfImport({ splits: 'none' });
    await importProblems();
    const [whole] = problemSetsStore.getState().sets;
    if (whole) await prepareProblems(whole);
    chooseEnvironment('maths/gsm8k');
    expect(setupFaults(setupStore.getState())).toEqual([
      expect.stringContaining('are for evaluation only, and this run trains'),
    ]);
    setTrainable('none');
    expect(setupFaults(setupStore.getState())).toEqual([]);
    setTrainable(undefined);
    const problems = () => {
      const config = configFrom(setupStore.getState());
      return environmentById(firstWorld(config).environment, config.definitions).problems?.('test', {}) ?? 0;
    };
    expect(problems()).toBe(40);
    const again = await imported();
    expect(again).toMatchObject({ hash: whole?.hash, splits: 'by-problem' });
    chooseEnvironment('maths/gsm8k');
    expect(setupFaults(setupStore.getState())).toEqual([]);
    expect(problems()).toBeLessThan(20);
  });

  it('that is deleted is still known to the setup and the runs that name it, and comes back by Undo', async () => {
    const set = await imported();
    chooseEnvironment('maths/gsm8k');
    const config = configFrom(setupStore.getState());
    await removeProblemSet(set);
    expect(kept()).toEqual([]);
    expect(configFrom(setupStore.getState())).toEqual(config);
    choosePreset('plan-path');
    copySetup(config);
    expect(configFrom(setupStore.getState())).toEqual(config);
    noticesStore.getState().notices.at(-1)?.action?.run();
    await expect.poll(kept).toEqual(['maths/gsm8k 40']);
  });

  it('that is kept nowhere has a card, and says which file to import', async () => {
    const lost = { world: 'code', name: 'lost', hash: 'ff', file: 'lost.jsonl' };
    const definitions = { problems: [lost] };
    expect(environmentById('code/lost', definitions).card.name).toBe('Code: lost');
    expect(unreadyBecause('code/lost', definitions)).toBe('the problems of “lost” are being read');
    await prepareProblems(lost);
    const why = 'the code problems “lost” are not kept in this browser: import their file again, lost.jsonl';
    expect(unreadyBecause('code/lost', definitions)).toBe(why);
    expect(() => environmentById('code/lost', definitions).start(0, {})).toThrow(why);
  });

  it('of the same name as another is told from it by the run that names it', async () => {
    const first = await imported();
    chooseEnvironment('maths/gsm8k');
    const config = configFrom(setupStore.getState());
    await removeProblemSet(first);
    await openProblems(sample('list.json'));
    wishOfImport({ name: 'gsm8k' });
    await importProblems();
    const second = problemSetsStore.getState().sets[0];
    expect(second?.hash).not.toBe(first.hash);
    if (second) await prepareProblems(second);
    expect(environmentById('maths/gsm8k')).not.toBe(environmentById('maths/gsm8k', config.definitions));
  });
});
