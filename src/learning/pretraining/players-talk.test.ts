import { expect, it } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { environmentById } from '../environments';
import { worldOf } from '../environments/players';
import { worldsOfSeveral } from '../environments/several';
import { symbols } from '../environments/signals/objects';
import { worldSeed } from '../environments/splits';
import { piecesOfScene } from './corpus';
import { playersTalk, standIn, viewsInPlay } from './players-talk';
import { quiz } from './quiz';

const scenes = (id: string, settings = {}) =>
  Array.from({ length: 60 }, (_, index) =>
    piecesOfScene(1, index, { variants: [{ share: 1, environment: id, settings }], answers: 5 }),
  );

it.each(worldsOfSeveral.map((world) => [world.card.id, world] as const))(
  'every player of %s is asked as in play, and answers in words that it could say',
  (id, world) => {
    const asked = new Map<string, number>();
    for (const pieces of scenes(id))
      for (const { prompt, continuations } of pieces) {
        expect(continuations.length).toBeGreaterThan(0);
        expect(new Set(continuations).size).toBe(continuations.length);
        const word = /(\w+):$/.exec(prompt)?.[1];
        const player = world.card.players?.find(({ id }) => (worldOf(world, id).wording.cue ?? id) === word)?.id;
        if (player === undefined) continue;
        asked.set(player, (asked.get(player) ?? 0) + 1);
        const said = continuations.filter((text) => !text.includes(standIn));
        const unread = said.filter((text) => worldOf(world, player).wording.read(text) === undefined);
        // Beside the answers stands at most one fact of what is seen.
        expect(unread.length, unread.join()).toBeLessThanOrEqual(1);
        if (said.length < continuations.length) expect(unread.length).toBe(player === 'speaker' ? 1 : 0);
        for (const fact of unread) expect(prompt).toContain(fact);
      }
    expect([...asked.keys()]).toEqual((world.card.players ?? []).map((player) => player.id));
    for (const [player, times] of asked) expect(times, player).toBeGreaterThan(50);
  },
);

it('writes a stand-in for every symbol that means nothing, in what is said and in what is heard', () => {
  const text = scenes('signals', { symbols: 32, length: 2, shapes: 8, colours: 8, candidates: 3 })
    .flat()
    .flatMap(({ prompt, continuations }) => [prompt, ...continuations]);
  const words = new Set(text.flatMap((one) => one.match(/[a-z]+/g) ?? []));
  expect(symbols.filter((symbol) => words.has(symbol))).toEqual([]);
  expect(words).toContain('bell');
  expect(text.some((one) => /^signals\n(one .*\n)*hear sign/.test(one))).toBe(true);
  expect(text).toContain(' sign sign');
});

