// What a run in slow motion shows between its stages: the step so far, and one group of it whose answers earned
// differently, with how likely its answers are before and after learning. It reads and changes nothing.
import { basePolicy } from '../contract/learner';
import { temperatureOf } from '../learning/config/run-config';
import { answersOf, type GroupPlace, tellingGroup } from '../learning/rollouts/telling-group';
import type { GroupRecord, StepTree, WorldRecord } from '../learning/rollouts/transcript';
import type { GroupWithAdvantages } from '../learning/training/assign-advantages';
import { trainingGroupOf } from '../learning/training/packing';
import type { StageDone } from '../learning/training/step';
import type { RunParts } from './run-parts';
import type { StageSight, ToldGroup } from './trainer-api';

type Done = StageDone | { readonly stage: 'save'; readonly tree: StepTree };

/** `after`: tells what a stage has come to and waits, where the run is slow and nobody pauses it. */
export function slowMotion({ run, opened, runStore, announce, pausing, gate }: RunParts) {
  const { id: runId, config } = run;
  const sightOf = async (done: Done): Promise<StageSight> => {
    if (done.stage === 'play') return playedIn(done.worlds);
    const groups = done.tree.worlds.flatMap((world) => world.groups);
    const flat = groups.filter(({ dropped }) => dropped === 'flat').length;
    const at = tellingGroup(done.tree, config.settings);
    const record = at && done.tree.worlds[at.world]?.groups[at.group];
    const told = record && toldGroup(at, record, done.stage === 'learn' ? await probabilitiesNow(at, done.groups) : []);
    return { ...playedIn(done.tree.worlds), groups: groups.length, flat, ...(told ? { told } : {}) };
  };
  const probabilitiesNow = async (at: GroupPlace, groups: readonly GroupWithAdvantages[]) => {
    const group = groups.filter(({ world }) => world === at.world)[at.group];
    if (!group || group.policy === basePolicy) return [];
    const batch = [trainingGroupOf([group], (role) => temperatureOf(config, role))];
    const [logp_KT = []] = await opened.learner.logprobs(group.policy, batch);
    return logp_KT.map(probabilityOf);
  };
  return {
    after: async (step: number, done: Done): Promise<void> => {
      if (!gate?.slow() || pausing()) return;
      const sight = await sightOf(done);
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

/** `now_K`: of every branch, as likely as it is now; empty where that is not known. */
function toldGroup(at: GroupPlace, group: GroupRecord, now_K: readonly number[]): ToldGroup {
  const answers = answersOf(group).map(({ record, branches }) => {
    const now = now_K[branches[0] ?? 0];
    return {
      text: record.text.trim(),
      times: branches.length,
      reward: record.reward,
      advantage: record.advantage,
      trunk: branches.includes(group.trunk),
      probability: probabilityOf(record.logp_T),
      ...(now === undefined ? {} : { probabilityNow: now }),
    };
  });
  return { at, role: group.role, turn: group.turn, answers };
}
