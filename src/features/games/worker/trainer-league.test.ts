// A league as the page asks for it: its table is kept with the run, and cancelling leaves nothing behind.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { build } from '../../../learning/config/build';
import { tableTrainer } from '../../../run/table-trainer.test-data';
import type { LeagueApi, LeagueProgress } from '../shared/league-api';
import { feature } from './feature';

const few = { worldsPerStep: 2, branches: 2, validationWorlds: 4, testWorlds: 4, steps: 4 };

async function trained(preset: string) {
  const { trainer, events } = await tableTrainer({ features: [{ name: 'games', feature }] });
  const id = await trainer.start(build(preset, { settings: few }));
  await expect.poll(() => events.some((event) => event.kind === 'status' && event.status === 'finished')).toBe(true);
  const ask = <Verb extends keyof LeagueApi>(verb: Verb, ...given: Parameters<LeagueApi[Verb]>) =>
    trainer.ask('games', verb, given) as ReturnType<LeagueApi[Verb]>;
  const progress = () => events.flatMap((event) => (event.kind === 'feature' ? [event.news as LeagueProgress] : []));
  return { id, ask, progress };
}

test('checkpoints and scripts are rated, and the table is kept with the run', async () => {
  const { id, ask, progress } = await trained('kuhn-poker');
  expect(await ask('kept', id)).toBeUndefined();
  const league = await ask('league', id, { games: 4, seed: 1 });
  const names = league?.rated.map(({ name }) => name).sort() ?? [];
  expect(names).toEqual(['equilibrium', 'random', 'step 0', 'step 4']); // the best is how it began
  for (const { games, won, drawn, lost } of league?.rated ?? []) {
    expect(games).toBe(4 * (names.length - 1));
    expect(won + drawn + lost).toBe(games);
  }
  expect(await ask('kept', id)).toEqual(league);
  const total = (4 * names.length * (names.length - 1)) / 2;
  expect(progress().at(-1)).toEqual({ runId: id, done: total, total });
  expect(await ask('league', id, { games: 4, seed: 1 })).toEqual(league); // the seed's, and loaded anew
});

test('a cancelled league keeps nothing, and the next one can be played', async () => {
  const { id, ask } = await trained('kuhn-poker');
  const league = ask('league', id, { games: 4, seed: 1 });
  await expect(ask('league', id, { games: 4, seed: 1 })).rejects.toThrow('a league is being played already');
  await ask('cancel');
  expect(await league).toBeUndefined();
  expect(await ask('kept', id)).toBeUndefined();
  expect((await ask('league', id, { games: 2, seed: 1 }))?.games).toBe(2);
});

test('a game in which both may gain has no league', async () => {
  const { id, ask } = await trained('bargaining');
  await expect(ask('league', id, { games: 2, seed: 1 })).rejects.toThrow('the world "bargaining" is none');
});
