// What a study of so many seeds and problems can show, said before it starts.
import {
  differenceOfProblems,
  differenceOfSeeds,
  powerOfSeeds,
  problemsNeeded,
  seedsNeeded,
} from '../../../basics/statistics/power';

/** What nobody knows before a study, as shares; the seeds' spread of rows that are learnt is 1.6 to 3.2 points in
 *  models/LOG.md (200  problems each), and of differences between two of them √2 times that. Arms that learn only
 *  half the way spread by 17 points. */
export const assumed = { difference: 0.05, spread: 0.03, discordant: 0.2 } as const;

export interface StudyPower {
  /** Of the difference wished to be seen. */
  readonly difference: number;
  readonly spread: number;
  readonly seeds: number;
  readonly problems: number;
  readonly seedsNeeded: number;
  readonly problemsNeeded: number;
  /** How probable it is that the study's seeds see it; undefined of a single seed. */
  readonly power?: number;
  /** The smallest that its seeds show; undefined of a single seed, which says nothing of others. */
  readonly shownBySeeds?: number;
  /** The smallest that its problems show between two rows of one seed. */
  readonly shownByProblems?: number;
}

export interface PowerWish {
  readonly seeds: number;
  readonly problems: number;
  /** To be seen, as a share. */
  readonly difference?: number;
  /** Standard deviation, between seeds, of the difference of two rows. */
  readonly spread?: number;
}

export function powerOf({
  seeds,
  problems,
  difference = assumed.difference,
  spread = assumed.spread,
}: PowerWish): StudyPower {
  const shownByProblems = differenceOfProblems(problems, discordantWith(difference));
  return {
    ...{ difference, spread, seeds, problems },
    seedsNeeded: seedsNeeded({ difference, spread }),
    problemsNeeded: problemsNeeded({ difference, discordant: discordantWith(difference) }),
    ...(seeds > 1
      ? { power: powerOfSeeds(seeds, { difference, spread }), shownBySeeds: differenceOfSeeds(seeds, spread) }
      : {}),
    ...(shownByProblems === undefined ? {} : { shownByProblems }),
  };
}

/** A difference of d takes at least d of the problems. */
function discordantWith(difference: number): number {
  return Math.max(assumed.discordant, difference);
}

/** Two sentences: over seeds, and over the problems of one seed. */
export function powerInWords(power: StudyPower): string[] {
  const { difference, spread, seeds, problems, shownBySeeds, shownByProblems } = power;
  const sought = points(difference);
  const few =
    power.power === undefined
      ? 'one seed says nothing of others'
      : `${seeds} seeds see it in ${percent(power.power)} of studies`;
  const show = shownBySeeds === undefined ? '' : `, and ${points(shownBySeeds)} in 80 %`;
  const shown = shownByProblems === undefined ? 'show no difference' : `show ${points(shownByProblems)}`;
  return [
    `To see a difference of ${sought} between two rows takes ${power.seedsNeeded} seeds` +
      ` if it varies by ${points(spread)} between seeds; ${few}${show} (paired t test, level 0.05, power 0.8).`,
    `Of one seed it takes ${power.problemsNeeded} problems if ${percent(discordantWith(difference))}` +
      ` are solved by one of two rows only; ${problems} ${shown} (McNemar’s test).`,
  ];
}

const points = (share: number) => `${Number((100 * share).toFixed(1))} points`;
const percent = (share: number) => `${Math.round(100 * share)} %`;
