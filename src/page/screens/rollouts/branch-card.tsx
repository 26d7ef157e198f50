// What a pointer over a chip brings up: this answer beside the one that continued. Decoration for the eye; the
// inspector says the same in full, so screen readers skip it.
import type { GroupRecord, WorldRecord } from '../../../learning/rollouts/transcript';
import { Board } from '../../parts/board';
import type { Look } from '../../parts/board-pieces';
import { fixed, signed } from '../../parts/format';
import { Bubble, messageOf } from '../../parts/players';
import { marksOf } from './reading';
import type { Selection } from './selection';
import type { TreeLayout } from './tree-layout';

interface BranchCardProps {
  readonly world: WorldRecord;
  readonly group: GroupRecord;
  readonly at: Selection;
  readonly look: Look;
  readonly layout: TreeLayout;
  /** Of the tree, not of the card. */
  readonly zoom: number;
}

const cardWidth = 218;
const cardHeight = 168;

export function BranchCard({ group, at, look, layout, zoom }: BranchCardProps) {
  const column = layout.columns[at.group];
  const chip = column?.chips[at.branch];
  if (!column || !chip) return null;
  const alone = at.branch === group.trunk;
  const width = alone ? cardWidth / 2 + 8 : cardWidth;
  const right = (chip.x + chip.width) * zoom + 14;
  const left = right + width > layout.width * zoom ? chip.x * zoom - 14 - width : right;
  const top = Math.min(Math.max(4, chip.y * zoom - 40), Math.max(4, layout.height * zoom - cardHeight - 4));
  return (
    <div className="rollouts-card card panel size-1 pad-2 flex gap-3" style={{ left, top, width }} aria-hidden>
      <Side
        group={group}
        branch={at.branch}
        look={look}
        name={alone ? `Branch ${at.branch + 1} · trunk` : `Branch ${at.branch + 1}`}
      />
      {!alone && <Side group={group} branch={group.trunk} look={look} name={`Trunk · branch ${group.trunk + 1}`} />}
    </div>
  );
}

interface SideProps {
  readonly group: GroupRecord;
  readonly branch: number;
  readonly look: Look;
  readonly name: string;
}

function Side({ group, branch, look, name }: SideProps) {
  const record = group.branches[branch];
  if (!record) return null;
  const message = messageOf(look, group, branch);
  const marks = marksOf(record).map(({ label }) => label);
  return (
    <div className="stack gap-1 fill">
      <span className="quiet">{name}</span>
      <Board picture={record.after} look={look} size={78} solved={record.solved} />
      {message ? <Bubble {...message} /> : <code className="mono cut">{record.moves || '–'}</code>}
      <span>
        <b>{fixed(record.reward, 2)}</b> <span className="quiet">{group.dropped ?? signed(record.advantage)}</span>
      </span>
      {marks.length > 0 && <span className="quiet">{marks.join(', ')}</span>}
    </div>
  );
}
