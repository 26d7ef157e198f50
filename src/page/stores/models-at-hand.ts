// The models beside the one that ships, as far as a run's setup has to know them. A feature that keeps some says so
// here.
import { create } from 'zustand';

export interface ModelAtHand {
  readonly name: string;
  /** Milliseconds since 1970: another model may be loaded under the same name. */
  readonly addedAt: number;
}

export interface ModelsAtHand {
  readonly kept: readonly ModelAtHand[];
  /** False until somebody has said which there are: none is known to be missing before. */
  readonly listed: boolean;
}

export const modelsAtHand = create<ModelsAtHand>()(() => ({ kept: [], listed: false }));
