// Cells of a board that can be pointed at, as buttons laid over it: one stop of the Tab key, arrow keys go on to the
// next one in their direction. Knows places, and nothing of what pointing does.
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Cell } from '../../learning/environments/environment';

interface BoardTargetsProps {
  readonly rows: number;
  readonly columns: number;
  readonly targets: readonly Cell[];
  /** Pointed at already, on the way to a move. */
  readonly picked: readonly Cell[];
  readonly label: string;
  /** What stands in a cell, read aloud: "open". */
  readonly nameOf: (cell: Cell) => string;
  readonly onPoint: (cell: Cell) => void;
  readonly children: ReactNode;
}

export function BoardTargets({ rows, columns, targets, picked, label, nameOf, onPoint, children }: BoardTargetsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState('');
  const stop = targets.some((cell) => nameOfPlace(cell) === current) ? current : targets[0] && nameOfPlace(targets[0]);
  const focused = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move takes cells away, and with one the focus
  useEffect(() => {
    if (focused.current && document.activeElement === document.body)
      place.current?.querySelector<HTMLButtonElement>('[tabindex="0"]')?.focus();
  }, [targets]);
  const goOn = (event: KeyboardEvent, from: Cell) => {
    const shift = shifts[event.key];
    if (!shift) return;
    event.preventDefault();
    const next = nearest(targets, from, shift);
    if (next) place.current?.querySelector<HTMLButtonElement>(`[data-place="${nameOfPlace(next)}"]`)?.focus();
  };
  return (
    <div className="board-targets">
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: buttons on a board are no form */}
      <div ref={place} role="group" aria-label={label}>
        {targets.map((cell) => (
          <button
            key={nameOfPlace(cell)}
            type="button"
            data-place={nameOfPlace(cell)}
            tabIndex={nameOfPlace(cell) === stop ? 0 : -1}
            aria-label={`row ${cell.row + 1} column ${cell.column + 1}: ${nameOf(cell)}`}
            aria-pressed={picked.some((one) => nameOfPlace(one) === nameOfPlace(cell))}
            style={{
              left: `${(100 * cell.column) / columns}%`,
              top: `${(100 * cell.row) / rows}%`,
              width: `${100 / columns}%`,
              height: `${100 / rows}%`,
            }}
            onFocus={() => {
              focused.current = true;
              setCurrent(nameOfPlace(cell));
            }}
            onBlur={(event) => {
              if (event.relatedTarget) focused.current = false;
            }}
            onKeyDown={(event) => goOn(event, cell)}
            onClick={() => onPoint(cell)}
          />
        ))}
      </div>
    </div>
  );
}

const shifts: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function nameOfPlace({ row, column }: Cell): string {
  return `${row} ${column}`;
}

/** The nearest target that lies in this direction; those straight ahead before those aside. */
function nearest(targets: readonly Cell[], from: Cell, [down, right]: readonly [number, number]): Cell | undefined {
  const far = (cell: Cell) => {
    const ahead = (cell.row - from.row) * down + (cell.column - from.column) * right;
    const aside = Math.abs((cell.row - from.row) * right) + Math.abs((cell.column - from.column) * down);
    return ahead > 0 ? ahead + 3 * aside : Number.POSITIVE_INFINITY;
  };
  const best = targets.reduce<Cell | undefined>(
    (near, cell) => (!near || far(cell) < far(near) ? cell : near),
    undefined,
  );
  return best && Number.isFinite(far(best)) ? best : undefined;
}
