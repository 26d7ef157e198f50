// Under a chip of the tree, or inside a tall one, a dot for each play that followed the answer: the fuller, the more
// the team reached in it.
import type { BranchRecord } from '../../../learning/rollouts/transcript';
import type { Chip } from './tree-layout';

const below = 8;
const roomBelow = 11;
const roomInside = 28;
const leastApart = 3;

export function FollowedDots({ chip, followed = [] }: { readonly chip: Chip } & Pick<BranchRecord, 'followed'>) {
  const bottom = chip.y + chip.height;
  const beneath = chip.slotY + chip.slotHeight - bottom >= roomBelow;
  const apart = Math.min(8, chip.width / followed.length);
  if (followed.length === 0 || apart < leastApart || (!beneath && chip.height < roomInside)) return null;
  const first = chip.x + chip.width / 2 - (apart * (followed.length - 1)) / 2;
  const ink = beneath ? 'var(--gray-11)' : 'var(--ink)';
  return (
    <g fill={ink} stroke={ink} strokeWidth={0.75} aria-hidden>
      {followed.map(({ team }, play) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: plays are named by their place
          key={play}
          cx={first + play * apart}
          cy={beneath ? bottom + below : bottom - 5}
          r={Math.min(2.2, 0.4 * apart)}
          fillOpacity={Math.min(1, Math.max(0, team))}
        />
      ))}
    </g>
  );
}
