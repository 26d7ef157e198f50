// Studies as a page asks for them: kept in its storage, one at a time, to be paused like a run. It does not know
// comlink.
import { check, present } from '../../../basics/check';
import { writeTable } from '../../../basics/table';
import type { Session } from '../../../run/session';
import { identityOf } from '../../../run/session-parts';
import type { Busy, TrainerHooks } from '../../../run/worker-feature';
import { repeatId } from '../shared/repeat';
import { planOf, setupsId } from '../shared/setups';
import type { StudiesApi, StudyNews } from '../shared/studies-api';
import { nextTask, type StudyPlan, type StudyRecord } from '../shared/study';
import { studyTable } from '../shared/summary';
import { chosenIn } from '../shared/tuning';
import { keepStudy } from './keep-study';
import { studyWork } from './study-work';

export function trainerStudies(parts: TrainerHooks): StudiesApi {
  const { runStore, now, begin } = parts;
  const stored = async (id: string) =>
    present(await (await runStore()).studies.get(id), `there is no study "${id}": it was deleted`) as StudyRecord;
  return {
    startStudy: async (wishes) => {
      nextTask(planOf(wishes), wishes, []); // wrong wishes are refused before anything is kept
      const time = now();
      const id = `study-${Math.round(time).toString(36)}`;
      await begin(async () => {
        const record: StudyRecord = { id, wishes, cells: [], status: 'running', createdAt: time, changedAt: time };
        await (await runStore()).studies.put(record);
        return studyUnderWay(parts, record);
      });
      return id;
    },
    resumeStudy: (id) => begin(async () => studyUnderWay(parts, await stored(id))),
    exportStudy: async (id, format) => {
      const record = await stored(id);
      const { wishes, cells } = record;
      const text = writeTable(studyTable(planOf(wishes), cells, chosenIn(record)), format);
      return { fileName: `${wishes.plan}.${format === 'csv' ? 'csv' : 'md'}`, bytes: new TextEncoder().encode(text) };
    },
  };
}

/** A run that is repeated has a name of its own. */
function prefixOf({ id }: StudyPlan): string {
  return id === repeatId ? '' : `${id === setupsId ? 'Study' : id}: `;
}

async function studyUnderWay(parts: TrainerHooks, first: StudyRecord): Promise<Busy> {
  const { now } = parts;
  const tell = (news: StudyNews) => parts.announce(news);
  const runStore = await parts.runStore();
  const plan = planOf(first.wishes);
  const session = await parts.sessionParts({
    ...present(plan.rows[0], 'a study has rows').config,
    ...first.wishes.model,
  });
  const letGo = parts.claim ? await parts.claim(first.id) : () => {};
  check(letGo, 'this study goes on in another tab: pause it there first');
  let record = first;
  let training: Session | undefined;
  let pausing = false;
  const work = studyWork({
    parts: session,
    runStoreFor: async (identity) => {
      for (const run of await runStore.runs.list())
        if ((await identityOf(run.config, run.baseHash)) === identity) return { runStore, run };
      return { runStore };
    },
    nameOf: ({ row, seed }) => `${prefixOf(plan)}${row.name}, seed ${seed}`,
    onSession: (given) => {
      training = given;
      if (pausing) void given?.pause();
      // other tabs would take its run for one that was cut off
      if (given) void parts.claim?.(given.runId).then((free) => given.rested.then(free));
    },
    stopping: () => pausing,
  });
  const living = keepStudy({
    plan,
    record: first,
    work,
    keep: (changed) => {
      record = changed;
      return runStore.studies.put(changed).finally(() => tell({ record: changed }));
    },
    now,
    onDoing: (doing) => tell({ record, doing }),
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
