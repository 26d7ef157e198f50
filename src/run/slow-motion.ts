// What a run in slow motion shows between its stages: the step so far, and one group of it whose answers earned
// differently, with how likely its answers are before and after learning. It reads and changes nothing.
import { answersOf, type GroupPlace, tellingGroup } from '../learning/rollouts/telling-group';
import type { GroupRecord, StepTree, WorldRecord } from '../learning/rollouts/transcript';
import type { StageDone } from '../learning/training/step';
import type { RunParts } from './run-parts';
import type { StageSight, ToldGroup } from './trainer-api';

type Done = StageDone | { readonly stage: 'learn' | 'save'; readonly tree: StepTree };

/** `after`: tells what a stage has come to and waits, where the run is slow and nobody pauses it. */
export function slowMotion({ run, runStore, announce, pausing, gate }: RunParts) {
  const { id: runId, config } = run;
  const sightOf = (done: Done): StageSight => {
    if (done.stage === 'play') return playedIn(done.worlds);
    const groups = done.tree.worlds.flatMap((world) => world.groups);
    const flat = groups.filter(({ dropped }) => dropped === 'flat').length;
    const at = tellingGroup(done.tree, config.settings);
    const record = at && done.tree.worlds[at.world]?.groups[at.group];
    const told = record && toldGroup(at, record);
    return { ...playedIn(done.tree.worlds), groups: groups.length, flat, ...(told ? { told } : {}) };
  };
  return {
    after: async (step: number, done: Done): Promise<void> => {
      if (!gate?.slow() || pausing()) return;
      const sight = sightOf(done);
      // To be looked at while it waits. It is kept again with the step, and forgotten where the step is repeated.
      if (done.stage === 'advantages') await runStore.trees.put(runId, done.tree).catch(() => undefined);
      if (!gate.slow() || pausing()) return;
      const passed = gate.passed();
      announce({ kind: 'waiting', runId, step, after: done.stage, sight });
      await passed;
    },
  };
}

const probabilityOf = (logp_T: readonly number[]): number => Math.exp(logp_T.reduce((sum, logp) => sum + logp, 0));

function playedIn(worlds: readonly Pick<WorldRecord, 'solved'>[]): StageSight {
  return { worlds: worlds.length, solved: worlds.filter(({ solved }) => solved).length };
}

function toldGroup(at: GroupPlace, group: GroupRecord): ToldGroup {
  const answers = answersOf(group).map(({ record, branches }) => {
    return {
      text: record.text.trim(),
      times: branches.length,
      reward: record.reward,
      advantage: record.advantage,
      trunk: branches.includes(group.trunk),
      probability: probabilityOf(record.logp_T),
      ...(record.afterLogp_T ? { probabilityNow: probabilityOf(record.afterLogp_T) } : {}),
    };
  });
  return { at, role: group.role, turn: group.turn, answers };
}
