// What went wrong, why, and what to do now – on the page, until it is put away.
import { Button, IconButton } from '@radix-ui/themes';
import { CloudLightning, X } from 'lucide-react';
import { useEffect } from 'react';
import { resume } from '../stores/lab-actions';
import { refreshRuns, useRuns } from '../stores/runs-store';
import { dismissFault, useTrainer } from '../stores/trainer-store';
import './faults.css';
import { sentence } from './format';

export function Faults() {
  const faults = useTrainer((state) => state.faults);
  const recovering = useTrainer((state) => state.recovering);
  const resumable = useTrainer((state) => (state.live?.status === 'running' ? undefined : state.live?.id));
  const storageReason = useRuns((state) => state.reason);
  useEffect(() => {
    if (faults.length > 0) document.querySelector('.fault')?.scrollIntoView({ block: 'nearest' });
  }, [faults]);
  if (faults.length === 0 && !recovering && !storageReason) return <div className="faults" />;
  return (
    <div className="faults">
      {recovering && (
        <div className="fault fault-mild" role="status">
          <CloudLightning size={16} aria-hidden />
          <p>
            <strong>The GPU went away and comes back.</strong> The run goes on by itself from its last checkpoint.
          </p>
        </div>
      )}
      {storageReason && (
        <div className="fault" role="alert">
          <CloudLightning size={16} aria-hidden />
          <p>
            <strong>The browser’s storage did not answer.</strong> {sentence(storageReason)}
          </p>
          <Button size="1" variant="soft" color="red" onClick={() => void refreshRuns()}>
            Try again
          </Button>
        </div>
      )}
      {faults.map((fault) => (
        <div key={fault.kind + fault.what} className="fault" role="alert">
          <CloudLightning size={16} aria-hidden />
          <p>
            <strong>{fault.what}</strong> {sentence(fault.why)} <span>{fault.now}</span>
          </p>
          {fault.resumes !== undefined && fault.resumes === resumable && (
            <Button
              size="1"
              variant="soft"
              color="red"
              onClick={() => {
                dismissFault(fault);
                void resume(fault.resumes ?? '');
              }}
            >
              Resume
            </Button>
          )}
          <IconButton
            size="1"
            variant="ghost"
            color="gray"
            aria-label="Put this message away"
            onClick={() => dismissFault(fault)}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
