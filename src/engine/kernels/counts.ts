// Which of a batch's counts a dispatch runs over. Launchers take one and read their grid off it.
import type { Sizes } from '../gpu/recording';

export type Count = (sizes: Sizes) => number;
export const overRows: Count = (sizes) => sizes.rows;
export const overPredictions: Count = (sizes) => sizes.predictions;
/** Predictions of one chunk of the head. */
export const overChunk =
  (first: number, rows: number): Count =>
  (sizes) =>
    Math.max(0, Math.min(rows, sizes.predictions - first));
