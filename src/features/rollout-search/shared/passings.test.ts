import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pairs, playPair, type Speech } from '../../../learning/agents/played-teams.fixture';
import { build } from '../../../learning/config/build';
import { completed } from '../../../learning/config/stored';
import { worldSeed } from '../../../learning/environments/splits';
import type { WorldRecord } from '../../../learning/rollouts/transcript';
import { type PlayedWith, passingsIn } from './passings';

const usual = build('sokoban');
const { settings } = usual;
const playedWith = (team: string, environment: string): PlayedWith => ({
  worlds: [{ environment, environmentSettings: {}, share: 1, moveBudget: 12 }],
  team,
  settings,
  toolLanguage: 'calls',
});

/** On four worlds: the tool proposes the best call on its first branch and nothing on its second, which do not matter
 *  to what the plan's branches are: the proposal followed, and nothing. */
async function played(name: string): Promise<readonly WorldRecord[]> {
  const pair = pairs.find((one) => one.name === name);
  if (!pair) throw new Error(`there is no ${name}`);
  const { calls, wording } = pair.environment;
  const speech: Speech = ({ role, view, branch }) => {
    const best = calls.best(view.state) ?? '';
    if (branch > 0) return '?';
    return role.id === 'tool' ? best : wording.write(calls.run(view.state, best, 12).action);
  };
  const run = () => {
    throw new Error('calls are the world’s own: nothing is run');
  };
  const seeds = Array.from({ length: 4 }, (_, index) => worldSeed('train', index));
  return (await playPair(pair, { run, seeds, speech })).worlds;
}

test.each(['sokoban', 'plan-path', 'sudoku', 'blocksworld'])(
  'on %s the plan repeats what was proposed, or spoils it by doing nothing',
  async (world) => {
    for (const record of await played(`tool-and-plan on ${world}`)) {
      const passings = passingsIn(record, playedWith('tool-and-plan', world));
      expect(passings).toHaveLength(record.groups.length);
      for (const [index, { role }] of record.groups.entries())
        expect(passings[index]).toEqual(role === 'tool' ? [] : ['repeats', 'spoils']);
    }
  },
);

test('nothing is said of another board than the record’s, nor of a world or team that is not known', async () => {
  const [record] = await played('tool-and-plan on sokoban');
  if (!record) throw new Error('four worlds were played');
  const config = playedWith('tool-and-plan', 'sokoban');
  expect(passingsIn({ ...record, seed: record.seed + 4 }, config)).toEqual([]);
  expect(passingsIn({ ...record, environment: 'nowhere' }, config)).toEqual([]);
  expect(passingsIn(record, { ...config, team: 'nobody' })).toEqual([]);
  expect(passingsIn(record, { ...config, worlds: [] })).toEqual([]);
});

test('of the recorded run every answer of the plan is known, and as its evaluation wrote it down', () => {
  const file = new URL('../../../../public/recorded-run.json', import.meta.url);
  const { run, trees, plays } = JSON.parse(readFileSync(file, 'utf8'));
  const config = completed(run.config);
  for (const { worlds } of trees)
    for (const record of worlds as WorldRecord[]) {
      const passings = passingsIn(record, config);
      for (const [index, { role, branches }] of record.groups.entries())
        expect(passings[index]?.filter(Boolean)).toHaveLength(role === 'plan' ? branches.length : 0);
    }
  for (const { untrained, trained } of plays as Record<string, WorldRecord>[])
    for (const record of [untrained, trained].filter((world) => world !== undefined)) {
      const passings = passingsIn(record, config);
      for (const [index, { passing }] of record.groups.entries())
        expect(passings[index]).toEqual(passing === undefined ? [] : [passing]);
    }
});
