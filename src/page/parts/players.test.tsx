import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { presetById } from '../../learning/config/presets';
import { settingsFrom } from '../../learning/config/run-config';
import { environmentById } from '../../learning/environments';
import type { WorldRecord } from '../../learning/rollouts/transcript';
import { BoardStrip } from '../screens/rollouts/board-strip';
import { scriptedTree } from '../screens/rollouts/scripted-tree.fixture';
import { Bubble, heardBefore, lastSeen, messageOf, SeenBy } from './players';

const { card } = environmentById('guide-and-walker');
const sokoban = environmentById('sokoban').card;
const config = {
  ...presetById('quick').config,
  worlds: [{ environment: card.id, environmentSettings: {}, share: 1 }],
  team: 'guide-and-walker-team',
  policies: { guide: 'guide', walker: 'walker' },
  settings: settingsFrom({ worldsPerStep: 2, branches: 3, turns: 3 }),
};
let world: WorldRecord;

beforeAll(async () => {
  const { worlds } = await scriptedTree({ config, step: 1, skill: 0.3 });
  world = worlds.find(({ groups }) => groups.length >= 4) as WorldRecord;
});

describe('a recorded game of two', () => {
  it('shows what each player saw when it last answered', () => {
    const { groups } = world;
    expect(lastSeen(groups, 0, 'walker')).toBeUndefined();
    expect(lastSeen(groups, 0, 'guide')).toEqual({ picture: groups[0]?.before, turn: 1 });
    expect(lastSeen(groups, 1, 'walker')?.picture).toHaveLength(3);
    expect(lastSeen(groups, 2, 'walker')).toEqual({ picture: groups[1]?.seen, turn: 1 });
    expect(lastSeen(groups, 3, 'walker')).toEqual({ picture: groups[3]?.seen, turn: 2 });
  });

  it('has a message where its player speaks, heard by the next of the turn', () => {
    const { groups } = world;
    const said = messageOf(card, groups[0]!);
    expect(said).toMatchObject({
      player: { name: 'Guide' },
      words: groups[0]?.branches[groups[0].trunk]?.moves.trim(),
    });
    expect(messageOf(card, groups[1]!)).toBeUndefined();
    expect(messageOf(sokoban, groups[0]!)).toBeUndefined();
    expect(heardBefore(card, groups, 1)).toEqual(said);
    expect(heardBefore(card, groups, 2)).toBeUndefined(); // another turn
    expect(renderToStaticMarkup(<Bubble {...said!} words="U R" />)).toMatch(/Guide:.*U R/);
  });

  it('stands in the strip under the tree, with the switch', () => {
    const shown = (group: number) =>
      renderToStaticMarkup(
        <BoardStrip
          {...{ name: '', world, group, branch: 0, look: card, size: 100, playing: false }}
          onPlayingChange={() => undefined}
        />,
      );
    expect(shown(0)).toContain('Seen by');
    expect(shown(0)).toContain('class="bubble');
    expect(shown(1)).toContain('Its moves');
  });
});

it('worlds of one player have no switch', () => {
  expect(renderToStaticMarkup(<SeenBy look={sokoban} />)).toBe('');
  const names = [...renderToStaticMarkup(<SeenBy look={card} />).matchAll(/value="(\w+)"|>(everyone|Guide|Walker)</g)];
  expect(names.map(([, , name]) => name).filter((name, index, all) => name && all.indexOf(name) === index)).toEqual([
    'everyone',
    'Guide',
    'Walker',
  ]);
});
