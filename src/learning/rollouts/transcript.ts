// What is kept of the play: plain JSON, complete enough for the tree viewer to show everything without running anything
// again.

import type { Rate } from '../../basics/statistics';
import type { Picture } from '../environments/environment';
import { scriptOf } from './script-policy';

export type RoleId = string;

/** One of K answers from the same state to the same prompt. */
export interface BranchRecord {
  readonly token_T: readonly number[];
  /** Each token's own text, for showing probabilities beside it. */
  readonly piece_T: readonly string[];
  readonly logp_T: readonly number[];
  /** After the step's update; of the one group that is told of (after-learning.ts), absent elsewhere. */
  readonly afterLogp_T?: readonly number[];
  readonly text: string;
  readonly stop: 'end' | 'length';
  /** The moves in words that the answer stands for; "" when it could not be read. */
  readonly moves: string;
  /** For program roles: what the program printed and where it stopped. */
  readonly programOutput?: string;
  /** A short sentence for people. */
  readonly why: string;
  /** Reward terms by name (term-names.ts), each in [0, 1], before weighting. */
  readonly terms: Readonly<Record<string, number>>;
  readonly reward: number;
  readonly advantage: number;
  readonly solved: boolean;
  readonly excess: number;
  /** The board after it, had this branch been the trunk. For program roles: the preview. */
  readonly after: Picture;
  readonly frames: readonly Picture[];
  /** Plays that followed this branch to find out what it is worth to the team (credit.ts). They train nothing. */
  readonly followed?: readonly FollowedPlay[];
}

/** What the other roles of the turn answered to a branch, and what came of it. */
export interface FollowedPlay {
  readonly answers: readonly FollowingAnswer[];
  /** The team term after the last of them. */
  readonly team: number;
  readonly solved: boolean;
  readonly after: Picture;
}

export interface FollowingAnswer {
  readonly role: RoleId;
  readonly text: string;
  /** In words; "" when it could not be read. */
  readonly moves: string;
  /** Tokens generated for it; 0 where the answer is one of that role's own branches. */
  readonly tokens: number;
}

/** An answer of the same role to another problem (elsewhere.ts). It trains nothing and is in no reward. */
export interface SaidElsewhere {
  readonly text: string;
  /** In words; "" when it could not be read. */
  readonly moves: string;
  /** Tokens generated to hear it. */
  readonly tokens: number;
  /** Plays that followed it here, with the same chance as those that followed the branches. */
  readonly followed: readonly FollowedPlay[];
}

/** What might have been said next, and how likely it was under the distribution that was drawn from. */
export type NextToken = readonly [token: number, piece: string, probability: number];

/** The likeliest tokens after what several answers have said so far, the likeliest first; and where it goes on after
 *  each token that one of them said. */
export interface NextTokens {
  readonly from: readonly NextToken[];
  /** Places in the group's list, by token; absent where all answers end. */
  readonly to?: Readonly<Record<string, number>>;
}

/** K branches of one role at one turn of one world. */
export interface GroupRecord {
  readonly role: RoleId;
  readonly policy: string;
  readonly turn: number; // from 1
  /** Of a graph: where the role spoke, where that is not named as the role is. */
  readonly node?: string;
  /** How often it had spoken there in this turn, this time included; absent the first time. */
  readonly visit?: number;
  readonly prompt: string;
  readonly promptTokens: number;
  readonly before: Picture;
  /** Of a world with several players: who answered, and what that player saw. */
  readonly player?: string;
  readonly seen?: Picture;
  readonly branches: readonly BranchRecord[];
  readonly trunk: number;
  /** What every token of its answers was drawn from (next-tokens.ts); the first is how answers begin. Absent of
   *  scripts, and in records before 2026-11-27. */
  readonly next?: readonly NextTokens[];
  /** Plays that followed when the role said nothing, where their worth is taken off every branch's (credit.ts). */
  readonly baseline?: readonly FollowedPlay[];
  /** What the role says to another problem, put in the place of every branch: influence is measured by it. */
  readonly elsewhere?: SaidElsewhere;
  /** Of a chain, and the last role of a turn: what it made of the proposals it was shown. */
  readonly passing?: Passing;
  readonly meanReward: number;
  readonly deviation: number;
  /** What the advantages were computed from, where that is not these branches' rewards: the game's return among other
   *  games'. */
  readonly compared?: {
    readonly with: 'world' | 'step';
    readonly games: number;
    readonly value: number;
    readonly mean: number;
    readonly deviation: number;
  };
  /** Why the group trained nothing, when it did not. */
  readonly dropped?: 'flat' | 'frozen' | 'filtered';
}

