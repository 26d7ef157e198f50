// What plays teams without a GPU, and the teams of files; a feature may offer one to the page.

import type { RunConfig } from '../learning/config/run-config';
import type { WorldRecord } from '../learning/rollouts/transcript';
import type { PlayedOn } from '../learning/training/evaluate';
import type { TeamOf } from './trainer-api';

/** A team of a file is named by what `openTeam` answered. */
export type PlayedTeam = TeamOf | { readonly kind: 'opened'; readonly id: number };

export interface OpenedTeam {
  readonly id: number;
  readonly name: string;
  readonly config: RunConfig;
  readonly step?: number;
  /** Success on test problems, in [0, 1]. */
  readonly success?: { readonly before?: number; readonly after?: number };
}

export interface TeamPlayer {
  /** Lets a team play one problem, greedily, on the processor. */
  play(request: {
    readonly team: PlayedTeam;
    readonly config: RunConfig;
    readonly seed: number;
    /** As in TrainerApi. */
    readonly levels?: string | undefined;
    readonly instead?: PlayedOn | undefined;
  }): Promise<WorldRecord>;
  /** Reads a team from files: one that was exported whole, or adapters for the roles of `otherwise`. */
  openTeam(
    files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
    otherwise: RunConfig,
  ): Promise<OpenedTeam>;
}
