// Where everything of one world's tree stands: time to the right, a column for each role and turn, its K chips below
// each other in the order of the branches, taller for more reward; the trunk as a line from chip to chip. Pure
// geometry: no colours, no DOM.
import type { GroupRecord, WorldRecord } from '../../../learning/rollouts/transcript';

export interface TreeFrame {
  /** CSS pixels there are; the tree is wider when its columns need it. */
  readonly width: number;
  readonly height: number;
  /** The reward of the tallest chip. */
  readonly fullReward: number;
  /** Numbers in larger type, for those who sit far away. */
  readonly large?: boolean;
  /** The group that is looked at: unfolded, also where all its answers earned the same. */
  readonly open?: number | undefined;
}

export interface Chip {
  readonly branch: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Of its slot: what a pointer hits. */
  readonly slotY: number;
  readonly slotHeight: number;
}

export interface Column {
  readonly group: number;
  readonly x: number;
  readonly width: number;
  readonly chips: readonly Chip[];
  /** Above the middle of its chips and the numbers beside them. */
  readonly headX: number;
  /** Answers that all earned the same lie close together, and their reward is written once, above them. */
  readonly folded: boolean;
  /** From the trunk before it to each of its chips. */
  readonly links: readonly string[];
}

export interface TurnSpan {
  readonly turn: number;
  readonly x: number;
  readonly width: number;
}

export interface TreeLayout {
  readonly width: number;
  readonly height: number;
  readonly columns: readonly Column[];
  readonly turns: readonly TurnSpan[];
  /** The strong line, from the start board through every trunk chip to the end board. */
  readonly trunk: string;
  readonly start: { readonly x: number; readonly y: number; readonly size: number };
  readonly end: { readonly x: number; readonly y: number; readonly size: number };
  /** Where an answer's reward is written: in its chip, beside a thin one, beside those that are looked at or went on,
   *  or nowhere. */
  readonly numbers: 'inside' | 'beside' | 'chosen' | 'nowhere';
  /** Of their type. */
  readonly numberSize: number;
}

export const headHeight = 54;
const boardSize = 54;
const margin = 10;
const endGap = 18; // the trunk needs room to bend down to the end board
const narrowestColumn = 60;
const widestColumn = 132;
const widestChip = 64;
/** What the slots of a folded column take up, and each of them at most. */
const [foldedHeight, tallestFolded] = [96, 14];
const widthOfChip = 0.62;
const [tallestSlot, tallestSlotLarge] = [54, 72];
const numberHeight = 14;
/** Of a small number and a mark beside a chip; `share` of the column is for the chip and those. */
const beside = { height: 11, width: 50, narrowestColumn: 94, widestColumn: 150, share: 0.7, size: 11 };
const besideLarge = { ...beside, width: 66, narrowestColumn: 118, widestColumn: 190, size: 15 };
/** Width of a letter of a name in bold, in its font's size. */
const boldLetter = 0.62;
const narrowestWithMark = 44;
/** A number does not fit into a lower chip. */
export const numberInside = 13;

/** Of numbers that have all the place they want. */
const [usual, large] = [12, 15];

