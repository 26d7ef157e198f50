import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { halls } from '../../../learning/environments/sokoban/halls.test-data';
import { scriptedStorage } from '../../harness/scripted-storage';
import { Board } from '../../parts/board';
import { levelsStore, openLevels } from '../../stores/levels-store';
import { provideStorage } from '../../stores/storage-client';
import { afterWish, handWishOf, movesMade, newGame, present, standing } from './hand-play';
import { roomIn } from './rooms';

const text = `; Small\n#####\n#@$.#\n#####\n\n; Halls\n${halls.join('\n')}\n`;

beforeAll(async () => {
  const kept = scriptedStorage([]);
  provideStorage(async () => kept);
  expect(await openLevels(new File([text], 'both.xsb'))).toBe(true);
});

it('a level too large for the exact table is opened among small ones, drawn, and played by hand', () => {
  const { environment, titles } = levelsStore.getState().collection!;
  expect(titles).toEqual(['Small', 'Halls']);
  expect(roomIn(environment, 1).solutionMoves).toBe(1);
  const room = roomIn(environment, 2);
  expect(room.solution).toBeUndefined();
  const drawn = renderToStaticMarkup(
    <Board picture={environment.picture(room.start)} look={environment.card} size={420} />,
  );
  expect(drawn).toMatch(/aria-label="25 by 30 board: player at row 2 column 2, box at row 4 column 4/);
  expect(drawn.match(/class="board-piece"/g)).toHaveLength(11);

  let game = newGame(environment, room.start);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'd'])
    game = afterWish(game, handWishOf({ key }, game)!);
  expect(movesMade(game)).toBe(4); // against the wall is no move
  expect(environment.picture(present(game))[3]).toBe('#  @$  $       #             #');
  expect(standing(game, room.solutionMoves)).toBe('At least 198 pushes to go.');
  expect(present(afterWish(game, { kind: 'restart' }))).toBe(room.start);
});
