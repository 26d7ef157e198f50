// The step's figures, from what was played and what the learner said.
import { present } from '../../basics/check';
import { mean } from '../../basics/statistics';
import type { ObjectiveReport, UpdateReport } from '../../contract/learner';
import { influenceOf } from '../rollouts/influence';
import { isOpponent } from '../rollouts/past-policy';
import type { WorldRecord } from '../rollouts/transcript';
import type { GroupWithAdvantages } from './assign-advantages';
import type { PolicyReport, RoleReport } from './report';

const bins = 15;
const reach = 3;

/** From one objective and one update for each epoch, in order. */
export function policyReportOf(objectives: readonly ObjectiveReport[], updates: readonly UpdateReport[]): PolicyReport {
  const first = present(objectives[0], 'a policy was trained for an epoch');
  const last = present(objectives.at(-1), 'a policy was trained for an epoch');
  const update = present(updates.at(-1), 'a policy was updated');
  const { tokens, loss, entropy, mismatch } = first; // before anything was updated
  const { clippedShare, ratioLow, ratioHigh } = last; // ratios are 1 until something is
  const skipped = updates.some((each) => each.skipped);
  return { loss, entropy, mismatch, clippedShare, ratioLow, ratioHigh, ...update, skipped, trainedTokens: tokens };
}

/** By role; roles without a group are absent, and what opponents answered for a role is not its own (Z6, Z7). */
export function rolesReportOf(played: readonly GroupWithAdvantages[]): Record<string, RoleReport> {
  const groups = played.filter(({ policy }) => !isOpponent(policy));
  const roles = [...new Set(groups.map((group) => group.role))];
  return Object.fromEntries(roles.map((role) => [role, roleReportOf(groups.filter((group) => group.role === role))]));
}

/** Of the K answers to the last question of a game, the share that left its problem solved; the mean over the games
 *  in which anybody was asked. */
export function branchSuccessOf(worlds: readonly Pick<WorldRecord, 'groups'>[]): number {
  const last = worlds.flatMap(({ groups }) => groups.at(-1) ?? []);
  return mean(last.map(({ branches }) => mean(branches.map(({ solved }) => (solved ? 1 : 0)))));
}

/** By its rewards: dropped, or kept for the entropy bonus alone. */
function taughtNothing({ dropped, branches }: GroupWithAdvantages): boolean {
  return dropped === 'flat' || (dropped === undefined && branches.every(({ advantage }) => advantage === 0));
}

function roleReportOf(groups: readonly GroupWithAdvantages[]): RoleReport {
  const branches = groups.flatMap((group) => group.branches);
  const names = Object.keys(branches[0]?.terms ?? {});
  const advantageHistogram = new Array<number>(bins).fill(0);
  for (const { advantage } of branches) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(((advantage + reach) / (2 * reach)) * bins)));
    advantageHistogram[bin] = (advantageHistogram[bin] ?? 0) + 1;
  }
  const influence = influenceOf(groups);
  return {
    reward: mean(branches.map((branch) => branch.reward)),
    terms: Object.fromEntries(names.map((name) => [name, mean(branches.map((branch) => branch.terms[name] ?? 0))])),
    groups: groups.length,
    flatGroups: groups.filter(taughtNothing).length,
    samples: branches.length,
    tokens: branches.reduce((sum, branch) => sum + branch.token_T.length, 0),
    ...(influence ? { influence } : {}),
    advantageHistogram,
  };
}