it('tells the guide true facts about its map, and the walker none', () => {
  const pieces = scenes('guide-and-walker').flat();
  const facts = pieces.filter(({ prompt }) => prompt.endsWith('\n'));
  expect(facts.length).toBeGreaterThan(50);
  for (const { prompt, continuations } of facts) {
    expect(prompt).toMatch(/^map\n@ \d \d \. \d \d\n([-#@.]{8}\n){8}(move fail\n)?(hear.*\n)?$/);
    const [can = '', need = '', path = '', ...outlooks] = continuations;
    expect(path).toMatch(new RegExp(`^path( [UDLR]){${need.replace('need ', '')}}$`));
    const ways = can.replace('can ', '').split(' ');
    expect(outlooks.map((outlook) => outlook.split(' ')[1])).toEqual(ways);
    const left = Number(/^need (\d+)$/.exec(need)?.[1]);
    const after = outlooks.map((outlook) => (outlook.endsWith(' done') ? 0 : Number(outlook.split(' ')[3])));
    expect(Math.min(...after)).toBe(left - 1); // a shortest way begins with one of them
    for (const one of after) expect(Math.abs(one - left)).toBe(1); // no step on a grid keeps the distance
  }
});

it('shows turns in which something was said, nothing was, and a move failed', () => {
  const heard = scenes('guide-and-walker')
    .flat()
    .flatMap(({ prompt }) => (prompt.endsWith('walker:') ? [prompt] : []));
  expect(
    heard.every((prompt) => /^map\ncan( [UDLR])+\n(move fail\n)?hear( [UDLR\d]){0,4}\nwalker:$/.test(prompt)),
  ).toBe(true);
  for (const part of ['hear\n', 'move fail\n', 'hear U'])
    expect(
      heard.some((prompt) => prompt.includes(part)),
      part,
    ).toBe(true);
});

it('lets the listener hear words that have a meaning, and answer with what bears them', () => {
  const heard = scenes('signals')
    .flat()
    .filter(({ prompt }) => /hear [a-z]+\nlistener:$/.test(prompt) && !prompt.includes(`hear ${standIn}`));
  expect(heard.length).toBeGreaterThan(10);
  for (const { prompt, continuations } of heard) {
    const word = /hear ([a-z]+)/.exec(prompt)?.[1] as string;
    for (const answer of continuations) expect(answer.split(' ')).toContain(word);
  }
});

it('the beginning of a way that stands beside random answers leads nearer', () => {
  const pieces = scenes('guide-and-walker').flat();
  const ways = new Map(
    pieces.flatMap(({ prompt, continuations }) =>
      continuations.flatMap((text) => (text.startsWith('path') ? [[prompt, text.slice('path'.length)] as const] : [])),
    ),
  );
  const asked = pieces.filter(({ prompt }) => prompt.endsWith('guide:') && ways.has(prompt.replace('guide:', '')));
  expect(asked.length).toBeGreaterThan(50);
  for (const { prompt, continuations } of asked) {
    const way = ways.get(prompt.replace('guide:', '')) as string;
    expect(continuations.some((text) => way.startsWith(text))).toBe(true);
  }
});

it('the quiz asks the same facts about other problems', () => {
  const asked = quiz(20, [{ share: 1, environment: 'guide-and-walker', settings: {} }]);
  expect(new Set(asked.map(({ kind }) => kind))).toEqual(new Set(['legal', 'need', 'consequence']));
  const told = new Set(
    scenes('guide-and-walker')
      .flat()
      .map(({ prompt }) => prompt),
  );
  expect(asked.some(({ prompt }) => told.has(prompt.replace(/[a-z].*$/, '')))).toBe(false);
});

it('half of the answers are the habit where a text asks for habits, told as often as it is followed', () => {
  const world = environmentById('sokoban-for-two');
  let habitual = 0;
  let answers = 0;
  for (let seed = 0; seed < 40; seed++) {
    const problem = { seed: worldSeed('train', seed), settings: {}, answers: 6 };
    const pieces = playersTalk(world, { ...problem, rng: rngFrom('talk', seed), habits: 0.5 });
    const views = viewsInPlay(world, { ...problem, rng: rngFrom('talk', seed) });
    views.forEach(({ role, view }, index) => {
      const habit = world.players?.[role.player as string]?.habit?.(view.state);
      const said = pieces[2 * index]?.continuations.slice(0, 6) ?? [];
      expect(said).toHaveLength(6);
      answers += said.length;
      habitual += said.filter((text) => text === view.environment.wording.write(habit)).length;
    });
    const twice = playersTalk(world, { ...problem, rng: rngFrom('talk', seed) }).filter(
      ({ continuations }) => new Set(continuations).size < continuations.length,
    );
    expect(twice).toEqual([]);
  }
  expect(habitual / answers).toBeGreaterThan(0.45);
  expect(habitual / answers).toBeLessThan(0.6); // a random answer can be the habit
});

it('is the same for the same stream of chance', () => {
  for (const world of worldsOfSeveral) {
    const talk = () =>
      playersTalk(world, { seed: worldSeed('train', 3), settings: {}, rng: rngFrom('talk'), answers: 4 });
    expect(talk()).toEqual(talk());
  }
});
