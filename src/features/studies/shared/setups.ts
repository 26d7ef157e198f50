// A study of what somebody set up: their settings beside the usual ones, in the same worlds with the same seeds, so
// that problem by problem it shows what the change brings.
import { check, present } from '../../../basics/check';
import type { PairedComparison } from '../../../basics/statistics/paired';
import { studyById } from './plans';
import { repeatId, repeatPlan } from './repeat';
import type { StudiedSetup, StudyPlan, StudyWishes } from './study';

/** What a study's wishes name in place of a plan that comes with Grove. */
export const setupsId = 'setups';

/** The first setup is the one that the others are compared with. */
export function setupsPlan(setups: readonly StudiedSetup[]): StudyPlan {
  const [first] = setups;
  check(first, 'a study of setups needs a setup');
  return {
    id: setupsId,
    name: 'Your setup against the usual one',
    sentence: 'What your changes bring: the same problems, the same seeds, with the usual settings and with yours.',
    rows: [
      { id: 'untrained', name: 'Untrained', how: { kind: 'untrained' }, config: first.config },
      ...setups.map(({ name, config }, index) => ({
        id: index === 0 ? 'usual' : `setup-${index}`,
        name,
        how: { kind: 'trained' } as const,
        config,
      })),
    ],
  };
}

/** The plan that the wishes are of. Throws an ExpectationError where there is none. */
export function planOf({ plan, setups }: Pick<StudyWishes, 'plan' | 'setups'>): StudyPlan {
  if (plan === repeatId) return repeatPlan(setups ?? []);
  return plan === setupsId ? setupsPlan(present(setups, 'a study of setups says which')) : studyById(plan);
}

/** Whether a change helped, as far as so many seeds and problems can say. */
export function verdictOf({ difference: { low, high }, seeds }: PairedComparison): 'helped' | 'hurt' | 'not shown' {
  if (seeds.length < 2 || (low <= 0 && high >= 0)) return 'not shown';
  return low > 0 ? 'helped' : 'hurt';
}
