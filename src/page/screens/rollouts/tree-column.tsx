// One column of the tree: the head of its role, and a chip for each of the K answers. Knows where chips stand from
// tree-layout.ts and what they say from reading.ts.
import { memo } from 'react';
import type { GroupRecord } from '../../../learning/rollouts/transcript';
import { fixed } from '../../parts/format';
import { roleStyle, roleVariable } from '../../parts/roles';
import { advantageColours, advantageStep, droppedColours } from './advantage-scale';
import { FollowedDots } from './followed-dots';
import { branchInWords, droppedInWords, marksOf } from './reading';
import type { Selection } from './selection';
import { type Chip, type Column, headHeight, headOf, numberInside, type TreeLayout } from './tree-layout';
import { placeInWords } from './way-reading';

const markSigns = { solved: '✓', excess: '»', unreadable: '?', 'cut-off': '…' } as const;

/** The id of a chip's element, for aria-activedescendant. */
export const chipId = (group: number, branch: number) => `chip-${group}-${branch}`;

interface TreeColumnProps {
  readonly column: Column;
  readonly group: GroupRecord;
  readonly world: number;
  readonly numbers: TreeLayout['numbers'];
  readonly numberSize: number;
  readonly selected: number;
  readonly hovered: number;
  /** Absent where nobody points at it. */
  readonly onHover?: ((selection: Selection) => void) | undefined;
  readonly onSelect?: ((selection: Selection) => void) | undefined;
}

export const TreeColumn = memo(function TreeColumn({ column, group, selected, hovered, ...shared }: TreeColumnProps) {
  const { label } = roleStyle(group.role);
  const centre = column.headX;
  const { node, visit } = group;
  const short = `${node ?? label.replace(/ role$/, '')}${visit ? ` ${visit}` : ''}`;
  const place = placeInWords(group);
  const at = place === '' ? '' : `, ${place}`;
  const pill = headOf(short, column.width - 8);
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: an SVG group is not interactive
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of an SVG
    <g
      role="group"
      aria-label={`turn ${group.turn}, ${group.role} role${at}${group.dropped ? `, ${group.dropped} group` : ''}`}
      style={roleVariable(group.role)}
    >
      <g aria-hidden>
        <title>{`${label}, turn ${group.turn}${at}. ${droppedInWords(group) ?? 'This group trains its policy.'}`}</title>
        <rect
          fill={group.dropped ? 'none' : 'color-mix(in srgb, var(--role) 20%, var(--gray-1))'}
          stroke="var(--role)"
          strokeWidth={1.2}
          strokeDasharray={group.dropped && '3 2'}
          x={centre - pill.width / 2}
          y={23}
          width={pill.width}
          height={17}
          rx={8.5}
        />
        <text x={centre} y={35.2} fill="var(--gray-12)" fontWeight={600} fontSize={pill.fontSize}>
          {pill.text}
        </text>
        {group.dropped && (
          <text x={centre} y={headHeight - 3} fontStyle="italic">
            {group.dropped}
          </text>
        )}
      </g>
      {column.folded && <FoldedReward column={column} group={group} numberSize={shared.numberSize} />}
      {column.chips.map((chip) => (
        <TreeChip
          key={chip.branch}
          chip={chip}
          group={group}
          groupIndex={column.group}
          selected={chip.branch === selected}
          hovered={chip.branch === hovered}
          {...shared}
          numbers={column.folded ? 'above' : shared.numbers}
        />
      ))}
    </g>
  );
});

/** A mouse by itself: not the page beneath it. */
function hasMoved({ pointerType, movementX, movementY }: React.PointerEvent): boolean {
  return pointerType === 'mouse' && (movementX !== 0 || movementY !== 0);
}

/** An edge in the colour of the ground, for text that lines or a hatch go through. */
const edgedWith = (ground: string) => ({ paintOrder: 'stroke', stroke: ground, strokeWidth: 3 });

