// The picture of one world's tree. A listbox for the keyboard and screen readers: a group per column, an option per
// answer; keys are read by the screen. Knows where chips stand from tree-layout.ts and what they say from reading.ts.
import { memo, useEffect, useMemo, useRef } from 'react';
import type { WorldRecord } from '../../../learning/rollouts/transcript';
import type { Look } from '../../parts/board-pieces';
import { type Size, useSize } from '../../parts/board-size';
import { usePrinting } from '../../stores/appearance-store';
import { useScale } from '../../stores/present-store';
import { BranchCard } from './branch-card';
import type { Selection } from './selection';
import { chipId } from './tree-column';
import { endings, TreeDrawing } from './tree-drawing';
import { layOutTree } from './tree-layout';
import { wayInWords } from './way-reading';

interface TreeViewProps {
  readonly world: WorldRecord;
  readonly worldIndex: number;
  readonly look: Look;
  readonly fullReward: number;
  readonly selected: Selection;
  readonly hovered?: Selection;
  readonly onHover: (selection: Selection | undefined) => void;
  readonly onSelect: (selection: Selection) => void;
}

/** Larger where the window has the room for it; not so large that columns would have to be scrolled to. */
function roomyScale({ width, height }: Size, columns: number): number {
  return Math.max(1, Math.min(width / Math.max(1200, columns * 150 + 150), height / 640, 1.6));
}

/** What paper has left and right of a tree. */
const beside = 12;

export const TreeView = memo(function TreeView(props: TreeViewProps) {
  const { world, worldIndex, look, fullReward, selected, hovered, onHover } = props;
  const [ref, size] = useSize<HTMLDivElement>();
  const printing = usePrinting();
  const zoom = Math.max(useScale(), roomyScale(size, world.groups.length));
  const open = world.groups[selected.group]?.dropped ? selected.group : undefined; // else none lies otherwise
  const layout = useMemo(
    () =>
      layOutTree(world, {
        width: Math.max(280, size.width) / zoom,
        height: Math.max(240, size.height) / zoom,
        fullReward,
        large: zoom > 1,
        open,
      }),
    [world, size.width, size.height, fullReward, zoom, open],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const column = layout.columns[selected.group];
  useEffect(() => {
    const area = scroller.current;
    if (!area || !column) return;
    const from = column.x * zoom;
    const to = from + column.width * zoom;
    if (from < area.scrollLeft + 8) area.scrollLeft = from - 40;
    else if (to > area.scrollLeft + area.clientWidth - 8) area.scrollLeft = to - area.clientWidth + 40;
  }, [column, zoom]);
  const { start, end } = layout;
  const [left, right] = printing ? [start.x - beside, end.x + end.size + beside] : [0, layout.width];
  const way = wayInWords(world);
  const focused = world.groups[hovered?.group ?? -1];
  return (
    <div className="rollouts-tree fill relative" ref={ref}>
      <div
        className="rollouts-tree-scroll"
        ref={scroller}
        role="listbox"
        tabIndex={0}
        aria-label={`Tree of room ${worldIndex + 1}: ${world.groups.length} groups, ${endings[world.end]} after ${world.turns} turns`}
        aria-orientation="horizontal"
        aria-activedescendant={world.groups.length > 0 ? chipId(selected.group, selected.branch) : undefined}
        onPointerLeave={() => onHover(undefined)}
      >
        <svg
          className="block"
          width={(right - left) * zoom}
          height={layout.height * zoom}
          viewBox={`${left} 0 ${right - left} ${layout.height}`}
          fontSize={12}
          role="presentation"
          fill="var(--gray-11)"
          textAnchor="middle"
          style={{ userSelect: 'none' }}
        >
          <TreeDrawing {...props} layout={layout} />
        </svg>
        {way && <p className="quiet rollouts-way">{way}</p>}
        {hovered && focused && (
          <BranchCard world={world} group={focused} at={hovered} look={look} layout={layout} zoom={zoom} />
        )}
      </div>
    </div>
  );
});
