// What an evaluation measured as rows that tables are made of, each complete in itself: who played, on what, what came
// of it, and with which engine, so that no figure has to be copied by hand. It does not know where rows are kept.

import type { WorldShare } from '../learning/config/run-config';
import type { EnvironmentSettings } from '../learning/environments/environment';
import type { Evaluation } from '../learning/rollouts/transcript';
import type { References } from '../run/trainer-api';

/** What all rows of an evaluation have in common. */
export interface EvaluationSource {
  /** Absent where no run was asked for. */
  readonly run?: {
    readonly id: string;
    readonly name: string;
    /** Of the checkpoint that played. */
    readonly step: number;
  };
  readonly preset: string;
  readonly environment: string;
  readonly environmentSettings: EnvironmentSettings;
  /** The run's worlds where they are several; the one above is the first of them. */
  readonly mix?: readonly WorldShare[];
  readonly team: string;
  /** The run's; it names the training's chance. */
  readonly seed: number;
  /** Which problems; of a collection of levels their titles. */
  readonly split?: string;
  readonly levels?: readonly string[];
  readonly model: string;
  readonly modelHash: string;
  /** The GPU. */
  readonly adapter: string;
  /** Of the program that measured, where it is known; ends with "-dirty" where files were changed since. */
  readonly commit?: string;
}

export interface EvaluationRow extends EvaluationSource, Omit<Evaluation, 'verdicts'> {
  /** Who played: "trained", "swapped", "alone tool", "walker untrained", "untrained", "random", "solver". */
  readonly policies: string;
  /** Whether roles were told if an answer was right (V8). */
  readonly verdicts: boolean;
}

export function evaluationRows(
  source: EvaluationSource,
  measured: readonly (readonly [policies: string, evaluation: Evaluation])[],
  references: References,
): EvaluationRow[] {
  const { random, untrained, solver } = references;
  const all: readonly (readonly [string, Evaluation])[] = [
    ...measured,
    ['random', random],
    ['untrained', untrained],
    ['solver', solver],
  ];
  return all.map(([policies, { verdicts = false, ...evaluation }]) => ({
    ...source,
    policies,
    verdicts,
    ...evaluation,
  }));
}
