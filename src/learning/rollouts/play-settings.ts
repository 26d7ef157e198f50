// How worlds are played, and what comes of it.
import type { ProgramRunner } from '../agents/program-runner';
import type { Wording } from '../agents/role';
import type { Team } from '../agents/team';
import type { PickRule } from '../algorithm/pick-rule';
import type { Credit, RewardWeights } from '../algorithm/rewards';
import type { Environment, EnvironmentSettings, Picture, PlayerId } from '../environments/environment';
import type { Tokenizer } from '../language/tokenizer';
import type { GroupRecord, RoleId, WorldRecord } from './transcript';

export interface PlaySettings {
  readonly environment: Environment;
  readonly environmentSettings: EnvironmentSettings;
  readonly team: Team;
  /** σ: role → policy. */
  readonly policies: Readonly<Record<string, string>>;
  readonly tokenizer: Tokenizer;
  readonly wording: Wording;
  readonly weights: RewardWeights;
  /** What else each token of a branch might have been is told: so many. Default: none. */
  readonly alternatives?: number;
  /** K; 1 plays chains. */
  readonly branches: number;
  readonly turns: number;
  readonly moveBudget: number;
  /** 0 is greedy. */
  readonly temperature: number;
  /** What is different for single roles. */
  readonly sampling?: Readonly<Record<RoleId, RoleSampling>>;
  readonly pickRule: PickRule;
  /** Of the softmax pick rule; default 1. */
  readonly pickTemperature?: number;
  /** Whole games of each world, side by side and independent; more than one only with `branches` 1. Default 1. */
  readonly games?: number;
  /** What stands in the team term of a reward; default "own". Chains have none to give. */
  readonly credit?: Credit;
  /** Plays that follow each answer, where credit looks ahead; default 1. */
  readonly lookAheads?: number;
  /** Roles that nobody trains here: each is asked once, and its answers are compared with nothing (Z4). */
  readonly opponents?: readonly RoleId[];
  /** Where players have stakes of their own: the one whose success counts. */
  readonly subject?: PlayerId;
  /** Names the chance of this play: the run's seed, the purpose, the step. */
  readonly stream: number;
}

export interface RoleSampling {
  readonly temperature?: number;
  /** Longest answer in tokens, the end included; in place of the role's own. */
  readonly maxTokens?: number;
}

export interface PlayOptions {
  /** Runs what agents write and what worlds judge by; needed only where something is to be run. */
  readonly runner?: ProgramRunner;
  readonly onProgress?: (progress: PlayProgress) => void;
}

/** A group as it was played: the record, and the token ids that training needs. */
export interface PlayedGroup extends GroupRecord {
  readonly prompt_P: readonly number[];
}

export interface PlayedWorld extends Omit<WorldRecord, 'groups'> {
  readonly groups: readonly PlayedGroup[];
}

export interface PlayedBoard {
  /** The id of its world. */
  readonly environment: string;
  readonly picture: Picture;
  readonly solved: boolean;
  readonly turn: number;
  /** Of a world with several players: what each of them sees. */
  readonly seen?: Readonly<Record<PlayerId, Picture>>;
  /** The last message of this turn, where players speak and others have heard it. */
  readonly said?: { readonly player: PlayerId; readonly words: string };
}

export interface PlayProgress {
  readonly turn: number;
  readonly role: string;
  readonly boards: readonly PlayedBoard[];
  readonly finished: number;
}
