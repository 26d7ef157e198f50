import { describe, expect, it } from 'vitest';
import { guideAndWalker } from '../../environments/guide-and-walker/guide-and-walker';
import { worldOf } from '../../environments/players';
import { worldSeed } from '../../environments/splits';
import { shownOneWalk } from './shown-one-walk';

const settings = { size: 6, blocked: 0.1, farthest: 6, length: 4, alphabet: 'moves' };
const [guide, walker] = shownOneWalk.roles;

function lastQuestion(role: typeof guide, state: unknown): string {
  const environment = worldOf(guideAndWalker, role?.player ?? '');
  const view = { environment, state, turn: 1, last: 'start' as const, earlier: [] };
  return role?.instruct.ask(view, 4).at(-1)?.content ?? '';
}

describe('the guide, told in words', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is told how the goal lies from the walker (map %i)', (index) => {
    const { map, player, ...rest } = guideAndWalker.start(worldSeed('train', index), settings);
    const words = lastQuestion(guide, { map, player, ...rest });
    const cells = (direction: string) => Number(new RegExp(`(\\d) ${direction}`).exec(words)?.[1] ?? 0);
    const width = map.indexOf('\n');
    const row = Math.floor(player / width) + cells('down') - cells('up');
    const column = (player % width) + cells('right') - cells('left');
    expect(map.split('\n')[row]?.[column]).toBe('.');
    expect(words).not.toContain('#');
  });

  it('is told that the walker bumped', () => {
    const state = { ...guideAndWalker.start(worldSeed('train', 1), settings), bumped: true };
    expect(lastQuestion(guide, state)).toMatch(/^Turn 1\. You see:\nThe goal is [^.]+\.\nmove fail$/);
  });
});

it('the walker is shown what it sees and hears, and not where the goal is', () => {
  const state = { ...guideAndWalker.start(worldSeed('train', 1), settings), message: ['U', 'L'] as const };
  const words = lastQuestion(walker, state);
  expect(words).toMatch(/hear U L$/);
  expect(words).not.toContain('goal');
});
