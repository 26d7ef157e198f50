// In place of a screen while the run of a link comes in: from where, how much of it is there, and Cancel.
import { Button, Progress } from '@radix-ui/themes';
import { Download } from 'lucide-react';
import type { LinkedRun } from '../stores/linked-run';
import { bytes } from './format';

export function LinkedRunPanel({ linked }: { readonly linked: Exclude<LinkedRun, { kind: 'none' }> }) {
  const { kind } = linked;
  return (
    <div className="centre">
      <Download size={24} aria-hidden className="quiet" />
      <h1>{kind === 'fetching' ? 'Fetching the run of this link' : 'Opening the run'}</h1>
      <p className="quiet break">{linked.address}</p>
      {kind === 'fetching' ? <Arriving {...linked} /> : <Reading size={bytes(linked.bytes)} />}
    </div>
  );
}

type ArrivingProps = Pick<Extract<LinkedRun, { kind: 'fetching' }>, 'received' | 'total' | 'cancel'>;

function Arriving({ received, total, cancel }: ArrivingProps) {
  const share = total ? (100 * Math.min(received, total)) / total : undefined;
  return (
    <>
      <Progress
        value={received === 0 ? 0 : share}
        size="2"
        aria-label="How much of the file is here"
        style={{ width: 'min(320px, 100%)' }}
      />
      <p>{total ? `${bytes(received)} of ${bytes(total)}` : received > 0 ? bytes(received) : 'asking its server …'}</p>
      <Button variant="soft" onClick={cancel}>
        Cancel
      </Button>
    </>
  );
}

function Reading({ size }: { readonly size: string }) {
  return (
    <>
      <Progress size="2" aria-label="Opening" style={{ width: 'min(320px, 100%)' }} />
      <p role="status">{size} arrived. It is checked and stored in this browser.</p>
    </>
  );
}
