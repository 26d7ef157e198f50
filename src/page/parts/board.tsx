// The one generic board: draws any world's picture with the sprites its card names, from 40 px to 300 px; of a world of
// texts, the text. Pieces glide when the picture changes. Knows no world's rules; colours come from board.css.
import { memo, useRef } from 'react';
import type { Picture } from '../../learning/environments/environment';
import {
  type BoardParts,
  boardInWords,
  boardParts,
  type Look,
  type Piece,
  type Symbols,
  type TileAt,
} from './board-pieces';
import './board.css';
import { TextSheet } from './text-sheet';

interface BoardProps {
  readonly picture: Picture;
  readonly look: Look;
  /** Width, CSS pixels; the height follows the picture's shape. */
  readonly size: number;
  /** What this board is, read before the positions: "room 3, before". */
  readonly label?: string;
  /** Lights the board up. */
  readonly solved?: boolean;
  /** How long a piece glides to its next cell; 0 jumps. */
  readonly glideMs?: number;
}

const cell = 10; // units of the drawing; strokes and radii below are in the same units

export const Board = memo(function Board({ picture, look, size, label, solved = false, glideMs = 0 }: BoardProps) {
  if (look.form === 'text') return <TextSheet picture={picture} size={size} label={label} solved={solved} />;
  return <Drawn picture={picture} symbols={look.symbols} size={size} label={label} solved={solved} glideMs={glideMs} />;
});

interface DrawnProps extends Required<Omit<BoardProps, 'look' | 'label'>> {
  readonly symbols: Symbols;
  readonly label: string | undefined;
}

function Drawn({ picture, symbols, size, label, solved, glideMs }: DrawnProps) {
  const before = useRef<readonly Piece[]>([]);
  const parts = boardParts(picture, symbols, before.current);
  before.current = parts.pieces;
  const { rows, columns, tiles, pieces } = parts;
  if (rows === 0 || columns === 0) return null;
  const words = `${label ? `${label}: ` : ''}${boardInWords(picture, symbols)}${solved ? ', solved' : ''}`;
  return (
    <svg
      className="board"
      data-solved={solved || undefined}
      role="img"
      aria-label={words}
      width={size}
      height={(size * rows) / columns}
      viewBox={`0 0 ${columns * cell} ${rows * cell}`}
      style={{ '--glide': `${glideMs}ms` } as React.CSSProperties}
    >
      <rect fill="var(--board-floor)" width={columns * cell} height={rows * cell} />
      {size / columns >= 9 && <path fill="none" stroke="var(--board-line)" strokeWidth={0.25} d={lines(parts)} />}
      <path fill="var(--board-wall)" shapeRendering="crispEdges" d={squares(tiles, 'wall', 0)} />
      <path
        fill="none"
        stroke="var(--board-rim)"
        strokeWidth="1px"
        vectorEffect="non-scaling-stroke"
        strokeLinecap="square"
        d={rims(parts)}
      />
      <path fill="var(--board-rim)" d={squares(tiles, 'blocked', 0.35)} />
      {tiles.map((tile) => (
        <Mark key={`${tile.row} ${tile.column}`} {...tile} />
      ))}
      {pieces.map((piece) => (
        <g
          key={piece.id}
          className="board-piece"
          style={{ transform: `translate(${piece.column * cell}px, ${piece.row * cell}px)` }}
        >
          {piece.kind === 'box' ? <Box onGoal={piece.onGoal} /> : <Player {...piece} />}
        </g>
      ))}
      <rect
        fill="none"
        stroke="var(--gray-6)"
        strokeWidth="1px"
        vectorEffect="non-scaling-stroke"
        width={columns * cell}
        height={rows * cell}
      />
      {solved && (
        <rect
          fill="none"
          stroke="var(--board-goal)"
          strokeWidth={1.2}
          x={0.6}
          y={0.6}
          width={columns * cell - 1.2}
          height={rows * cell - 1.2}
          rx={2}
        />
      )}
    </svg>
  );
}

function squares(tiles: readonly TileAt[], kind: TileAt['tile'], inset: number): string {
  const side = cell - 2 * inset;
  return tiles
    .filter((tile) => tile.tile === kind)
    .map((tile) => `M${tile.column * cell + inset} ${tile.row * cell + inset}h${side}v${side}h${-side}z`)
    .join('');
}

/** The line where walls meet the floor. */
function rims({ rows, columns, tiles }: BoardParts): string {
  const walls = new Set(tiles.filter(({ tile }) => tile === 'wall').map(({ row, column }) => `${row} ${column}`));
  if (walls.size === 0) return '';
  const isWall = (row: number, column: number) =>
    row < 0 || column < 0 || row >= rows || column >= columns || walls.has(`${row} ${column}`);
  let d = '';
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      if (column < columns && isWall(row - 1, column) !== isWall(row, column))
        d += `M${column * cell} ${row * cell}h${cell}`;
      if (row < rows && isWall(row, column - 1) !== isWall(row, column)) d += `M${column * cell} ${row * cell}v${cell}`;
    }
  }
  return d;
}

