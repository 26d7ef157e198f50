// The sets that this browser keeps: what they are, and what can be done with them.
import { Button } from '@radix-ui/themes';
import { FlaskConical, Trash2 } from 'lucide-react';
import type { StoredProblemSet } from '../../../files/storage/schema';
import { cardOnProblems } from '../../../learning/environments';
import { layouts } from '../../../learning/environments/problem-import/detect';
import { bytes, grouped, moment } from '../../../page/parts/format';
import { chooseForLab } from './choose-for-lab';
import { removeProblemSet, useProblemSets } from './problem-sets-store';

export function SetList() {
  const { kind, sets, reason } = useProblemSets((state) => state);
  return (
    <>
      <h2 id="problem-sets-title">Imported</h2>
      {kind === 'loading' && <p role="status">Reading…</p>}
      {reason !== undefined && (
        <p className="problems-fault" role="alert">
          The list cannot be read: {reason}
        </p>
      )}
      {kind === 'loaded' && sets.length === 0 && (
        <p className="quiet">Nothing yet. An imported set stands here, and among the worlds in Setup.</p>
      )}
      {sets.length > 0 && (
        <ul className="problems-list" aria-label="Imported sets, newest first">
          {sets.map((set) => (
            <SetRow key={set.hash} set={set} />
          ))}
        </ul>
      )}
    </>
  );
}

function SetRow({ set }: { readonly set: StoredProblemSet }) {
  const layout = layouts.find(({ id }) => id === set.layout)?.name ?? 'a set that Grove wrote';
  return (
    <li>
      <div>
        <h3>{cardOnProblems(set).name}</h3>
        <p className="quiet">
          {grouped(set.count)} {set.count === 1 ? 'problem' : 'problems'}, {bytes(set.bytes)}
          {set.splits === 'none' ? ', for evaluation only' : ''}
        </p>
        <p className="quiet">
          {set.file}, {layout}, {moment(set.importedAt, Date.now())}
        </p>
      </div>
      <div className="problems-acts">
        <Button size="1" variant="soft" onClick={() => chooseForLab(set)}>
          <FlaskConical size={13} aria-hidden /> Use in the lab
        </Button>
        <Button size="1" variant="soft" color="gray" aria-label={`Delete ${set.name}`} onClick={() => void removeProblemSet(set)}>
          <Trash2 size={13} aria-hidden /> Delete
        </Button>
      </div>
    </li>
  );
}
