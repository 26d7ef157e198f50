// What page and trainer say to each other of studies. Plain data both ways.
import type { TableFormat } from '../../../basics/table';
import type { StudyDoing, StudyRecord, StudyWishes } from './study';

export interface StudiesApi {
  /** Begins a study and resolves with its id once it is stored; how far it is comes as news. Its runs are kept like
   *  others. */
  startStudy(wishes: StudyWishes): Promise<string>;
  /** Goes on with a study that was paused, failed or interrupted. What is done is not done again. */
  resumeStudy(id: string): Promise<void>;
  /** Its table as a file. */
  exportStudy(id: string, format: TableFormat): Promise<{ readonly fileName: string; readonly bytes: Uint8Array }>;
}

/** What is done of a study, after every task; `doing` while one is at work. */
export interface StudyNews {
  readonly record: StudyRecord;
  readonly doing?: StudyDoing;
}
