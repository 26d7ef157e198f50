// The model that is being loaded, while one is: how far it is, what training it takes, and how to stop.
import { Button, Progress } from '@radix-ui/themes';
import { X } from 'lucide-react';
import { bytes, sentence } from '../../../page/parts/format';
import { cancelLoading, useModels } from './models-store';

export function LoadingModel() {
  const loading = useModels((state) => state.loading);
  if (!loading) return null;
  const { name, cancelling = false, progress } = loading;
  const { stage = 'look-up', done = 0, total = 0, fits } = progress ?? {};
  const percent = total > 0 ? Math.floor((100 * done) / total) : 0;
  return (
    <div className="grid break" role="status">
      <p>
        <strong>{name}</strong>{' '}
        {stage === 'look-up'
          ? 'is being looked at'
          : stage === 'check'
            ? 'is being verified'
            : `${bytes(done)} of ${bytes(total)}`}
      </p>
      <Progress size="2" value={percent} aria-label={`Loading ${name}`} />
      {fits && <p className="quiet">{sentence(fits)}</p>}
      <Button
        className="start"
        size="1"
        variant="soft"
        color="gray"
        disabled={cancelling}
        onClick={() => void cancelLoading()}
      >
        <X size={13} aria-hidden /> {cancelling ? 'Stopping…' : 'Cancel'}
      </Button>
    </div>
  );
}
