// Who answers for the players that a person does not take: the world's own solver, or a team of models. A team plays
// its games as ever; in the person's place what the person did is put, turn by turn, and the rest is played anew
// (learning/rollouts/what-if.ts). What it plays for the person beyond that is not shown. Pure.
import type { WorldRecord } from '../../../learning/rollouts/transcript';
import type { PlayedOn } from '../../../learning/training/evaluate';
import { endInWords } from './chain';
import { afterAnswer, type HandGame, handedOver, isOver, isWaiting, type Mover, present } from './hand-play';

/** Answered for all others until it is the person's move again. */
export function besideSolver(game: HandGame): HandGame {
  let next = game;
  while (isWaiting(next)) {
    const { solve, wording } = next.environment;
    const action = solve(present(next));
    next = action === undefined ? handedOver(next) : afterAnswer(next, wording.write(action));
  }
  return next;
}

/** The same, with what the team answered in the record. */
export function besideTeam(game: HandGame, record: WorldRecord): HandGame {
  const answerOf = ({ player, turn }: Mover) =>
    record.groups.find((group) => group.player === player && group.turn === turn);
  let next = game;
  while (!isOver(next) && next.mover) {
    const group = answerOf(next.mover);
    if (!group) return { ...next, over: `${endInWords(record, next.world.card)}.` };
    if (!isWaiting(next)) break;
    next = afterAnswer(next, group.branches[group.trunk]?.moves ?? '');
  }
  return next;
}

/** What the person said or did in each turn that is over for it, in words; "" where nothing. */
export function turnsDone({ answers, mover, world, part: { mine } }: HandGame): readonly string[] {
  const order = world.card.players?.map(({ id }) => id) ?? [];
  if (!mover || mine === undefined) return [];
  const count = order.indexOf(mover.player) > order.indexOf(mine) ? mover.turn : mover.turn - 1;
  return Array.from({ length: count }, (_, index) =>
    answers
      .filter(({ by }) => by?.player === mine && by.turn === index + 1)
      .map(({ words }) => words)
      .join(''),
  );
}

/** Plays the team's game of the room, or plays a record on with another answer. */
export type AskTeam = (instead?: PlayedOn) => Promise<WorldRecord>;

/** The team's game in which `role` did this in its first turns; records are kept in `known`. */
export async function recordAfter(
  turns: readonly string[],
  role: string,
  ask: AskTeam,
  known: Map<string, WorldRecord>,
): Promise<WorldRecord> {
  const key = JSON.stringify(turns);
  const found = known.get(key);
  if (found) return found;
  const words = turns.at(-1);
  const by = words === '' ? ({ kind: 'silence' } as const) : ({ kind: 'text', text: words ?? '' } as const);
  const record =
    words === undefined
      ? await ask()
      : await ask({
          record: await recordAfter(turns.slice(0, -1), role, ask, known),
          from: { turn: turns.length, role, by },
        });
  known.set(key, record);
  return record;
}
