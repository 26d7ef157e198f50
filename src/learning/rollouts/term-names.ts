// The names of the reward's terms in records. Three are the same everywhere; what `legalWeight` weighs measures
// different things for different answers, and has a name for each.
import type { Role } from '../agents/role';
import type { EnvironmentCard } from '../environments/environment';

export const termMeanings = {
  team: 'The shared goal: 1 when solved, else the share that is done.',
  progress: 'Share of the way that was left and this answer gained.',
  right: 'The verdict is right: a draft that gains something is taken, any other is not.',
  known: 'The answer is one of the words that the team’s graph knows.',
  legal: 'Share of the moves that changed something.',
  runs: 'The proposed program ran through, and moves came of it.',
  sound: 'Of a program: the share of its runs that came to an end. Of tests: the share that holds for a right program.',
  format: 'The answer can be read, ended by itself and keeps to the budget.',
} as const;

/** What `legalWeight` weighs, by its names. */
export const validityTerms = ['legal', 'runs', 'sound', 'known'] as const;
export type ValidityTerm = (typeof validityTerms)[number];

/** The team says which role proposes a program; the world, whether its actions are moves. */
export function validityTermOf({ answers }: Pick<Role, 'answers'>, { validity }: EnvironmentCard): ValidityTerm {
  return answers === 'program' ? 'runs' : answers === 'word' ? 'known' : (validity ?? 'legal');
}

/** Whether an answer is a proposal: it changes nothing itself, and what it shows is a preview. */
export function isProposal({ terms }: { readonly terms: Readonly<Record<string, number>> }): boolean {
  return 'runs' in terms;
}
