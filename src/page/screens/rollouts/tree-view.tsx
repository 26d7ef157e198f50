// The picture of one world's tree. A listbox for the keyboard and screen readers: a group per column, an option per
// answer; keys are read by the screen. Knows where chips stand from tree-layout.ts and what they say from reading.ts.
import { memo, useEffect, useMemo, useRef } from 'react';
import { isProposal } from '../../../learning/rollouts/term-names';
import type { GroupRecord, WorldRecord } from '../../../learning/rollouts/transcript';
import { Board } from '../../parts/board';
import type { Look } from '../../parts/board-pieces';
import { useSize } from '../../parts/board-size';
import { BranchCard } from './branch-card';
import type { Selection } from './selection';
import { chipId, TreeColumn } from './tree-column';
import { type Column, layOutTree } from './tree-layout';

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

const endings = { solved: 'solved', lost: 'stuck', 'out-of-turns': 'out of turns' } as const;

export const TreeView = memo(function TreeView(props: TreeViewProps) {
  const { world, worldIndex, look, fullReward, selected, hovered, onHover, onSelect } = props;
  const [ref, size] = useSize<HTMLDivElement>();
  const layout = useMemo(
    () => layOutTree(world, { width: Math.max(280, size.width), height: Math.max(240, size.height), fullReward }),
    [world, size.width, size.height, fullReward],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const column = layout.columns[selected.group];
  useEffect(() => {
    const area = scroller.current;
    if (!area || !column) return;
    if (column.x < area.scrollLeft + 8) area.scrollLeft = column.x - 40;
    else if (column.x + column.width > area.scrollLeft + area.clientWidth - 8)
      area.scrollLeft = column.x + column.width - area.clientWidth + 40;
  }, [column]);
  const middle = layout.start.y + layout.start.size;
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
          className="block size-1"
          width={layout.width}
          height={layout.height}
          role="presentation"
          fill="var(--gray-11)"
          textAnchor="middle"
          style={{ userSelect: 'none' }}
        >
          <Patterns />
          {layout.turns.map((span) => (
            <g key={span.turn} aria-hidden>
              <path stroke="var(--gray-7)" d={`M${span.x + 6} 18H${span.x + span.width - 6}`} />
              <text x={span.x + span.width / 2} y={12}>
                {span.width > 90 ? `Turn ${span.turn}` : `T${span.turn}`}
              </text>
            </g>
          ))}
          {layout.columns.map((each) => {
            const group = world.groups[each.group];
            if (!group) return null;
            return (
              <TreeLinks
                key={each.group}
                column={each}
                group={group}
                lit={each.group === (hovered?.group ?? selected.group)}
              />
            );
          })}
          <path
            fill="none"
            stroke="var(--trunk)"
            strokeWidth={3.5}
            strokeLinecap="round"
            strokeLinejoin="round"
            d={layout.trunk}
            aria-hidden
          />
          {layout.columns.map((each) => {
            const group = world.groups[each.group];
            if (!group) return null;
            return (
              <TreeColumn
                key={each.group}
                column={each}
                group={group}
                world={worldIndex}
                numbers={layout.roomForNumbers}
                selected={each.group === selected.group ? selected.branch : -1}
                hovered={each.group === hovered?.group ? hovered.branch : -1}
                onHover={onHover}
                onSelect={onSelect}
              />
            );
          })}
          <g aria-hidden>
            <g transform={`translate(${layout.start.x} ${layout.start.y})`}>
              <Board picture={world.start} look={look} size={layout.start.size} label="start" />
            </g>
            <text x={layout.start.x + layout.start.size / 2} y={middle + 14}>
              start
            </text>
            <g transform={`translate(${layout.end.x} ${layout.end.y})`}>
              <Board
                picture={lastPicture(world)}
                look={look}
                size={layout.end.size}
                label="end"
                solved={world.solved}
              />
            </g>
            <text
              x={layout.end.x + layout.end.size / 2}
              y={middle + 14}
              {...(world.solved && { fill: 'var(--accent-11)', fontWeight: 600 })}
            >
              {endings[world.end]}
            </text>
          </g>
        </svg>
        {hovered && focused && <BranchCard world={world} group={focused} at={hovered} look={look} layout={layout} />}
      </div>
    </div>
  );
});

function Patterns() {
  return (
    <defs>
      <pattern id="rollouts-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect fill="var(--gray-4)" width="6" height="6" />
        <path stroke="var(--gray-7)" strokeWidth={4} d="M0 0V6" />
      </pattern>
    </defs>
  );
}

const TreeLinks = memo(function TreeLinks({
  column,
  group,
  lit,
}: {
  column: Column;
  group: GroupRecord;
  lit: boolean;
}) {
  const d = column.links.filter((_, index) => index !== group.trunk).join('');
  const strokeOpacity = Math.min(1, 16 / group.branches.length); // hundreds of lines would drown the trunk
  return (
    <path
      fill="none"
      stroke={lit ? 'var(--gray-9)' : 'var(--gray-6)'}
      d={d}
      strokeOpacity={strokeOpacity}
      aria-hidden
    />
  );
});

/** The world as it stood when the play ended: after the last trunk of a role that acts. */
export function lastPicture(world: WorldRecord) {
  const acting = world.groups.findLast(({ branches, trunk }) => branches[trunk] && !isProposal(branches[trunk]));
  return acting?.branches[acting.trunk]?.after ?? world.start;
}
