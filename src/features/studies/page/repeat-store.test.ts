import { beforeEach, expect, test } from 'vitest';
import { build } from '../../../learning/config/build';
import { scriptedStorage } from '../../../page/harness/scripted-storage';
import { provideTrainer } from '../../../page/stores/lab-client';
import { provideStorage } from '../../../page/stores/storage-client';
import type { TrainerApi } from '../../../run/trainer-api';
import { repeatId } from '../shared/repeat';
import type { StudyRecord } from '../shared/study';
import { cancelRepeat, liveRepeat, startRepeat } from './repeat-store';
import { hearStudy, studyStore } from './study-store';

const config = build('sokoban', { settings: { testWorlds: 50 } });
const asked: unknown[] = [];
const wishes = { plan: repeatId, setups: [{ name: 'Monday', config }], seeds: [2, 3], problems: 50 };
const record = (status: StudyRecord['status']): StudyRecord => ({
  ...{ id: 'study-1', wishes, cells: [], status, createdAt: 1, changedAt: 1 },
});
const kept = () => studyStore.getState().records.map(({ id }) => id);

function labThat(pause: TrainerApi['pause']): void {
  const ask: TrainerApi['ask'] = async (_feature, verb, given) => asked.push([verb, ...given]);
  provideTrainer(() => ({ ask, pause }) as unknown as TrainerApi);
}

beforeEach(() => {
  asked.length = 0;
  studyStore.setState({ kind: 'loading', records: [] }, true);
  const storage = scriptedStorage([], [record('running')]);
  provideStorage(async () => storage);
});

test('it is asked for as a study, and cancelled for good', async () => {
  labThat(async () => hearStudy({ record: record('paused') }));
  await startRepeat({ name: 'Monday', config }, [2, 3]);
  expect(asked).toEqual([['startStudy', wishes]]);
  hearStudy({ record: record('running'), doing: { row: 'repeated', seed: 2, done: 0, total: 2 } });
  expect(liveRepeat(studyStore.getState())?.id).toBe('study-1');
  await cancelRepeat('study-1');
  expect(liveRepeat(studyStore.getState())).toBeUndefined();
  expect(kept()).toEqual([]);
});

test('where it cannot be stopped it stays, and that is said', async () => {
  labThat(() => Promise.reject(new Error('nothing trains')));
  hearStudy({ record: record('running') });
  await cancelRepeat('study-1');
  expect(kept()).toEqual(['study-1']);
  expect(studyStore.getState().fault).toBe('nothing trains');
});
