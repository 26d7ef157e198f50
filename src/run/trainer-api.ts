// What a page (through comlink) or a command line can ask of the lab, and the events it hears back. Plain data both
// ways.

import type { TableFormat } from '../basics/table';
import type { SelfTestReport } from '../contract/report';
import type { ToldFile } from '../export/brought-file';
import type { RunStatus } from '../files/storage/schema';
import type { Fork, PolicyStart, RunConfig } from '../learning/config/run-config';
import type { PlayedBoard } from '../learning/rollouts/play-settings';
import type { GroupPlace } from '../learning/rollouts/telling-group';
import type { Evaluation, RoleId, Search, StepTree, WorldRecord } from '../learning/rollouts/transcript';
import type { ReplayFrom } from '../learning/rollouts/what-if';
import type { ColdStartReport } from '../learning/training/cold-start';
import type { PlayedOn } from '../learning/training/evaluate';
import type { StepReport } from '../learning/training/report';

export interface AdapterReport {
  readonly available: boolean;
  /** "NVIDIA GeForce RTX 4070", "SwiftShader (software)" … */
  readonly name: string;
  readonly vendor: string;
  readonly architecture: string;
  /** Runs on the processor: right, and slow. */
  readonly software: boolean;
  /** When not available: what is missing and what to do, one sentence each. */
  readonly missing?: { readonly what: string; readonly todo: string };
}

/** The reference lines beside every curve (V4), on the same problems. */
export interface References {
  readonly random: Evaluation;
  readonly untrained: Evaluation;
  readonly solver: Evaluation;
  /** Where there are several players: the share of the problems that no one of them solves more of by itself. */
  readonly ceiling?: number;
}

export type Stage = 'collect' | 'fine-tune' | 'play' | 'advantages' | 'learn' | 'save' | 'evaluate';

/** How far a run goes before it rests by itself. */
export type Extent = 'to the end' | 'one step';

export type Motion = 'usual' | 'slow';

/** What the step in slow motion has come to so far. */
export interface StageSight {
  /** Games played in the step, and those that were solved. */
  readonly worlds: number;
  readonly solved: number;
  /** Behind "advantages": groups of the step, and those of them in which all answers earned alike. */
  readonly groups?: number;
  readonly flat?: number;
  /** Where there is most to be told, if anywhere. */
  readonly told?: ToldGroup;
}

/** A group whose different answers earned differently. */
export interface ToldGroup {
  readonly at: GroupPlace;
  readonly role: RoleId;
  readonly turn: number;
  readonly answers: readonly ToldAnswer[];
}

export interface ToldAnswer {
  readonly text: string;
  /** How many of the branches gave it. */
  readonly times: number;
  readonly reward: number;
  readonly advantage: number;
  /** The game goes on with it. */
  readonly trunk: boolean;
  /** Of the whole answer, by the policy that gave it. */
  readonly probability: number;
  /** Behind "learn": by the policy as it is now. */
  readonly probabilityNow?: number;
}

export type TrainerEvent =
  | {
      readonly kind: 'status';
      readonly runId: string;
      readonly status: RunStatus;
      readonly step: number;
      readonly reason?: string;
    }
  /** What goes on now, for the strip: `done` of `total` parts of the stage. */
  | {
      readonly kind: 'stage';
      readonly runId: string;
      readonly step: number;
      readonly stage: Stage;
      readonly done: number;
      readonly total: number;
    }
  /** Slow motion: the stage `after` is done, and the run waits for `nextStage`. */
  | {
      readonly kind: 'waiting';
      readonly runId: string;
      readonly step: number;
      readonly after: 'play' | 'advantages' | 'learn' | 'save';
      readonly sight: StageSight;
    }
  /** Boards being played right now: at most eight, sent a few times per second. */
  | {
      readonly kind: 'boards';
      readonly runId: string;
      readonly step: number;
      readonly boards: readonly PlayedBoard[];
    }
  | { readonly kind: 'step'; readonly runId: string; readonly report: StepReport; readonly secondsLeft: number }
  /** Fine-tuning before the first step is done. */
  | { readonly kind: 'cold-start'; readonly runId: string; readonly report: ColdStartReport }
  | { readonly kind: 'references'; readonly runId: string; readonly validation: References }
  | {
      readonly kind: 'tested';
      readonly runId: string;
      readonly before?: Evaluation;
      readonly after?: Evaluation;
      readonly references?: References;
    }
  /** What the run takes of the GPU's memory, in a line; before its first step. */
  | { readonly kind: 'memory'; readonly runId: string; readonly sentence: string }
  /** The GPU was lost; `recovering` tells whether the run goes on by itself from its last checkpoint. */
  | { readonly kind: 'device-lost'; readonly runId?: string; readonly reason: string; readonly recovering: boolean }
  /** The GPU has no memory left; `recovering` tells whether the run goes on by itself from its last checkpoint, with
   *  half its plan. */
  | { readonly kind: 'out-of-memory'; readonly runId: string; readonly reason: string; readonly recovering: boolean }
  /** How far a game is that is played on with another answer: `done` of at most `total` answers. */
  | { readonly kind: 'what-if'; readonly done: number; readonly total: number }
  /** What a feature tells its part of the page: plain data that only it reads. */
  | { readonly kind: 'feature'; readonly feature: string; readonly news: unknown }
  /** What a run's GPU was found to be, with the run's model. */
  | { readonly kind: 'self-test'; readonly report: SelfTestReport }
  | { readonly kind: 'storage'; readonly message: string };

