// One world's whole tree as a picture to take home: the drawing of the screen with nothing chosen, as large as it has
// to be.
import type { WorldRecord } from '../../../learning/rollouts/transcript';
import type { Look } from '../../parts/board-pieces';
import { type LegendEntry, Picture } from '../../parts/picture';
import type { PictureWords } from '../../parts/picture-words';
import { advantageSteps } from './advantage-scale';
import { TreeDrawing } from './tree-drawing';
import { headHeight, layOutTree } from './tree-layout';

interface TreePictureProps {
  readonly words: PictureWords;
  readonly world: WorldRecord;
  readonly worldIndex: number;
  readonly look: Look;
  readonly fullReward: number;
}

/** Pixels: a chip with a number in it, and a tree that is still one look. */
const slot = 34;
const least = { width: 720, height: 300 };
const tallest = 1600;

export function TreePicture({ words, world, worldIndex, look, fullReward }: TreePictureProps) {
  const branches = Math.max(1, ...world.groups.map((group) => group.branches.length));
  const height = Math.min(tallest, Math.max(least.height, headHeight + branches * slot));
  const layout = layOutTree(world, { width: least.width, height, fullReward });
  const followed = world.groups.some((group) => group.branches.some((branch) => branch.followed));
  return (
    <Picture words={words} width={layout.width} height={height} legend={followed ? [...legend, plays] : legend}>
      <g fontSize={12} fill="var(--gray-11)" textAnchor="middle">
        <TreeDrawing world={world} worldIndex={worldIndex} look={look} layout={layout} />
      </g>
    </Picture>
  );
}

const legend: readonly LegendEntry[] = [
  {
    label: 'worse … better than its siblings (advantage)',
    width: 12 * advantageSteps.length,
    sign: advantageSteps.map((step, index) => (
      <rect key={step} fill={`var(--advantage-${step})`} x={12 * index} y={-5} width={12} height={10} />
    )),
  },
  { label: 'height: reward', width: 8, sign: <path stroke="var(--gray-11)" d="M4 -6V6M1 -3L4 -6L7 -3" fill="none" /> },
  {
    label: 'trains nothing',
    width: 16,
    sign: <rect fill="url(#rollouts-hatch)" y={-5} width={16} height={10} />,
  },
  { label: 'trunk', width: 18, sign: <path stroke="var(--trunk)" strokeWidth={3.5} d="M0 0H18" /> },
  { label: '✓ solved, » moves over the budget, ? unreadable, … cut off', width: 0, sign: null },
];

const plays: LegendEntry = {
  label: 'plays that followed: the fuller, the more the team reached',
  width: 14,
  sign: (
    <g stroke="var(--gray-11)">
      <circle fill="none" cx={3} cy={0} r={2.5} />
      <circle fill="var(--gray-11)" cx={11} cy={0} r={2.5} />
    </g>
  ),
};