function lines({ rows, columns }: BoardParts): string {
  const down = Array.from({ length: columns - 1 }, (_, index) => `M${(index + 1) * cell} 0V${rows * cell}`);
  const across = Array.from({ length: rows - 1 }, (_, index) => `M0 ${(index + 1) * cell}H${columns * cell}`);
  return [...down, ...across].join('');
}

function Mark({ tile, row, column, text }: TileAt) {
  const x = column * cell + cell / 2;
  const y = row * cell + cell / 2;
  if (tile === 'goal') {
    return (
      <g>
        <circle fill="none" stroke="var(--board-goal)" strokeWidth={1.1} cx={x} cy={y} r={3.3} />
        <circle fill="var(--board-goal)" cx={x} cy={y} r={1.4} />
      </g>
    );
  }
  if (tile === 'plate') {
    return (
      <g fill="none" stroke="var(--board-door)">
        <rect strokeWidth={0.8} x={x - 4.2} y={y - 4.2} width={8.4} height={8.4} rx={1.6} />
        <rect strokeWidth={0.5} x={x - 2.2} y={y - 2.2} width={4.4} height={4.4} rx={0.8} />
      </g>
    );
  }
  if (tile === 'door' || tile === 'open-door') return <Door x={x} y={y} open={tile === 'open-door'} />;
  if (tile === 'trail') return <circle fill="var(--board-player)" opacity={0.45} cx={x} cy={y} r={1.5} />;
  if (tile === 'text' || tile === 'block') {
    return (
      <g>
        {tile === 'block' && (
          <rect
            fill="var(--amber-5)"
            stroke="var(--amber-9)"
            strokeWidth={0.5}
            x={x - 4.5}
            y={y - 4.5}
            width={9}
            height={9}
            rx={1.3}
          />
        )}
        <text
          fill="var(--gray-12)"
          fontSize="6.5px"
          fontWeight={600}
          x={x}
          y={y}
          dominantBaseline="central"
          textAnchor="middle"
        >
          {text}
        </text>
      </g>
    );
  }
  return null;
}

/** Closed: a grating from post to post. Open: the four posts. */
function Door({ x, y, open }: { readonly x: number; readonly y: number; readonly open: boolean }) {
  const ends = [-4, 4];
  const bars = [-2, 0, 2].map((at) => `M${x + at} ${y - 4.5}v9M${x - 4.5} ${y + at}h9`).join('');
  return (
    <g>
      <rect fill="var(--board-door)" opacity={0.2} x={x - 5} y={y - 5} width={cell} height={cell} />
      {!open && <path fill="none" stroke="var(--board-door)" strokeWidth={0.9} d={bars} />}
      {ends.flatMap((down) =>
        ends.map((right) => (
          <rect
            key={`${down} ${right}`}
            fill="var(--board-door)"
            x={x + right - 1}
            y={y + down - 1}
            width={2}
            height={2}
            rx={0.4}
          />
        )),
      )}
    </g>
  );
}

function Box({ onGoal }: { readonly onGoal: boolean }) {
  return (
    <g strokeLinecap="round" strokeLinejoin="round">
      <rect
        fill={onGoal ? 'var(--board-goal)' : 'var(--board-box)'}
        stroke={onGoal ? 'var(--grass-11)' : 'var(--board-box-ink)'}
        strokeWidth={0.7}
        x={1.1}
        y={1.1}
        width={7.8}
        height={7.8}
        rx={1.3}
      />
      {onGoal ? (
        <path fill="none" stroke="white" strokeWidth={1.3} d="M3.1 5.2l1.4 1.5l2.6-3.2" />
      ) : (
        <path fill="none" stroke="var(--board-box-ink)" strokeWidth={0.9} opacity={0.75} d="M3 3l4 4M7 3l-4 4" />
      )}
    </g>
  );
}

/** The second player has another shape besides another colour: it stands on a flat foot. */
function Player({ kind, onGoal }: Pick<Piece, 'kind' | 'onGoal'>) {
  const body = onGoal ? 3.1 : 3.7;
  return (
    <g>
      {onGoal && <circle fill="none" stroke="var(--board-goal)" strokeWidth={1.1} cx={5} cy={5} r={4.2} />}
      {kind === 'player' ? (
        <circle fill="var(--board-player)" cx={5} cy={5} r={body} />
      ) : (
        <path
          fill="var(--board-second)"
          d={`M${5 - body} ${5 + body}v${-body}a${body} ${body} 0 0 1 ${2 * body} 0v${body}z`}
        />
      )}
      <circle fill="white" cx={3.75} cy={4.5} r={0.75} />
      <circle fill="white" cx={6.25} cy={4.5} r={0.75} />
    </g>
  );
}
