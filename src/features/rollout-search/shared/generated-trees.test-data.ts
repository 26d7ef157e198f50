// Trees of made-up rollouts for what searches them: every text and figure follows from where it stands.
import { rngFrom } from '../../../basics/rng';
import type { BranchRecord, GroupRecord, StepTree } from '../../../learning/rollouts/transcript';

export function branchOf(given: Partial<BranchRecord>): BranchRecord {
  return {
    token_T: [1],
    piece_T: ['U'],
    logp_T: [-1],
    text: 'U',
    stop: 'end',
    moves: 'U',
    why: 'moved',
    terms: { team: 0, progress: 0, legal: 1, format: 1 },
    reward: 0.2,
    advantage: 0,
    solved: false,
    excess: 0,
    after: [],
    frames: [],
    ...given,
  };
}

export function groupOf(branches: readonly Partial<BranchRecord>[], given: Partial<GroupRecord> = {}): GroupRecord {
  return {
    role: 'plan',
    policy: 'plan',
    turn: 1,
    prompt: 'a wall, a box, a goal',
    promptTokens: 6,
    before: [],
    branches: branches.map(branchOf),
    trunk: 0,
    meanReward: 0.2,
    deviation: 0,
    ...given,
  };
}

/** A world for each list of groups. */
export function treeOf(step: number, worlds: readonly (readonly GroupRecord[])[]): StepTree {
  return {
    step,
    worlds: worlds.map((groups, world) => ({
      environment: 'sokoban',
      seed: 4 * world,
      start: [],
      groups,
      solved: false,
      turns: 1,
      end: 'out-of-turns',
    })),
  };
}

/** `worlds` of two turns of two roles of eight answers: 32 branches each. */
export function largeTree(step: number, worlds: number): StepTree {
  const rng = rngFrom('rollouts', step);
  const letters = (count: number) => Array.from({ length: count }, () => 'UDLR'[rng.integer(4)]).join(' ');
  return treeOf(
    step,
    Array.from({ length: worlds }, () =>
      [1, 2].flatMap((turn) =>
        ['tool', 'plan'].map((role) =>
          groupOf(
            Array.from({ length: 8 }, () => ({
              text: letters(6 + rng.integer(10)),
              advantage: 4 * rng.number() - 2,
              reward: rng.number(),
              terms: { team: rng.number(), progress: rng.number(), legal: rng.number(), format: rng.integer(2) },
              programOutput: role === 'tool' ? `ran ${rng.integer(10_000)} moves: ${letters(8)}` : undefined,
            })),
            { role, turn, prompt: `turn ${turn} of six\n${Array.from({ length: 6 }, () => letters(6)).join('\n')}` },
          ),
        ),
      ),
    ),
  );
}
