// A study under way, and its record: kept when it begins, after every task, and when it ends, however it ends. It knows
// neither where the record is kept nor who looks on.
import type { StudyDoing, StudyPlan, StudyRecord } from '../shared/study';
import { runStudy, type StudyWork } from './run-study';

export interface StudyUnderWay {
  readonly plan: StudyPlan;
  /** As it begins, or was left. */
  readonly record: StudyRecord;
  readonly work: StudyWork;
  readonly keep: (record: StudyRecord) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onDoing: (doing: StudyDoing) => void;
  readonly stopping: () => boolean;
}

/** Resolves with the record as it was last kept. Rejects with what the study failed with, once that is kept. */
export async function keepStudy({
  plan,
  record: first,
  work,
  keep,
  now,
  onDoing,
  stopping,
}: StudyUnderWay): Promise<StudyRecord> {
  let record = first;
  const change = async (changed: Partial<StudyRecord>) => {
    record = { ...record, ...changed, changedAt: now() };
    await keep(record);
  };
  try {
    await change({ status: 'running', reason: undefined });
    const { wishes, cells, trials } = record;
    const status = await runStudy({
      plan,
      wishes,
      cells,
      ...(trials ? { trials } : {}),
      work,
      keep: (done, tried) => change({ cells: done, ...(tried.length > 0 ? { trials: tried } : {}) }),
      onDoing,
      stopping,
    });
    await change({ status });
    return record;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await change({ status: 'failed', reason }).catch(() => {}); // what it failed with is what counts
    throw error;
  }
}
