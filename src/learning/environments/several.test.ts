// One contract for every listed world of several players (environment.ts): what each of them may see and do. To a
// player the world is a world like any other, so most of it is said of `worldOf`.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { present } from '../../basics/check';
import { defaultsOf } from '../../basics/knobs';
import { rngFrom } from '../../basics/rng';
import { differentProblems } from './different-problems';
import type { Environment, EnvironmentSettings, PlayerId } from './environment';
import { ceilingsOf, worldOf } from './players';
import { worldsOfSeveral } from './several';
import { type Split, splitOfSeed } from './splits';

/** Settings every world is also tested with, besides its defaults. */
const variants: Readonly<Record<string, readonly EnvironmentSettings[]>> = {
  signals: [
    { candidates: 3 },
    { shapes: 8, colours: 8, symbols: 32, length: 2 },
    { symbols: 2 },
    { shapes: 1, colours: 2 },
  ],
  'sokoban-for-two': [{ boxes: 2 }, { doors: 2, plates: 2 }, { size: 7 }],
  'passage-search': [
    { hops: 1, searches: 1, length: 2 },
    { facts: 'english', passages: 500, searches: 3, length: 10, shown: 3, told: true },
  ],
  database: [
    { queries: 3, told: true },
    { facts: 'english', shown: 6 },
  ],
  'guide-and-walker': [
    { size: 5, blocked: 0.4, farthest: 4 },
    { alphabet: 'digits', length: 1 },
    { size: 10, alphabet: 'moves', length: 8 },
  ],
};
const budget = 12;
const limits = { turns: 4, moveBudget: budget };