/** "16 × 2.00 ✓" above answers that lie close together. */
function FoldedReward({ column, group, numberSize }: Pick<TreeColumnProps, 'column' | 'group' | 'numberSize'>) {
  const [chip] = column.chips;
  const [branch] = group.branches;
  if (!chip || !branch) return null;
  const solved = group.branches.every((one) => marksOf(one)[0]?.kind === 'solved');
  return (
    <text
      x={chip.x + chip.width / 2}
      y={chip.slotY - 6}
      fontSize={numberSize}
      {...edgedWith('var(--gray-2)')}
      aria-hidden
    >
      {`${group.branches.length} × ${fixed(branch.reward, 2)}${solved ? ` ${markSigns.solved}` : ''}`}
    </text>
  );
}

interface TreeChipProps extends Pick<TreeColumnProps, 'group' | 'world' | 'numberSize' | 'onHover' | 'onSelect'> {
  readonly chip: Chip;
  readonly numbers: TreeLayout['numbers'] | 'above';
  readonly groupIndex: number;
  readonly selected: boolean;
  readonly hovered: boolean;
}

const TreeChip = memo(function TreeChip({
  chip,
  group,
  groupIndex,
  numbers,
  numberSize,
  selected,
  hovered,
  ...more
}: TreeChipProps) {
  const { world, onHover, onSelect } = more;
  const branch = group.branches[chip.branch];
  if (!branch) return null;
  const [mark] = marksOf(branch);
  const here: Selection = { world, group: groupIndex, branch: chip.branch };
  const trunk = group.trunk === chip.branch;
  const middle = chip.slotY + chip.slotHeight / 2;
  const radius = Math.min(5, chip.height / 2);
  const inside = chip.height >= numberInside;
  const written = `${fixed(branch.reward, 2)}${mark ? ` ${markSigns[mark.kind]}` : ''}`;
  // where there is no place for all of them, that of the answer in question
  const alone = numbers === 'chosen' && (trunk || selected || hovered);
  // readable on the hatch
  const drawnOver = group.dropped ? edgedWith('var(--gray-3)') : undefined;
  return (
    // The listbox holds the focus and names its active option; keys are read by the screen.
    <g
      id={chipId(groupIndex, chip.branch)}
      role="option"
      aria-selected={selected}
      aria-label={branchInWords(group, chip.branch)}
      cursor="pointer"
      style={group.dropped ? droppedColours : advantageColours(advantageStep(branch.advantage))}
      // Not on entering: a tree that comes to lie under a pointer at rest would hide the node that was opened.
      onPointerMove={(event) => hasMoved(event) && !hovered && onHover?.(here)}
      onClick={() => onSelect?.(here)}
    >
      {onSelect && (
        <rect fill="transparent" x={chip.x - 12} y={chip.slotY} width={chip.width + 24} height={chip.slotHeight} />
      )}
      {selected && (
        <rect
          fill="none"
          stroke="var(--accent-11)"
          strokeWidth={2.5}
          x={chip.x - 4}
          y={chip.y - 4}
          width={chip.width + 8}
          height={chip.height + 8}
          rx={radius + 4}
        />
      )}
      <rect
        fill={group.dropped ? 'url(#rollouts-hatch)' : 'var(--fill)'}
        stroke={hovered ? 'var(--accent-11)' : trunk ? 'var(--trunk)' : 'none'}
        strokeWidth={2.5}
        x={chip.x}
        y={chip.y}
        width={chip.width}
        height={chip.height}
        rx={radius}
      />
      {numbers === 'inside' && inside && (
        <text
          fill="var(--ink)"
          fontWeight={500}
          fontSize={numberSize}
          {...drawnOver}
          x={chip.x + chip.width / 2}
          y={middle + numberSize / 3}
        >
          {written}
        </text>
      )}
      {(numbers === 'beside' || alone || (numbers === 'inside' && !inside)) && (
        <text
          x={chip.x + chip.width + (selected ? 8 : 4)}
          y={middle + numberSize / 3}
          textAnchor="start"
          fontSize={numberSize}
          fontWeight={trunk ? 700 : 500}
          {...edgedWith('var(--gray-2)')}
        >
          {numbers === 'inside' ? mark && markSigns[mark.kind] : written}
        </text>
      )}
      <FollowedDots chip={chip} followed={branch.followed} />
      {(numbers === 'chosen' || numbers === 'nowhere') && !alone && mark?.kind === 'solved' && (
        <circle fill="var(--accent-11)" cx={chip.x + chip.width + 5} cy={middle} r={2} />
      )}
    </g>
  );
});