export interface WorldRecord {
  readonly environment: string;
  readonly seed: number;
  /** Which of several independent games of this world; absent where there is one. */
  readonly game?: number;
  readonly start: Picture;
  readonly groups: readonly GroupRecord[];
  readonly solved: boolean;
  /** Turns played. */
  readonly turns: number;
  readonly end: 'solved' | 'lost' | 'out-of-turns';
  /** Of a team that is a graph: the edges taken, in order. */
  readonly way?: readonly WayStep[];
}

export interface WayStep {
  readonly turn: number; // from 1
  /** Of the turn, from 1: those of a round spoke at once. */
  readonly round: number;
  readonly from: string;
  /** A node, or "end". */
  readonly to: string;
  /** The edge was not taken: its target had spoken as often as it may in a turn (F3). */
  readonly stopped?: true;
}

/** Tokens generated in playing these worlds, whatever became of them; a script generates none (Z6). What influence is
 *  measured by is not among them: budgets and comparisons are of what learning costs (`measuringTokens`). */
export function tokensIn(worlds: readonly Pick<WorldRecord, 'groups'>[]): number {
  let tokens = 0;
  for (const { groups } of worlds)
    for (const { policy, branches, baseline = [] } of groups) {
      if (scriptOf(policy) !== undefined) continue;
      tokens += followingTokens(baseline);
      for (const { token_T, followed = [] } of branches) tokens += token_T.length + followingTokens(followed);
    }
  return tokens;
}

/** Tokens generated to measure the influence of those who answered. */
export function measuringTokens(groups: readonly Pick<GroupRecord, 'elsewhere'>[]): number {
  return groups.reduce(
    (sum, { elsewhere }) => sum + (elsewhere ? elsewhere.tokens + followingTokens(elsewhere.followed) : 0),
    0,
  );
}

function followingTokens(followed: readonly FollowedPlay[]): number {
  return followed.reduce((sum, { answers }) => sum + answers.reduce((all, { tokens }) => all + tokens, 0), 0);
}

/** All worlds of one training step. */
export interface StepTree {
  readonly step: number; // from 1
  readonly worlds: readonly WorldRecord[];
}

/** An evaluation: chains, never branches (V2) – or a search, which says so. */
export interface Evaluation extends Rate {
  readonly solved: number;
  /** Which of them, in the order in which they were asked; absent in records before 2026-11-22 and of single worlds
   *  of several. */
  readonly solvedEach?: SolvedEach;
  /** Of a bound that nobody played, instead: the chance that it leaves each of them, and the same hash. */
  readonly chanceEach?: { readonly problems: string; readonly chances: readonly number[] };
  /** These are all problems that the split has: none is left to be asked. */
  readonly all?: true;
  /** Mean turns to solve, over the solved problems; 0 when none was. */
  readonly turnsMean: number;
  /** Of teams whose last role is shown proposals: what it makes of them. */
  readonly passThrough?: PassThrough;
  /** Computed of the policies themselves, not of these games (Z5). */
  readonly exact?: { readonly name: string; readonly value: number };
  /** Roles were told whether an answer was right (V8): wherever the rate is shown, that is said. */
  readonly verdicts?: true;
  /** Why its problems are those that were trained on (`sameProblems` of the card): said wherever the rate is shown. */
  readonly sameProblems?: string;
  /** Of several worlds: each by its name. */
  readonly worlds?: Readonly<Record<string, Evaluation>>;
  /** Tokens generated for it; absent where no model played. */
  readonly tokens?: number;
  /** Wall time; absent where nobody measured it. */
  readonly seconds?: number;
  /** Present where it was no chain but a search that looked at the rewards of K answers at every turn: no policy could
   *  do that alone. */
  readonly search?: Search;
}

/** What it takes to compare two evaluations problem by problem (V9). */
export interface SolvedEach {
  /** Names the problems and their order: two evaluations with the same name asked the same. */
  readonly problems: string;
  /** Four problems a hexadecimal digit, the first in its highest bit. */
  readonly solved: string;
}

/** What the last role of a turn makes of the proposals it was shown (pass-through.ts); "differs": at the same worth. */
export type Passing = 'repeats' | 'mends' | 'spoils' | 'differs';

/** Turns in which the last role answered and had been shown a proposal. */
export interface PassThrough extends Readonly<Record<Passing, number>> {
  /** The last role. */
  readonly role: RoleId;
  readonly n: number;
}

/** Best-of-K: of K answers the one that the world's own reward prefers continues. */
export interface Search {
  readonly branches: number;
  /** "reward": the full reward, own terms and all; "team": the team term only, first of equals. */
  readonly by: 'reward' | 'team';
}
