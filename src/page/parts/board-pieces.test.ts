import { describe, expect, it } from 'vitest';
import { boardInWords, boardParts, type Symbols } from './board-pieces';

const symbols: Symbols = {
  '#': { name: 'wall', sprite: 'wall' },
  ' ': { name: 'floor', sprite: 'floor' },
  '.': { name: 'goal', sprite: 'goal' },
  $: { name: 'box', sprite: 'box' },
  '@': { name: 'player', sprite: 'player' },
  '*': { name: 'box on goal', sprite: 'box-on-goal' },
  '+': { name: 'player on goal', sprite: 'player-on-goal' },
};

describe('boardParts', () => {
  it('reads tiles and pieces, and a goal under a piece', () => {
    const parts = boardParts(['#@.', '#*+'], symbols);
    expect([parts.rows, parts.columns]).toEqual([2, 3]);
    expect(parts.tiles.filter((tile) => tile.tile === 'goal').map((tile) => [tile.row, tile.column])).toEqual([
      [0, 2],
      [1, 1],
      [1, 2],
    ]);
    expect(parts.pieces.find((piece) => piece.kind === 'box')).toMatchObject({ row: 1, column: 1, onGoal: true });
  });

  it('keeps the names of boxes that cross in reading order', () => {
    const first = boardParts(['@$ ', '  $', '   '], symbols);
    const second = boardParts([' @ ', ' $$', '   '], symbols, first.pieces); // the first box was pushed down past the second
    const named = Object.fromEntries(second.pieces.map((piece) => [piece.id, [piece.row, piece.column]]));
    expect(named).toEqual({ player: [0, 1], 'box 1': [1, 1], 'box 2': [1, 2] });
  });

  it('gives every piece a name of its own when pieces appear', () => {
    const first = boardParts(['$'], symbols);
    const second = boardParts(['$$$@@'], symbols, first.pieces);
    expect(new Set(second.pieces.map((piece) => piece.id)).size).toBe(5);
  });

  it('keeps letters and blocks as tiles that bear their symbol', () => {
    const lettered: Symbols = { 7: { name: 'clue 7', sprite: 'text' }, 2: { name: 'block 2', sprite: 'block' } };
    expect(boardParts(['7 2'], lettered).tiles).toEqual([
      { tile: 'text', row: 0, column: 0, text: '7' },
      { tile: 'block', row: 0, column: 2, text: '2' },
    ]);
    expect(boardInWords(['7 2'], lettered)).toBe('1 by 3 board: clue 7 at row 1 column 1, block 2 at row 1 column 3');
  });

  it('tells two players apart, and what a piece stands on', () => {
    const two: Symbols = {
      ...symbols,
      '&': { name: 'second figure', sprite: 'second-player' },
      ')': { name: 'second figure on plate', sprite: 'second-player', on: 'plate' },
      '>': { name: 'box in door', sprite: 'box', on: 'open-door' },
    };
    const before = boardParts(['@& >'], two);
    expect(before.tiles).toEqual([{ tile: 'open-door', row: 0, column: 3, text: '>' }]);
    expect(before.pieces.map(({ id, column }) => [id, column])).toEqual([
      ['player', 0],
      ['second-player', 1],
      ['box 1', 3],
    ]);
    const after = boardParts([' @)>'], two, before.pieces);
    expect(after.tiles[0]).toMatchObject({ tile: 'plate', column: 2 });
    expect(after.pieces.map(({ id, column, onGoal }) => [id, column, onGoal])).toEqual([
      ['player', 1, false],
      ['second-player', 2, false],
      ['box 1', 3, false],
    ]);
  });

  it('says in words where the pieces are', () => {
    expect(boardInWords(['#@.', '#$ '], symbols)).toBe(
      '2 by 3 board: player at row 1 column 2, goal at row 1 column 3, box at row 2 column 2',
    );
  });
});
