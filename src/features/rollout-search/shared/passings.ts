// What each answer of a turn's last role made of the proposals it was shown, found out from a kept tree: the world is
// played again along the trunk, by the moves that the records name. Only evaluations write this down as they play
// (learning/rollouts/pass-through.ts); here the same is said of every branch that was trained on. Nothing is known of
// worlds that have to run programs or are not built in, nor where a record does not fit the world of today. Pure.
import type { Trial } from '../../../learning/agents/reading';
import type { Heard, Proposal, Role } from '../../../learning/agents/role';
import { type Team, teamSpeaking } from '../../../learning/agents/team';
import { builtIn, teamOf } from '../../../learning/catalogue';
import type { RunConfig } from '../../../learning/config/run-config';
import { type NamedWorld, worldsOf } from '../../../learning/config/worlds';
import type { Environment } from '../../../learning/environments/environment';
import { worldOf } from '../../../learning/environments/players';
import { passingOf } from '../../../learning/rollouts/pass-through';
import type { BranchRecord, GroupRecord, Passing, WorldRecord } from '../../../learning/rollouts/transcript';

/** Of a world: of a group: of each of its branches; [] where nothing is known. */
export type Passings = readonly (readonly (Passing | undefined)[])[];

/** What a run's configuration has to say for it. */
export type PlayedWith = Pick<RunConfig, 'worlds' | 'settings' | 'team' | 'definitions' | 'toolLanguage'>;

export function passingsIn(record: WorldRecord, config: PlayedWith): Passings {
  try {
    const team = teamSpeaking(teamOf(config), config.toolLanguage);
    const world = builtIn.environmentById(record.environment);
    if (team.graph || team.order === 'parallel' || world.programs) return [];
    const settings = worldsOf(config).find((one) => startsAs(world, one, record));
    return settings ? playedAgain(record, { team, world, settings }) : [];
  } catch {
    return []; // a world or a team that is not known here
  }
}

function startsAs(world: Environment, { environment, environmentSettings }: NamedWorld, record: WorldRecord): boolean {
  return (
    environment === record.environment &&
    same(world.picture(world.start(record.seed, environmentSettings)), record.start)
  );
}

interface Played {
  readonly team: Team;
  readonly world: Environment;
  readonly settings: NamedWorld;
}

function playedAgain({ seed, groups }: WorldRecord, { team, world, settings }: Played): Passings {
  const { environmentSettings, moveBudget } = settings;
  const found: (readonly (Passing | undefined)[])[] = [];
  let state = world.start(seed, environmentSettings);
  let earlier: Heard[] = [];
  let turn = 0;
  for (const group of groups) {
    if (!same(world.picture(state), group.before)) return found;
    const role = team.roles.find(({ id }) => id === group.role) as Role;
    const environment = worldOf(world, role.player);
    if (group.turn !== turn) earlier = [];
    turn = group.turn;
    const view = { environment, state, turn, last: 'start', earlier } as const;
    const act = ({ moves }: BranchRecord) => environment.act(state, environment.wording.read(moves), moveBudget);
    const byMoves = new Map<string, Passing | undefined>();
    const passing = (branch: BranchRecord) => {
      if (byMoves.has(branch.moves)) return byMoves.get(branch.moves);
      const made = passingOf(team, role, view, { chosen: { outcome: act(branch) } as Trial, moveBudget });
      byMoves.set(branch.moves, made);
      return made;
    };
    found.push(earlier.length > 0 ? group.branches.map(passing) : []);
    const trunk = group.branches[group.trunk];
    if (!trunk) return found;
    earlier = [...earlier, heardOf(group, trunk, role, environment)];
    if (role.answers === 'action') state = act(trunk).state;
  }
  return found;
}

/** As much of it as says what was put forward. */
function heardOf({ role: id }: GroupRecord, branch: BranchRecord, role: Role, { wording }: Environment): Heard {
  const { text, moves, why } = branch;
  const readable = moves !== '';
  const proposal = { run: { readable, action: wording.read(moves) } } as Proposal;
  return { role: id, text, moves, why, ...(role.answers === 'program' ? { proposal } : {}) };
}

const same = (one: readonly string[], other: readonly string[]): boolean => one.join('\n') === other.join('\n');
