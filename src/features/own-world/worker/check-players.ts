// What is checked of a world of several players beside what is checked of every world: nobody observes what is hidden
// from them, every move and symbol is of use, and together the players' solvers come to the end.
import { present } from '../../../basics/check';
import { mean } from '../../../basics/statistics';
import type { PlayerId, PlayerPart } from '../../../learning/environments/environment';
import { ceilingsOf } from '../../../learning/environments/players';
import { worldSeed } from '../../../learning/environments/splits';
import type { PlayerDescription } from './description';
import type { Tell } from './finding';
import type { OwnState } from './own-wording';
import type { OwnAction, OwnWorld } from './own-world';

type Part = PlayerPart<OwnState, OwnAction>;

/** Looks with the players' eyes while the world is played, and tells in the end what was seen. */
export function lookedAtByAll({ players = {}, card }: OwnWorld, tell: Tell) {
  const used = new Set<string>();
  const others = new Map<PlayerId, number>();
  return {
    /** Whether the player sees what is hidden from it, which is told. */
    leaks(player: PlayerId, state: OwnState, random: () => number): boolean {
      const { legal, alike, picture, wording } = players[player] as Part;
      for (const action of legal(state)) used.add(`${player}: ${wording.write(action)}`);
      const other = alike?.(state, random);
      if (!other) return false;
      if (other.board !== state.board) others.set(player, (others.get(player) ?? 0) + 1);
      const [one, two] = [picture(state), picture(other)];
      if (one.join('\n') === two.join('\n')) return false;
      const what = 'it looks different to this player in two states that alike() says it cannot tell apart';
      tell('problem', `${player}.picture`, `${what}: show it less, or let alike() keep what it sees`, [
        ...one,
        '',
        ...two,
      ]);
      return true;
    },
    tellAll(parts: readonly PlayerDescription[]): void {
      for (const { id, moves, functions } of parts) {
        const hides = functions.includes('picture');
        const { alike, wording } = players[id] as Part;
        const idle = moves.filter((move) => !used.has(`${id}: ${wording.write(wording.read(move) as OwnAction)}`));
        if (idle.length > 0)
          tell('warning', id, `It never changed anything by ${idle.join(', ')}: are they of any use?`);
        if (alike && !others.has(id))
          tell('warning', `${id}.alike`, 'It only gave back equal states: draw anew what this player does not see.');
        else if (hides && !alike)
          tell('warning', id, 'That it sees no more than it may was not checked: write alike(state, random) for it.');
        else if (hides)
          tell('ok', `${id}.picture`, 'It looks the same in all states that differ in what is hidden from it.');
        else tell('ok', id, `It sees the whole ${card.problem}.`);
      }
    },
  };
}

/** Every player does in its turn what its solver says; undefined where that does not end well. */
export function solvedTogether(world: OwnWorld, start: OwnState, budget: number) {
  const words: string[] = [];
  let state = start;
  for (let turn = 1; turn <= mostTurns; turn++)
    for (const { id, name } of world.card.players ?? []) {
      const { solve, wording } = present(world.players?.[id], 'everybody on the card plays');
      const action = solve(state);
      if (action === undefined) continue;
      words.push(`${name}: ${wording.write(action).trim()}`);
      ({ state } = world.act(state, action, budget));
      if (world.solved(state)) return { turns: turn, words: words.join(', ') };
    }
  return undefined;
}
const mostTurns = 20;

export function solvedByAll(
  world: OwnWorld,
  { tell, ...limits }: { tell: Tell; turns: number; moveBudget: number },
): undefined {
  const starts = Array.from({ length: 40 }, (_, index) => world.start(worldSeed('train', index), {}));
  const turns: number[] = [];
  for (const start of starts) {
    const solved = solvedTogether(world, start, limits.moveBudget);
    if (!solved) {
      const what = `each doing what its solve() says, or what brings the end nearer, they are not there after ${mostTurns} turns`;
      return tell('problem', 'players', `${what}: mend solve() of a player, or remaining()`, world.picture(start));
    }
    turns.push(solved.turns);
  }
  const most = Math.max(...turns);
  tell('ok', 'solved', `Together they need ${mean(turns).toFixed(1)} turns on average, ${most} at most.`);
  if (most > limits.turns)
    tell('warning', 'start', `Some problems take ${most} turns, and a team has ${limits.turns}: make them shorter.`);
  const ceilings = starts.map((start) => ceilingsOf(world as never, start, limits));
  const rates = (world.card.players ?? []).map(({ id, name }) => {
    return `${name} ${Math.round(100 * mean(ceilings.map((each) => each?.[id] ?? 0)))} %`;
  });
  if (ceilings[0]) tell('ok', 'ceiling', `Alone they solve at most: ${rates.join(', ')}.`);
  else
    tell(
      'ok',
      'ceiling',
      'What one player reaches alone is not stated: every player would need ceiling(start, limits).',
    );
}