/** Whether a run fits the GPU's memory. */
export interface MemoryAnswer {
  readonly kind: 'fits' | 'refused';
  /** In a line: what it takes of what there is, or why it is refused and what to change. */
  readonly words: string;
  /** Of a run that fits: the tokens it is trained on and measured with, at most. */
  readonly tokens?: number;
}

/** What of a run takes how long here; seconds. */
export interface StepTime {
  readonly step: number;
  /** An evaluation on all validation problems, and on all test problems. */
  readonly validation: number;
  readonly test: number;
  /** With so many rooms a step was timed: a whole one where they are as many as a step has. */
  readonly rooms: number;
}

/** Which team plays: the untrained base, or a run's adapters as last saved. */
export type TeamOf = { readonly kind: 'untrained' } | { readonly kind: 'run'; readonly runId: string };

export interface EvaluationRequest {
  readonly team: TeamOf;
  readonly config: RunConfig;
  readonly n: number;
  /** Roles exchange their policies. */
  readonly swap?: boolean;
  /** This role plays by itself. */
  readonly alone?: RoleId;
  /** Best-of-K in place of one answer a turn: it uses the reward at test time and trains nothing. */
  readonly search?: Search;
  /** Random play, the untrained team and the solver on the same problems; unless false. */
  readonly references?: boolean;
}

/** "alone tool": that role by itself. */
export type Players = 'trained' | 'swapped' | 'untrained' | `alone ${RoleId}`;

/** An evaluation that a person asks for. */
export interface EvaluationWish {
  readonly players: Players;
  /** Problems. */
  readonly n: number;
  /** Absent: one answer a turn. */
  readonly search?: Search;
}