export function layOutTree(world: WorldRecord, frame: TreeFrame): TreeLayout {
  const count = world.groups.length;
  const floor = frame.height - margin;
  const branches = Math.max(1, ...world.groups.map((group) => group.branches.length));
  const slotHeight = Math.min(frame.large ? tallestSlotLarge : tallestSlot, (floor - headHeight) / branches);
  const room = (frame.width - 2 * (margin + boardSize) - endGap) / Math.max(1, count);
  const small = frame.large ? besideLarge : beside;
  const numbers = placeOfNumbers(slotHeight, room, small);
  const besides = numbers === 'beside' || numbers === 'chosen' ? small : undefined;
  const widths = besides ?? { narrowestColumn, widestColumn: frame.large ? besideLarge.widestColumn : widestColumn };
  // where a number is written in its chip, the thinnest has room for it
  const thinnest = Math.max(slotHeight * 0.24, numbers === 'inside' ? (frame.large ? large : usual) + 2 : 2);
  const columnWidth = clamp(room, widths.narrowestColumn, widths.widestColumn);
  const width = Math.max(frame.width, 2 * (margin + boardSize) + endGap + count * columnWidth);
  const left = (width - count * columnWidth - endGap) / 2;
  const middle = (headHeight + floor) / 2;
  const chipWidth = besides
    ? columnWidth * besides.share - besides.width
    : Math.min(widestChip, columnWidth * widthOfChip);
  const after = besides ? besides.width : (columnWidth - chipWidth) * 0.25;
  const start = { x: left - boardSize, y: middle - boardSize / 2, size: boardSize };
  const end = { x: left + count * columnWidth + endGap, y: middle - boardSize / 2, size: boardSize };

  let from = { x: left, y: middle };
  let trunk = `M${round(start.x + boardSize)} ${round(middle)}`;
  const columns = world.groups.map((group, index): Column => {
    const x = left + index * columnWidth;
    const folded = index !== frame.open && foldsAway(group);
    const slot = folded ? Math.min(slotHeight, tallestFolded, foldedHeight / group.branches.length) : slotHeight;
    const least = folded ? slot * 0.24 : thinnest;
    const top = middle - (group.branches.length * slot) / 2;
    const chips = group.branches.map((branch, k): Chip => {
      const share = clamp(branch.reward / frame.fullReward, 0, 1);
      const height = least + Math.max(0, slot * 0.86 - least) * share;
      const slotY = top + k * slot;
      const chipX = x + columnWidth - chipWidth - after;
      return { branch: k, x: chipX, y: slotY + (slot - height) / 2, width: chipWidth, height, slotY, slotHeight: slot };
    });
    const links = chips.map(
      (chip) => `M${round(from.x)} ${round(from.y)}${bend(from, { x: chip.x, y: chip.y + chip.height / 2 })}`,
    );
    const chosen = chips[group.trunk];
    if (chosen) {
      const enters = { x: chosen.x, y: chosen.y + chosen.height / 2 };
      // Lines go on behind the numbers of their column: none is struck through, the trunk's own is left out.
      const written = !folded && (besides !== undefined || chosen.height < numberInside);
      const leaves = chosen.x + chosen.width + after;
      trunk += `${bend(from, enters)}H${round(chosen.x + chosen.width)}${written ? `M${round(leaves)} ${round(enters.y)}` : `H${round(leaves)}`}`;
      from = { x: leaves, y: enters.y };
    }
    const headX = x + columnWidth - after - chipWidth + (chipWidth + (besides ? besides.width : 0)) / 2;
    return { group: index, x, width: columnWidth, chips, headX, folded, links };
  });
  trunk += bend(from, { x: end.x, y: middle });

  return {
    width,
    height: frame.height,
    columns,
    turns: spansOf(world, columns),
    trunk,
    start,
    end,
    numbers,
    numberSize: numbers === 'beside' ? Math.min(small.size, slotHeight - 1) : frame.large ? large : usual,
  };
}

/** Whether there is nothing to see between a group's answers: it trains nothing, since all of them earned the same. */
function foldsAway({ dropped, branches }: GroupRecord): boolean {
  return dropped !== undefined && branches.length > 1 && branches.every(({ reward }) => reward === branches[0]?.reward);
}

/** A role's name in its pill, at most so wide: smaller where it is long, cut off where it is too long for that. */
export function headOf(
  name: string,
  room: number,
): { readonly text: string; readonly fontSize: number; readonly width: number } {
  const inner = room - 12;
  const wide = (letters: number, fontSize: number) => letters * fontSize * boldLetter;
  const fontSize = clamp(inner / wide(name.length, 1), 9, 12);
  const fits = Math.floor(inner / wide(1, fontSize) + 1e-9);
  const text = name.length <= fits ? name : `${name.slice(0, Math.max(1, fits - 1))}…`;
  return { text, fontSize, width: clamp(wide(text.length, fontSize) + 16, Math.min(64, room), room) };
}

function placeOfNumbers(slotHeight: number, room: number, small: typeof beside): TreeLayout['numbers'] {
  const chip = Math.min(widestColumn, room) * widthOfChip;
  if (slotHeight * 0.5 >= numberHeight && chip >= narrowestWithMark) return 'inside';
  if (slotHeight >= small.height) return 'beside';
  return room >= small.narrowestColumn ? 'chosen' : 'nowhere';
}

function spansOf(world: WorldRecord, columns: readonly Column[]): TurnSpan[] {
  const spans: TurnSpan[] = [];
  for (const column of columns) {
    const turn = world.groups[column.group]?.turn ?? 0;
    const last = spans.at(-1);
    if (last?.turn === turn) spans[spans.length - 1] = { ...last, width: column.x + column.width - last.x };
    else spans.push({ turn, x: column.x, width: column.width });
  }
  return spans;
}

/** A line that leaves and arrives level. */
function bend(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const half = (from.x + to.x) / 2;
  return `C${round(half)} ${round(from.y)} ${round(half)} ${round(to.y)} ${round(to.x)} ${round(to.y)}`;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Tenths of a pixel keep the paths short. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
