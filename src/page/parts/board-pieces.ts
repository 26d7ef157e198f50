// Reads a picture into what a board draws: still tiles and the pieces that move, each with a name that stays the same
// from one picture to the next, so that a move can be shown as a move. Knows symbols and sprites, no world's rules.
import type { EnvironmentCard, Picture, SymbolCard } from '../../learning/environments/environment';

export type Symbols = Readonly<Record<string, SymbolCard>>;
/** What of a world's card says how its pictures look. */
export type Look = Pick<EnvironmentCard, 'symbols' | 'form' | 'players'>;
export type Tile = 'wall' | 'blocked' | 'goal' | 'plate' | 'door' | 'open-door' | 'trail' | 'text' | 'block';

export interface TileAt {
  readonly tile: Tile;
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

export interface Piece {
  /** "player", "box 1", … : constant while the piece moves. */
  readonly id: string;
  readonly kind: 'player' | 'second-player' | 'box';
  readonly row: number;
  readonly column: number;
  readonly onGoal: boolean;
}

export interface BoardParts {
  readonly rows: number;
  readonly columns: number;
  readonly tiles: readonly TileAt[];
  readonly pieces: readonly Piece[];
}

/** What each sprite is made of: a piece, a tile, or one on the other. */
const sprites: Readonly<Record<SymbolCard['sprite'], { readonly kind?: Piece['kind']; readonly tile?: Tile }>> = {
  floor: {},
  wall: { tile: 'wall' },
  blocked: { tile: 'blocked' },
  goal: { tile: 'goal' },
  plate: { tile: 'plate' },
  door: { tile: 'door' },
  'open-door': { tile: 'open-door' },
  trail: { tile: 'trail' },
  text: { tile: 'text' },
  block: { tile: 'block' },
  box: { kind: 'box' },
  'box-on-goal': { kind: 'box', tile: 'goal' },
  player: { kind: 'player' },
  'player-on-goal': { kind: 'player', tile: 'goal' },
  'second-player': { kind: 'second-player' },
};

/** Tiles and pieces of a picture. With `before`, pieces keep the names they had there. */
export function boardParts(picture: Picture, symbols: Symbols, before: readonly Piece[] = []): BoardParts {
  const tiles: TileAt[] = [];
  const found: Omit<Piece, 'id'>[] = [];
  picture.forEach((line, row) => {
    [...line].forEach((text, column) => {
      const { sprite, on }: Pick<SymbolCard, 'sprite' | 'on'> = symbols[text] ?? { sprite: 'text' };
      const { kind, tile } = sprites[sprite];
      const ground = tile ?? on;
      if (ground && !(text.trim() === '' && (ground === 'text' || ground === 'block')))
        tiles.push({ tile: ground, row, column, text });
      if (kind) found.push({ kind, row, column, onGoal: ground === 'goal' });
    });
  });
  const columns = Math.max(0, ...picture.map((line) => [...line].length));
  return { rows: picture.length, columns, tiles, pieces: named(found, before) };
}

/** Pieces that stayed keep their names first; each of the rest takes the name of the nearest old piece still free. */
function named(found: readonly Omit<Piece, 'id'>[], before: readonly Piece[]): Piece[] {
  const free = new Set(before);
  const id_P: (string | undefined)[] = found.map(() => undefined);
  for (const reach of [0, Number.POSITIVE_INFINITY]) {
    found.forEach((piece, index) => {
      if (id_P[index] !== undefined) return;
      const far = (old: Piece) => Math.abs(old.row - piece.row) + Math.abs(old.column - piece.column);
      const old = [...free]
        .filter((other) => other.kind === piece.kind && far(other) <= reach)
        .sort((a, b) => far(a) - far(b))[0];
      if (!old) return;
      free.delete(old);
      id_P[index] = old.id;
    });
  }
  const taken = new Set(id_P);
  return found.map((piece, index) => {
    let id = id_P[index];
    for (let number = 1; id === undefined; number++) {
      const candidate = piece.kind !== 'box' && number === 1 ? piece.kind : `${piece.kind} ${number}`;
      if (!taken.has(candidate)) id = candidate;
    }
    taken.add(id);
    return { id, ...piece };
  });
}

/** One sentence for a screen reader: "6 by 6 board: player at row 2 column 3, box at row 3 column 3, goal at row 5
 *  column 2". */
export function boardInWords(picture: Picture, symbols: Symbols): string {
  const { rows, columns } = boardParts(picture, symbols);
  const named: string[] = [];
  picture.forEach((line, row) => {
    [...line].forEach((text, column) => {
      const card = symbols[text];
      if (card && !['wall', 'floor', 'blocked', 'trail'].includes(card.sprite)) {
        named.push(`${card.name} at row ${row + 1} column ${column + 1}`);
      }
    });
  });
  return `${rows} by ${columns} board${named.length > 0 ? `: ${named.join(', ')}` : ''}`;
}
