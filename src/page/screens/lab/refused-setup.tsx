// What a link or a file of settings said wrongly.
import { useStore } from 'zustand';
import { Fault } from '../../parts/fault';
import { sentence } from '../../parts/format';
import { dismissRefused, refusedSetup } from '../../stores/shared-setup';

const shownReasons = 6;

export function RefusedSetup() {
  const refused = useStore(refusedSetup, (state) => state.refused);
  if (!refused) return null;
  const more = refused.reasons.length - shownReasons;
  return (
    <Fault title={refused.title} onDismiss={dismissRefused}>
      {refused.now}
      <ul className="bullets">
        {refused.reasons.slice(0, shownReasons).map((reason) => (
          <li key={reason}>{sentence(reason)}</li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </Fault>
  );
}
