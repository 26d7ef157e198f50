import { describe, expect, it } from 'vitest';
import { teamById } from '../../../learning/agents';
import { settingsFrom } from '../../../learning/config/run-config';
import { environmentById } from '../../../learning/environments';
import { games } from '../../../learning/environments/games';
import { isSpeaker, worldOf } from '../../../learning/environments/players';
import { worldsOfSeveral } from '../../../learning/environments/several';
import { letterTokens } from '../../../learning/language/letter-tokens.fixture';
import { playWorlds } from '../../../learning/rollouts/play';
import type { PlaySettings } from '../../../learning/rollouts/play-settings';
import { scriptedSampler } from '../../../learning/rollouts/scripted-sampler.fixture';
import type { WorldRecord } from '../../../learning/rollouts/transcript';
import { replay } from '../../../learning/rollouts/what-if';
import {
  afterWish,
  type HandGame,
  handWishOf,
  isOver,
  isWaiting,
  isWalked,
  lastOfOthers,
  mayHandOver,
  movesMade,
  newGame,
  present,
  standing,
} from './hand-play';
import { type AskTeam, besideSolver, besideTeam, recordAfter, turnsDone } from './partner';
import { roomAt, seedOfRoom } from './rooms';

/** The person does in its turn what its solver says, and hands over. */
function turnByHand(game: HandGame): HandGame {
  const { environment, mover } = game;
  const action = environment.solve(present(game));
  const words = action === undefined ? '' : environment.wording.write(action);
  const said = isWalked(environment)
    ? [...words].reduce((now, letter) => afterWish(now, { kind: 'say', words: letter }), game)
    : afterWish(game, { kind: 'say', words });
  return said.mover === mover && mayHandOver(said) ? afterWish(said, { kind: 'hand-over' }) : said;
}

function untilOver(game: HandGame, next: (game: HandGame) => HandGame): HandGame {
  let now = game;
  for (let turns = 0; turns < 60 && !isOver(now); turns++) now = next(now);
  return now;
}

/** Where nothing has to be run: queries are in environments/database/database.test.ts. */
const atOnce = worldsOfSeveral.filter(({ programs }) => programs === undefined);

describe.each(atOnce.map((world) => [world.card.id, world] as const))('%s by hand', (_, world) => {
  const seed = seedOfRoom(5);
  const start = world.start(seed, {});
  const ids = world.card.players?.map(({ id }) => id) ?? [];

  it('is solved by one person who plays every role, and is taken back to its start', () => {
    const fresh = newGame(world, start);
    const solved = untilOver(fresh, turnByHand);
    expect(world.solved(present(solved))).toBe(true);
    expect(standing(solved, roomAt(world, seed, start).solutionMoves)).toMatch(/like the solver/);
    let back = solved;
    while (back.answers.length > 0) back = afterWish(back, { kind: 'undo' });
    expect(back).toMatchObject({ states: [start], mover: fresh.mover });
    expect(back.over).toBeUndefined();
    expect(afterWish(solved, { kind: 'restart' }).mover).toEqual(fresh.mover);
  });

  it('counts what moves something in the world, and no message', () => {
    const { solutionMoves, solutionFrames } = roomAt(world, seed, start);
    const solved = untilOver(newGame(world, start), turnByHand);
    const messages = solved.answers.filter(({ by }) => isSpeaker(world.card, by?.player));
    expect(movesMade(solved)).toBe(solutionMoves);
    expect(solutionFrames).toHaveLength(movesMade(solved) + messages.length);
  });

  it.each(ids)('is solved by the %s beside the solver, who sees nothing but its own part', (mine) => {
    const fresh = besideSolver(newGame(world, start, { mine }));
    const part = worldOf(world, mine);
    const solved = untilOver(fresh, (game) => {
      expect(game.mover?.player).toBe(mine);
      expect(game.environment.picture(present(game))).toEqual(part.picture(present(game)));
      expect(standing(game, 1)).toContain(`Turn ${game.mover?.turn}, `);
      return besideSolver(turnByHand(game));
    });
    expect(world.solved(present(solved))).toBe(true);
    const before = besideSolver(afterWish(solved, { kind: 'undo' }));
    expect(before.mover?.player).toBe(mine);
    expect(before.answers.length).toBeLessThan(solved.answers.length);
  });
});

