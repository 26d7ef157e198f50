// A team: roles, their order, who sees what. It does not know which policy speaks for a role.
import { check, present } from '../../basics/check';
import type { EnvironmentCard } from '../environments/environment';
import { simpleGraph, type TeamGraph } from './graph';
import type { ProgramLanguage } from './program-runner';
import type { Role } from './role';

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly sentence: string;
  /** In the order in which they answer. */
  readonly roles: readonly Role[];
  /** "sequential": a role sees what earlier roles did this turn. "parallel": no role does (G5). */
  readonly order: 'sequential' | 'parallel';
  /** Who speaks after whom and what each hears, where that is no plain order. `order` is "sequential" then. */
  readonly graph?: TeamGraph;
  /** The same team with its programs in real code; absent where no role writes any in the worlds' calls. */
  readonly speaking?: Readonly<Record<ProgramLanguage, Team>>;
  /** Whether its roles know what is done in this world; absent: they do where moves are made on a board. */
  fits?(card: EnvironmentCard): boolean;
}

const simple = new WeakMap<Team, TeamGraph>();

/** The team's graph: its own, or the chain or the row that its order is. */
export function graphOf(team: Team): TeamGraph {
  if (team.graph) return team.graph;
  const made =
    simple.get(team) ??
    simpleGraph(
      team.roles.map(({ id }) => id),
      team.order,
    );
  simple.set(team, made);
  return made;
}

/** What a tool role's programs are written in. */
export const toolLanguages = {
  calls: "the world's own calls: a few words that a tiny model can learn",
  javascript: 'JavaScript, run in a sandbox: for language models',
  python: 'Python, run in a sandbox: for language models',
} as const;

export type ToolLanguage = keyof typeof toolLanguages;

/** The team with its programs in this language. Throws an ExpectationError when there is none in which it would write
 *  them. */
export function teamSpeaking(team: Team, language: ToolLanguage): Team {
  if (language === 'calls') return team;
  return present(
    team.speaking?.[language],
    `the team "${team.id}" has no role that writes its tools in a language of choice: set "toolLanguage" to calls`,
  );
}

/** Whether the team can play this world: a world of several players takes one role for each of them. */
export function fits({ fits: own, roles, graph }: Team, card: EnvironmentCard): boolean {
  if (card.pictured && (graph || roles.some(({ answers, program }) => answers !== 'action' || program))) return false; // these are told of boards in words, or hand them to a program
  const players = roles.flatMap(({ player }) => player ?? []);
  if (card.players)
    return (
      card.players.length === players.length &&
      card.players.every(({ id }) => players.includes(id)) &&
      (own?.(card) ?? true)
    );
  return players.length === 0 && (own ? own(card) : card.form !== 'text');
}

/** Throws an ExpectationError that names both where the team cannot play the world. */
export function checkFits(team: Team, card: EnvironmentCard): void {
  check(
    fits(team, card),
    `the team "${team.id}" does not play the world "${card.id}": choose another team, or another world`,
  );
}
