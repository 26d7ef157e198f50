// What the last role of a turn makes of the proposals it was shown: it repeats one, mends it, spoils it, or does
// something else that is worth the same. Counted over the turns of an evaluation, it says whether the last role adds
// anything to what the others found.
import { mcnemar } from '../../basics/statistics/paired';
import type { Trial } from '../agents/reading';
import type { Heard, Role, View } from '../agents/role';
import type { Team } from '../agents/team';
import type { Environment, Outcome } from '../environments/environment';
import type { Passing, PassThrough, RoleId } from './transcript';

/** What the answer makes of the proposals before it; undefined where the role is not the last to act, nobody proposed
 *  anything, or a graph says who hears whom. */
export function passingOf(
  { roles, order, graph }: Team,
  role: Role,
  view: View,
  { chosen, moveBudget }: { chosen: Trial; moveBudget: number },
): Passing | undefined {
  if (graph || order === 'parallel' || role !== roles.at(-1) || role.answers !== 'action') return undefined;
  const { environment, state } = view;
  const proposed = view.earlier.flatMap((heard) => {
    const action = proposedBy(heard, roles.find(({ id }) => id === heard.role) as Role, environment);
    return action === nothing ? [] : [environment.act(state, action ?? environment.wording.read(''), moveBudget)];
  });
  if (proposed.length === 0) return undefined;
  const { describe } = environment.wording;
  const after = describe(chosen.outcome.state);
  if (proposed.some((outcome) => describe(outcome.state) === after)) return 'repeats';
  const ahead = proposed.map((outcome) => comparedOn(environment, chosen.outcome, outcome));
  return ahead.every((by) => by > 0) ? 'mends' : ahead.some((by) => by < 0) ? 'spoils' : 'differs';
}

const nothing = Symbol('no proposal');

/** The action that was put forward; undefined where it cannot be read, `nothing` where the role puts forward none. */
function proposedBy({ proposal, moves }: Heard, { alone }: Role, { wording }: Environment): unknown {
  if (proposal) return proposal.run.readable ? proposal.run.action : undefined;
  return typeof alone === 'function' ? alone(wording.read(moves)) : nothing;
}

/** Above 0 where the first is worth more. What remains to be done tells more than the team's share, but of texts only
 *  that is known. */
function comparedOn({ remaining, card }: Environment, one: Outcome<unknown>, other: Outcome<unknown>): number {
  const [left, otherLeft] = card.form === 'text' ? [0, 0] : [remaining(one.state), remaining(other.state)];
  return left === otherLeft ? one.terms.team - other.terms.team : otherLeft - left;
}

/** Undefined where no turn counts. */
export function passThroughOf(
  worlds: readonly { readonly groups?: readonly { readonly role: RoleId; readonly passing?: Passing }[] }[],
): PassThrough | undefined {
  const counts: Record<Passing, number> = { repeats: 0, mends: 0, spoils: 0, differs: 0 };
  const counted = worlds.flatMap(({ groups = [] }) => groups).filter(({ passing }) => passing !== undefined);
  for (const { passing } of counted) counts[passing as Passing]++;
  const role = counted[0]?.role;
  return role === undefined ? undefined : { role, n: counted.length, ...counts };
}

/** "the plan role repeats the proposal in 99.0 % of 412 turns, mends it in 0.2 %, …: it adds next to nothing". */
export function passThroughInWords(passThrough: PassThrough): string {
  const worth = littleWorthOf(passThrough);
  return `the ${passThrough.role} role ${passingsInWords(passThrough)}${worth === undefined ? '' : `: it ${worth}`}`;
}

/** "repeats the proposal in 99.0 % of 412 turns, mends it in 0.2 %, …". */
export function passingsInWords({ n, repeats, mends, spoils, differs }: PassThrough): string {
  const share = (count: number) => `${((100 * count) / n).toFixed(1)} %`;
  return (
    `repeats the proposal in ${share(repeats)} of ${n} turns, mends it in ${share(mends)}, spoils it in ` +
    `${share(spoils)}, differs at the same worth in ${share(differs)}`
  );
}

/** So few turns mended more than spoilt hardly show in success. */
const hardlyAny = 0.01;

/** What a last role does that mends hardly more than it spoils: "adds nothing"; undefined of one that helps. Of harm is
 *  spoken only where so few mended among those mended or spoilt is no chance. */
export function littleWorthOf({ n, mends, spoils }: PassThrough): string | undefined {
  if (mends < spoils && mcnemar(mends, spoils) < 0.05) return 'does more harm than good';
  if (mends <= spoils) return 'adds nothing';
  return mends - spoils < hardlyAny * n ? 'adds next to nothing' : undefined;
}
