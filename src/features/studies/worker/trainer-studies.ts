// Studies as a page asks for them: kept in its storage, one at a time, to be paused like a run. It does not know comlink.
import { check, present } from '../../../basics/check';
import { writeTable } from '../../../basics/table';
import type { RunConfig } from '../../../learning/config/run-config';
import type { Session } from '../../../run/session';
import { identityOf, type SessionParts } from '../../../run/session-parts';
import type { TrainerShelf } from '../../../run/shelf';
import type { TrainerApi, TrainerEvent } from '../../../run/trainer-api';
import { studyById } from '../shared/plans';
import { nextTask, type StudyRecord } from '../shared/study';
import { studyTable } from '../shared/summary';
import { keepStudy } from './keep-study';
import { studyWork } from './study-work';

/** What keeps the trainer busy until it rests. */
export interface Busy {
  readonly rested: Promise<unknown>;
  pause(): Promise<unknown>;
}

export interface StudiesParts {
  readonly shelf: () => Promise<TrainerShelf>;
  readonly sessionParts: (config: RunConfig) => Promise<SessionParts>;
  readonly announce: (event: TrainerEvent) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Takes the trainer; throws when it is busy. */
  readonly begin: (open: () => Promise<Busy>) => Promise<void>;
  readonly claim?: (id: string) => Promise<(() => void) | undefined>;
}

export function trainerStudies(parts: StudiesParts): Pick<TrainerApi, 'startStudy' | 'resumeStudy' | 'exportStudy'> {
  const { shelf, now, begin } = parts;
  const stored = async (id: string) =>
    present(await (await shelf()).studies.get(id), `there is no study "${id}": it was deleted`);
  return {
    startStudy: async (wishes) => {
      nextTask(studyById(wishes.plan), wishes, []); // wrong wishes are refused before anything is kept
      const time = now();
      const id = `study-${Math.round(time).toString(36)}`;
      await begin(async () => {
        const record: StudyRecord = { id, wishes, cells: [], status: 'running', createdAt: time, changedAt: time };
        await (await shelf()).studies.put(record);
        return studyUnderWay(parts, record);
      });
      return id;
    },
    resumeStudy: (id) => begin(async () => studyUnderWay(parts, await stored(id))),
    exportStudy: async (id, format) => {
      const { wishes, cells } = await stored(id);
      const text = writeTable(studyTable(studyById(wishes.plan), cells), format);
      return { fileName: `${wishes.plan}.${format === 'csv' ? 'csv' : 'md'}`, bytes: new TextEncoder().encode(text) };
    },
  };
}

async function studyUnderWay(parts: StudiesParts, first: StudyRecord): Promise<Busy> {
  const { announce, now } = parts;
  const shelf = await parts.shelf();
  const plan = studyById(first.wishes.plan);
  const session = await parts.sessionParts({ ...present(plan.rows[0], 'a study has rows').config, ...first.wishes.model });
  const letGo = parts.claim ? await parts.claim(first.id) : () => {};
  check(letGo, 'this study goes on in another tab: pause it there first');
  let record = first;
  let training: Session | undefined;
  let pausing = false;
  const work = studyWork({
    parts: session,
    shelfFor: async (identity) => {
      for (const run of await shelf.runs.list())
        if ((await identityOf(run.config, run.baseHash)) === identity) return { shelf, run };
      return { shelf };
    },
    nameOf: ({ row, seed }) => `${plan.id}: ${row.name}, seed ${seed}`,
    onSession: (given) => {
      training = given;
      if (pausing) void given?.pause();
    },
  });
  const living = keepStudy({
    plan,
    record: first,
    work,
    keep: (changed) => {
      record = changed;
      return shelf.studies.put(changed).finally(() => announce({ kind: 'study', record: changed }));
    },
    now,
    onDoing: (doing) => announce({ kind: 'study', record, doing }),
    stopping: () => pausing,
  });
  const rested = living.then(letGo, letGo); // what it failed with stands in its record
  return {
    rested,
    pause: () => {
      pausing = true;
      void training?.pause();
      return rested;
    },
  };
}
