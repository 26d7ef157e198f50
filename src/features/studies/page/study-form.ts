// What stands in the form of a new study: kept while another screen is open.
import { create } from 'zustand';
import { reportProblems } from '../shared/study';

export interface StudyForm {
  /** Undefined until one is chosen. */
  readonly plan?: string | undefined;
  /** As typed: "1, 2, 3". */
  readonly seeds: string;
  /** Undefined: as the plan has them. */
  readonly steps?: number | undefined;
  readonly problems: number;
  /** To be seen, in points. */
  readonly difference: number;
  readonly tuned: boolean;
}

export const useStudyForm = create<StudyForm>()(() => ({
  seeds: '1, 2, 3',
  problems: reportProblems,
  difference: 5,
  tuned: false,
}));

export function changeForm(change: Partial<StudyForm>): void {
  useStudyForm.setState(change);
}
