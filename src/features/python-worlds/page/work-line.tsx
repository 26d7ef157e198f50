// What is being asked of Python, how far it is, and what went wrong.
import { Button, Progress, Spinner } from '@radix-ui/themes';
import { Fault } from '../../../page/parts/fault';
import { sentence } from '../../../page/parts/format';
import { cancelWork, useWork } from './work-store';

export function WorkLine() {
  const { work, fault } = useWork();
  if (fault !== undefined) return <Fault title="That did not work">{sentence(fault)}</Fault>;
  if (work === undefined) return null;
  const { what, done, of } = work;
  return (
    <div className="row gap-3 wrap" role="status">
      {done !== undefined && of !== undefined ? (
        <Progress className="grow" value={(100 * done) / of} aria-label={what} />
      ) : (
        <Spinner />
      )}
      <span>
        {what}
        {done === undefined ? ' …' : `: ${done} of ${of}`}
      </span>
      <Button size="1" variant="soft" color="gray" onClick={cancelWork}>
        Cancel
      </Button>
    </div>
  );
}