/** What came of it, as it is kept with its run. */
export interface AskedEvaluation {
  readonly wish: EvaluationWish;
  readonly evaluation: Evaluation;
  /** Steps that the run had done. */
  readonly step: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface WhatIfRequest {
  readonly runId: string;
  /** Of the tree. */
  readonly step: number;
  /** Which of its worlds, from 0. */
  readonly world: number;
  readonly from: ReplayFrom;
}

export interface WhatIfAnswer {
  /** With nothing replaced, by the same weights; equal to the record where they are those of the time. */
  readonly asItWas: WorldRecord;
  readonly instead: WorldRecord;
  /** After how many steps the weights were kept that played it; the tree's own are those after `step` − 1. */
  readonly weightsOf: number;
}

export type NumberType = 'f32' | 'f16' | 'bf16';

export interface ExportRequest {
  /** What the run is taken home as: a name of export-formats.ts, or one that a feature offers. */
  readonly format: string;
  /** One role's alone, where the format can. */
  readonly role?: string;
  /** Type in which a model's or an adapter's numbers are written. */
  readonly numbers?: NumberType;
}

/** "here": the very same run was here already. "copy": another run has its id, so it came in under a new one. */
export interface OpenedRun {
  readonly kind: 'new' | 'here' | 'copy';
  readonly id: string;
  /** Its id in the file; links from elsewhere name it by that. */
  readonly idInFile: string;
  readonly name: string;
}

export interface TrainerApi {
  /** Finds the GPU; no work yet. */
  probe(): Promise<AdapterReport>;
  /** Answers, losses, gradients and updates of this GPU against plain arithmetic (engine/model/self-test), with the
   *  head shape of a model. */
  selfTest(model?: string): Promise<SelfTestReport>;
  /** All later events go to this one listener (a comlink proxy in the page). */
  listen(listener: (event: TrainerEvent) => void): Promise<void>;
  /** What a run would take of the GPU's memory, and what `start` would refuse it for. Opens and keeps nothing; goes on
   *  beside a run that trains. Rejects where that cannot be known: the model or the problems are not here. */
  planMemory(config: RunConfig): Promise<MemoryAnswer>;
  /** Times a few small steps and evaluations of a run, which leave nothing behind; for three seconds at most:
   *  undefined where that is too short. Rejects where something is at work, and as soon as something begins or
   *  `stopTiming` is called. */
  timeStep(config: RunConfig): Promise<StepTime | undefined>;
  stopTiming(): Promise<void>;
  /** Creates the run in storage and starts it. Resolves with its id once it is stored. With "one step" it is paused
   *  after its first. */
  start(config: RunConfig, name?: string, extent?: Extent): Promise<string>;
  /** Goes on from the last checkpoint of a paused, failed or interrupted run. With "one step" it is paused after the
   *  next; the last step is followed by the test, as always. */
  resume(runId: string, extent?: Extent): Promise<void>;
  /** Slow motion, at once: between the stages of its steps a run waits for `nextStage`. Results do not depend on it. */
  setMotion(motion: Motion): Promise<void>;
  /** Lets a run in slow motion go on to its next stage. */
  nextStage(): Promise<void>;
  /** Stops the run or the study after the current step, with a checkpoint; what waits between two stages goes on
   *  first. Resolves when that is saved. */
  pause(): Promise<void>;
  /** Lets a team play one problem, greedily (an evaluation chain; K = 1 groups). */
  play(request: {
    readonly team: TeamOf;
    readonly config: RunConfig;
    readonly seed: number;
    /** A collection of levels in XSB, in place of drawn problems: `seed` numbers them. */
    readonly levels?: string | undefined;
    /** Its game of before, to be played on from another answer: a person's, who plays one of the roles. */
    readonly instead?: PlayedOn | undefined;
  }): Promise<WorldRecord>;
  /** Evaluates a team on n test problems; progress comes as `stage` events. One at a time, beside a run that trains. */
  evaluate(request: EvaluationRequest): Promise<Evaluation & { readonly references?: References }>;
  /** Stops the evaluation at hand, which then rejects. */
  cancelEvaluation(): Promise<void>;
  /** Plays a game of a kept tree on with another answer, and once more with nothing replaced; one at a time, beside a
   *  run that trains. Rejects with what is missing. */
  whatIf(request: WhatIfRequest): Promise<WhatIfAnswer>;
  /** Stops the game at hand, which then rejects. */
  cancelWhatIf(): Promise<void>;
  /** The run as a file. */
  exportRun(runId: string, request: ExportRequest): Promise<{ readonly fileName: string; readonly bytes: Uint8Array }>;
  /** Takes in a run that "bundle" exported: all of it, or nothing. Rejects with what is wrong with the file. */
  openRun(file: File): Promise<OpenedRun>;
  /** What a file is that Grove wrote and does not open as a run, what reads it, and where else the page opens it. */
  tellFile(file: File): Promise<ToldFile | undefined>;
  /** How a configuration names the weights that a run reports for a policy, for a policy that is to start from them. */
  policyStart(runId: string, policy: string): Promise<PolicyStart>;
  /** The kept steps of a run that another can go on from, ascending. */
  forks(runId: string): Promise<readonly Fork[]>;
  /** Runs as a table: what each was, what it reached, what it cost. */
  exportResults(
    runIds: readonly string[],
    format: TableFormat,
  ): Promise<{ readonly fileName: string; readonly bytes: Uint8Array }>;
  /** A step's tree as it was kept: log-probabilities are those of the time, not those under the current adapters. */
  tree(runId: string, step: number): Promise<StepTree | undefined>;
  /** Keeps the GPU busy for this share of the time at most, from 0.05 to 1; at once, also while a run trains. Results
   *  do not depend on it. */
  setGpuShare(share: number): Promise<void>;
  /** Bytes of the GPU's memory that may be taken, of what is opened from now on: WebGPU does not tell how much there
   *  is. Undefined: as much as is usual. */
  setGpuMemory(bytes: number | undefined): Promise<void>;
  /** Bytes of trees to keep per browser; enforced at once. */
  setTreeBudget(bytes: number): Promise<void>;
  /** A verb of a feature (worker-feature.ts), its arguments and its result plain data. */
  ask(feature: string, verb: string, given: readonly unknown[]): Promise<unknown>;
}
