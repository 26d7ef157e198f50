// No GPU for this page: a line that says so; unfolded, what is missing and what to do about it here.
import { Button, Code } from '@radix-ui/themes';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Fold } from '../../parts/fold';
import { sentence } from '../../parts/format';
import { useTrainer } from '../../stores/trainer-store';
import { remedies } from './remedies';

export function NoGpu() {
  const missing = useTrainer((state) => state.adapter?.missing);
  const [open, setOpen] = useState(false);
  const [system] = useState(() => remedies({ agent: navigator.userAgent, secure: window.isSecureContext }));
  return (
    <div className="no-gpu outdent">
      <Fold open={open} onOpen={setOpen}>
        <span>
          Training your own needs a GPU, and this page cannot reach one. <span className="quiet">What helps</span>
        </span>
      </Fold>
      {open && (
        <div className="grid start pad-x">
          <p className="quiet">
            {sentence(missing?.what ?? 'this browser offers no WebGPU')} What helps, the likeliest first:
          </p>
          <ul className="bullets">
            {system.map((remedy) => (
              <li key={remedy}>
                {remedy.split('`').map((part, index) =>
                  index % 2 === 1 ? (
                    <Code key={part} color="gray" size="2">
                      {part}
                    </Code>
                  ) : (
                    part
                  ),
                )}
              </li>
            ))}
          </ul>
          <Button className="start" size="2" variant="soft" onClick={() => window.location.reload()}>
            <RotateCw size={14} aria-hidden /> Look again
          </Button>
        </div>
      )}
    </div>
  );
}
