// What is drawn of one world's tree, on the screen and in a picture of it: turns, links, the trunk, a column for each
// group, the boards at both ends. Knows where chips stand from tree-layout.ts.
import { memo } from 'react';
import { isProposal } from '../../../learning/rollouts/term-names';
import type { GroupRecord, WorldRecord } from '../../../learning/rollouts/transcript';
import { Board } from '../../parts/board';
import type { Look } from '../../parts/board-pieces';
import type { Selection } from './selection';
import { TreeColumn } from './tree-column';
import type { Column, TreeLayout } from './tree-layout';

interface TreeDrawingProps {
  readonly world: WorldRecord;
  readonly worldIndex: number;
  readonly look: Look;
  readonly layout: TreeLayout;
  readonly selected?: Selection | undefined;
  readonly hovered?: Selection | undefined;
  /** Absent where nobody points at it. */
  readonly onHover?: (selection: Selection) => void;
  readonly onSelect?: (selection: Selection) => void;
}

/** How a play ended, in words. */
export const endings = { solved: 'solved', lost: 'stuck', 'out-of-turns': 'out of turns' } as const;

export function TreeDrawing(props: TreeDrawingProps) {
  const { world, worldIndex, look, layout, selected, hovered, onHover, onSelect } = props;
  const middle = layout.start.y + layout.start.size;
  return (
    <>
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
            lit={each.group === (hovered?.group ?? selected?.group)}
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
            numbers={layout.numbers}
            numberSize={layout.numberSize}
            selected={each.group === selected?.group ? selected.branch : -1}
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
          <Board picture={lastPicture(world)} look={look} size={layout.end.size} label="end" solved={world.solved} />
        </g>
        <text
          x={layout.end.x + layout.end.size / 2}
          y={middle + 14}
          {...(world.solved && { fill: 'var(--accent-11)', fontWeight: 600 })}
        >
          {endings[world.end]}
        </text>
      </g>
    </>
  );
}

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
function lastPicture(world: WorldRecord) {
  const acting = world.groups.findLast(({ branches, trunk }) => branches[trunk] && !isProposal(branches[trunk]));
  return acting?.branches[acting.trunk]?.after ?? world.start;
}
