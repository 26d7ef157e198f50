// A team: roles, their order, who sees what. It does not know which policy speaks for a role.
import type { Role } from './role';

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly sentence: string;
  /** In the order in which they answer. */
  readonly roles: readonly Role[];
  /** "sequential": a role sees what earlier roles did this turn. "parallel": no role does (G5). */
  readonly order: 'sequential' | 'parallel';
}
