// The sets that this browser keeps: what they are, and what can be done with them.
import { Button } from '@radix-ui/themes';
import { FlaskConical } from 'lucide-react';
import type { StoredProblemSet } from '../../../files/storage/schema';
import { layouts } from '../../../learning/environments/problem-import/detect';
import { Fault } from '../../../page/parts/fault';
import { bytes, grouped, moment } from '../../../page/parts/format';
import { type StoredItem, StoredList } from '../../../page/parts/stored-list';
import { chooseForLab } from './choose-for-lab';
import { removeProblemSet, useProblemSets } from './problem-sets-store';

export function SetList() {
  const { kind, sets, reason } = useProblemSets((state) => state);
  return (
    <>
      <h2 id="problem-sets-title">Imported</h2>
      {kind === 'loading' && <p role="status">Reading…</p>}
      {reason !== undefined && <Fault>The list cannot be read: {reason}</Fault>}
      {kind === 'loaded' && sets.length === 0 && (
        <p className="quiet">Nothing yet. An imported set stands here, and among the worlds in Setup.</p>
      )}
      {sets.length > 0 && <StoredList label="Imported sets, newest first" items={sets.map(itemOf)} />}
    </>
  );
}

function itemOf(set: StoredProblemSet): StoredItem {
  const layout = layouts.find(({ id }) => id === set.layout)?.name ?? 'a set that Grove wrote';
  return {
    key: set.hash,
    name: set.name,
    about: (
      <>
        {grouped(set.count)} {set.count === 1 ? 'problem' : 'problems'}, {bytes(set.bytes)}
        {set.splits === 'none' ? ', for evaluation only' : ''}
        <br />
        {set.file}, {layout}, {moment(set.importedAt, Date.now())}
      </>
    ),
    acts: (
      <Button size="1" variant="soft" onClick={() => chooseForLab(set)}>
        <FlaskConical size={13} aria-hidden /> Use in the lab
      </Button>
    ),
    remove: () => void removeProblemSet(set),
  };
}
