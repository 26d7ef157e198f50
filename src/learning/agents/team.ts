// A team: roles, their order, who sees what. It does not know which policy speaks for a role.
import { check } from '../../basics/check';
import type { EnvironmentCard } from '../environments/environment';
import type { Role } from './role';

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly sentence: string;
  /** In the order in which they answer. */
  readonly roles: readonly Role[];
  /** "sequential": a role sees what earlier roles did this turn. "parallel": no role does (G5). */
  readonly order: 'sequential' | 'parallel';
  /** Whether its roles know what is done in this world; absent: they do where moves are made on a board. */
  fits?(card: EnvironmentCard): boolean;
}

/** Whether the team can play this world. */
export function fits({ fits: own }: Team, card: EnvironmentCard): boolean {
  return own ? own(card) : card.form !== 'text';
}

/** Throws an ExpectationError that names both where the team cannot play the world. */
export function checkFits(team: Team, card: EnvironmentCard): void {
  check(fits(team, card), `the team "${team.id}" does not play the world "${card.id}": choose another team, or another world`);
}