describe.each(games.map((world) => [world.card.id, world] as const))('%s by hand', (_, world) => {
  const start = world.start(seedOfRoom(5), {});
  const ids = world.card.players?.map(({ id }) => id) ?? [];

  it.each(ids)('is played to its end by the %s against whom plays best', (mine) => {
    const fresh = besideSolver(newGame(world, start, { mine }));
    const over = untilOver(fresh, (game) => {
      expect(game.mover?.player).toBe(mine);
      return besideSolver(turnByHand(game));
    });
    expect(isOver(over)).toBe(true);
    expect(world.solved(present(over))).toBe(true);
    expect(over.answers.map(({ by }) => by?.player)).toContain(mine);
  });
});

const guided = environmentById('guide-and-walker');
const settings: PlaySettings = {
  environment: guided,
  environmentSettings: {},
  team: teamById('guide-and-walker-team'),
  policies: {},
  tokenizer: letterTokens,
  wording: 'compact',
  weights: settingsFrom({}),
  branches: 1,
  turns: 3,
  moveBudget: 4,
  temperature: 0,
  pickRule: 'first',
  stream: 1,
};

/** A team whose guide says by the map's text where to go, and whose walker bumps into things. */
function scriptedTeam(seed: number) {
  const sampler = scriptedSampler(letterTokens, ({ prompt }) =>
    prompt.endsWith('guide:') ? ` ${'UDLR'[prompt.indexOf('@') % 4]} D` : 'LL',
  );
  let asked = 0;
  const ask: AskTeam = async (instead) => {
    asked += 1;
    const [record] = instead
      ? [await replay(settings, instead.record, instead.from, sampler)]
      : await playWorlds(settings, [seed], sampler);
    return record as WorldRecord;
  };
  return { ask, asked: () => asked };
}

describe('beside a team', () => {
  const seed = seedOfRoom(9);
  const start = guided.start(seed, {});

  it('a person who walks is told what the guide says, and the team’s game goes the same way', async () => {
    const { ask, asked } = scriptedTeam(seed);
    const known = new Map<string, WorldRecord>();
    const answered = async (game: HandGame) => {
      const record = await recordAfter(turnsDone(game), 'walker', ask, known);
      return besideTeam(game, record);
    };
    let game = newGame(guided, start, { mine: 'walker', moveBudget: settings.moveBudget });
    expect(isWaiting(game)).toBe(true);
    expect(afterWish(game, { kind: 'say', words: 'U' })).toBe(game);
    game = await answered(game);
    const atTurn = [game];
    for (let turn = 1; turn <= 3; turn++) {
      expect(game.mover).toEqual({ player: 'walker', turn });
      expect(game.answers.at(-1)?.by).toEqual({ player: 'guide', turn });
      for (const move of guided.players?.['walker']?.legal(present(game)).slice(0, 1) ?? [])
        game = afterWish(game, { kind: 'say', words: game.environment.wording.write(move) });
      game = afterWish(game, { kind: 'hand-over' });
      expect(isOver(game)).toBe(false);
      game = await answered(game);
      atTurn.push(game);
      const record = [...known.values()].at(-1) as WorldRecord;
      const group = record.groups.find((one) => one.turn === turn && one.role === 'walker');
      const said = record.groups.find((one) => one.turn === turn + 1);
      expect(said ? said.before : group?.branches[group.trunk]?.after).toEqual(
        guided.picture(game.states[game.states.length - (said ? 2 : 1)]),
      );
    }
    expect(game.over).toBe('Not solved in 3 turns.');
    expect(asked()).toBe(4);
    const back = await answered(afterWish(game, { kind: 'undo' }));
    expect(back).toMatchObject({ mover: { player: 'walker', turn: 3 }, states: atTurn[2]?.states });
    expect(asked()).toBe(4); // what it knows it does not ask again
  });

  it('a guide that says nothing is silent, and the walker walks on', async () => {
    const { ask } = scriptedTeam(seed);
    let game = newGame(guided, start, { mine: 'guide', moveBudget: settings.moveBudget });
    game = afterWish(game, handWishOf({ key: 'h' }, game)!);
    expect(turnsDone(game)).toEqual(['']);
    expect(lastOfOthers(game)).toEqual({ by: { player: 'guide', turn: 1 }, words: '' });
    expect(afterWish(game, { kind: 'undo' })).toMatchObject({ mover: { player: 'guide', turn: 1 }, answers: [] });
    const record = await recordAfter(turnsDone(game), 'guide', ask, new Map());
    expect(record.groups[0]?.branches.at(-1)?.text).toBe('');
    expect(besideTeam(game, record).mover).toEqual({ player: 'guide', turn: 2 });
    expect(afterWish(newGame(guided, start), { kind: 'say', words: 'U U U U U U U U U U' }).refused).toContain(
      'too long',
    );
  });
});
