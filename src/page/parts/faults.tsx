// What went wrong, why, and what to do now – on the page, until it is put away.
import { Button } from '@radix-ui/themes';
import { useEffect, useRef } from 'react';
import { resume } from '../stores/lab-actions';
import { refreshRuns, useRuns } from '../stores/runs-store';
import { dismissFault, useTrainer } from '../stores/trainer-store';
import { Fault } from './fault';
import { sentence } from './format';

export function Faults() {
  const list = useRef<HTMLDivElement>(null);
  const faults = useTrainer((state) => state.faults);
  const recovering = useTrainer((state) => state.recovering);
  const resumable = useTrainer((state) => (state.live?.status === 'running' ? undefined : state.live?.id));
  const storageReason = useRuns((state) => state.reason);
  useEffect(() => {
    if (faults.length > 0) list.current?.scrollIntoView({ block: 'nearest' });
  }, [faults]);
  return (
    <div className="faults" ref={list}>
      {recovering && (
        <Fault mild role="status" title="The GPU went away and comes back.">
          The run goes on by itself from its last checkpoint.
        </Fault>
      )}
      {storageReason && (
        <Fault
          title="The browser’s storage did not answer."
          actions={<Act words="Try again" onClick={() => void refreshRuns()} />}
        >
          {sentence(storageReason)}
        </Fault>
      )}
      {faults.map((fault) => {
        const resumeIt = () => {
          dismissFault(fault);
          void resume(fault.resumes ?? '');
        };
        const resumes = fault.resumes !== undefined && fault.resumes === resumable;
        return (
          <Fault
            key={fault.kind + fault.what}
            title={fault.what}
            actions={resumes && <Act words="Resume" onClick={resumeIt} />}
            onDismiss={() => dismissFault(fault)}
          >
            {sentence(fault.why)} {fault.now}
          </Fault>
        );
      })}
    </div>
  );
}

function Act({ words, onClick }: { readonly words: string; readonly onClick: () => void }) {
  return (
    <Button size="1" variant="soft" color="red" onClick={onClick}>
      {words}
    </Button>
  );
}
