// How the games of a kept step ended, by who played which side, and how often anybody cooperated. Read off the records
// of play alone.
import { games } from '../../../learning/environments/games';
import type { GroupRecord, WorldRecord } from '../../../learning/rollouts/transcript';

/** Games in which these policies played the two sides. */
export interface Pairing {
  /** "shared" against "script:minimax", the first side first. */
  readonly policies: readonly [string, string];
  readonly n: number;
  /** Of the first side; of games that were finished. In a game of mixed rewards: who came off better. */
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  /** Given up by an answer that was no move, or not finished. */
  readonly unfinished: number;
}

const stakesOf = (id: string) => games.find(({ card }) => card.id === id)?.card.stakes;

export function isGame(environment: string): boolean {
  return stakesOf(environment) !== undefined;
}

export function isZeroSum(environment: string): boolean {
  return stakesOf(environment) === 'zero-sum';
}

/** Zero-sum games of the step, by pairing, in order of first appearance. */
export function pairingsIn(worlds: readonly WorldRecord[]): readonly Pairing[] {
  const found = new Map<string, Pairing>();
  for (const world of worlds) {
    if (!isZeroSum(world.environment)) continue;
    const policies = policiesOf(world);
    const key = policies.join('\n');
    const none = { policies, n: 0, won: 0, drawn: 0, lost: 0, unfinished: 0 };
    const before = found.get(key) ?? none;
    const end = endOf(world);
    found.set(key, { ...before, n: before.n + 1, [end]: before[end] + 1 });
  }
  return [...found.values()];
}

function policiesOf({ environment, groups }: WorldRecord): readonly [string, string] {
  const card = games.find((game) => game.card.id === environment)?.card;
  const [first = '', second = ''] = (card?.players ?? []).map(({ id }) => id);
  const speaking = (player: string) => groups.find((group) => group.player === player)?.policy ?? '–';
  return [speaking(first), speaking(second)];
}

/** For the first side. */
function endOf(world: WorldRecord): 'won' | 'drawn' | 'lost' | 'unfinished' {
  const { environment, groups, solved, end } = world;
  const last = groups.at(-1);
  const card = games.find((game) => game.card.id === environment)?.card;
  const worth = worthToFirst(world, card?.players?.[0]?.id ?? '');
  if (!last || worth === undefined || (!solved && !finishedAnyway(last, end))) return 'unfinished';
  return inWords(worth);
}

/** What a zero-sum game came to for the player `first`, in [0, 1]: what the last move came to for who made it, the
 *  other way round where that was the other. Giving up is a last move, too. Undefined where nobody moved. */
export function worthToFirst({ groups }: Pick<WorldRecord, 'groups'>, first: string): number | undefined {
  const last = groups.at(-1);
  const worth = last?.branches[last.trunk]?.terms['team'];
  return worth === undefined || last?.player === first ? worth : 1 - worth;
}

export const inWords = (worth: number): 'won' | 'drawn' | 'lost' =>
  worth > 0.5 ? 'won' : worth < 0.5 ? 'lost' : 'drawn';

/** In an evaluation a game counts as lost for the side it is about, though it was finished. */
function finishedAnyway(last: GroupRecord, end: WorldRecord['end']): boolean {
  return end === 'lost' && last.branches[last.trunk]?.terms['legal'] === 1;
}

/** Of all that was tried in the prisoner's dilemma, trunk or not: the share that cooperates, by round, from the first
 *  on; nothing where no such game was played. */
export function cooperationIn(worlds: readonly WorldRecord[]): readonly number[] {
  const counts = new Map<number, { all: number; together: number }>();
  for (const { environment, groups } of worlds) {
    if (environment !== 'prisoners-dilemma') continue;
    for (const { turn, branches } of groups) {
      const count = counts.get(turn) ?? { all: 0, together: 0 };
      const chosen = branches.filter(({ moves }) => moves === 'U' || moves === 'D');
      counts.set(turn, {
        all: count.all + chosen.length,
        together: count.together + chosen.filter(({ moves }) => moves === 'U').length,
      });
    }
  }
  return [...counts.entries()]
    .sort(([one], [other]) => one - other)
    .flatMap(([, { all, together }]) => (all === 0 ? [] : [together / all]));
}