describe.each(worldsOfSeveral.map((world) => [world.card.id, world] as const))('world %s', (id, world: Environment) => {
  const players = (world.card.players ?? []).map((player) => player.id);
  const settingsTested = [{}, ...(variants[id] ?? [])];
  const anyProblem = fc
    .tuple(fc.nat(2000), fc.constantFrom<EnvironmentSettings>(...settingsTested))
    .map(([seed, settings]) => world.start(seed, settings));
  const randomAction = (player: PlayerId, state: unknown, seed: number) =>
    worldOf(world, player).random(state, 3, rngFrom('several', seed).number);
  /** A few random actions into an episode, of the players in their order. */
  const anyState = fc.tuple(anyProblem, fc.nat(2 * players.length), fc.nat()).map(([start, acts, seed]) => {
    let state = start;
    for (let act = 0; act < acts && !world.solved(state); act++)
      state = world.act(
        state,
        randomAction(players[act % players.length] as PlayerId, state, seed + act),
        budget,
      ).state;
    return state;
  });
  const anyMove = fc.tuple(anyState, fc.constantFrom(...players), fc.nat());

  it('has a complete card, and everybody on it plays', () => {
    expect(players.length).toBeGreaterThan(1);
    expect(new Set(players).size).toBe(players.length);
    expect(Object.keys(world.players ?? {}).sort()).toEqual([...players].sort());
    for (const { id: player, sentence, speaks } of world.card.players ?? []) {
      expect(speaks ?? false, player).toBe(world.players?.[player]?.says !== undefined);
      expect(player).toMatch(/^[a-z]+$/);
      expect(sentence).toMatch(/\.$/);
    }
    expect(() => worldOf(world, 'nobody')).toThrow(`the world "${id}" has no player "nobody"`);
    expect(() => world.start(0, { nonsense: 1 })).toThrow('there is no setting "nonsense"');
    expect(() => world.start(-1, {})).toThrow('a world seed is a whole number');
  });

  it('R1: the same seed makes the same world, in a frozen state that survives JSON', () => {
    fc.assert(
      fc.property(anyMove, ([state, player, seed]) => {
        const copy: unknown = JSON.parse(JSON.stringify(state));
        expect(copy).toEqual(state);
        expect(Object.isFrozen(state)).toBe(true);
        const action = randomAction(player, state, seed);
        expect(world.act(copy, action, budget)).toEqual(world.act(state, action, budget));
      }),
    );
    for (const settings of settingsTested) expect(world.start(7, settings)).toEqual(world.start(7, settings));
  });

  it('nobody observes what is hidden from them: another state that they cannot tell apart reads and looks the same', () => {
    let hidden = 0;
    fc.assert(
      fc.property(anyMove, ([state, player, seed]) => {
        const { picture, wording, legal, facts, byHand, players: parts } = worldOf(world, player);
        const other = present(parts?.[player]?.alike, 'a listed world says')(state, rngFrom('alike', seed).number);
        if (JSON.stringify(other) !== JSON.stringify(state)) hidden++;
        expect(wording.describe(other)).toBe(wording.describe(state));
        expect(wording.notes?.(other)).toBe(wording.notes?.(state));
        expect(picture(other)).toEqual(picture(state));
        expect(legal(other)).toEqual(legal(state));
        expect(facts?.(other)).toEqual(facts?.(state));
        if (byHand?.kind !== 'write') return;
        const form = byHand.form(state);
        expect(byHand.form(other)).toEqual(form);
        for (const word of form.words ?? []) expect(wording.read(word)).toBeDefined();
        if (form.begins !== undefined) expect(wording.read(form.begins)).toBeDefined();
      }),
    );
    if (world.card.openInformation) expect(world.card.openInformation).toMatch(/\.$/);
    expect(hidden > 0, 'something is hidden from somebody, or the card says why not').toBe(!world.card.openInformation);
  });

  it('what is said about a view is true of whoever has it: players who read the same are told the same facts', () => {
    const players = world.card.players ?? [];
    fc.assert(
      fc.property(anyMove, ([state]) => {
        const told = new Map<string, unknown>();
        for (const { id: player } of players) {
          const { wording, facts } = worldOf(world, player);
          const seen = `${wording.title}\n${wording.describe(state)}${wording.notes?.(state) ?? ''}`;
          const said = facts?.(state) ?? [];
          if (told.has(seen)) expect(said).toEqual(told.get(seen));
          told.set(seen, said);
        }
      }),
    );
  });

  it('actions survive words and JSON, and say whose they are', () => {
    fc.assert(
      fc.property(anyMove, ([state, player, seed]) => {
        const { wording, legal } = worldOf(world, player);
        for (const action of [randomAction(player, state, seed), ...legal(state)]) {
          expect(wording.read(wording.write(action))).toEqual(action);
          expect(JSON.parse(JSON.stringify(action))).toEqual(action);
          expect(action).toMatchObject({ player });
        }
        for (const move of legal(state)) expect(world.act(state, move, budget).state).not.toEqual(state);
      }),
    );
  });

  it('W1, W5: terms lie in [0, 1]; the empty action changes nothing and gains nothing; what cannot be read is undefined', () => {
    fc.assert(
      fc.property(anyMove, ([state, player, seed]) => {
        const { terms } = world.act(state, randomAction(player, state, seed), budget);
        for (const term of Object.values(terms)) expect(term >= 0 && term <= 1).toBe(true);
        const { wording } = worldOf(world, player);
        for (const text of ['?', 'hello', '<UR>', 'UU|']) expect(wording.read(text), text).toBeUndefined();
        const outcome = world.act(state, wording.read(''), budget);
        expect(outcome.state).toEqual(state);
        expect(outcome.terms).toMatchObject({ legal: 0, progress: 0 });
      }),
    );
  });

  it('its solvers solve every problem together, each seeing all', () => {
    fc.assert(
      fc.property(fc.nat(2000), (seed) => {
        let state = world.start(seed, {});
        for (let turn = 0; turn < 30 && !world.solved(state); turn++)
          for (const player of players) {
            const action = worldOf(world, player).solve(state);
            if (action !== undefined) state = world.act(state, action, budget).state;
          }
        expect(world.solved(state)).toBe(true);
        expect(world.remaining(state)).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it('nobody solves a problem by luck alone more often than their ceiling says', () => {
    const starts = Array.from({ length: 400 }, (_, seed) => world.start(seed, {}));
    const ceilings = starts.map((start) => present(ceilingsOf(world, start, limits), 'a listed world states them'));
    for (const player of players) {
      const { random } = worldOf(world, player);
      let solved = 0;
      let ceiling = 0;
      for (const [seed, start] of starts.entries()) {
        ceiling += ceilings[seed]?.[player] ?? 0;
        let outcome = { state: start, done: false, solved: false };
        for (let turn = 0; turn < limits.turns && !outcome.done; turn++)
          outcome = world.act(outcome.state, random(outcome.state, budget, rngFrom('luck', seed, turn).number), budget);
        if (outcome.solved) solved++;
      }
      expect(solved).toBeLessThanOrEqual(ceiling + 3 * Math.sqrt(ceiling + 1)); // three deviations of chance
    }
  });

  it('V1: the splits are disjoint, or the card says why not', () => {
    const canonical = world.canonical ?? world.wording.describe;
    const problems = (split: Split) => {
      const seeds = differentProblems(world, { settings: defaultsOf(world.card.knobs), split, n: 60 });
      for (const seed of seeds) expect(splitOfSeed(seed)).toBe(split);
      return new Set(seeds.map((seed) => canonical(world.start(seed, {}))));
    };
    const test = problems('test');
    const shared = [...problems('train')].filter((problem) => test.has(problem));
    if (world.card.sameProblems) expect(world.card.sameProblems).toMatch(/\.$/);
    else expect(shared).toEqual([]);
  });
});
