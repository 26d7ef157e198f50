// No GPU for this page: what is missing, what to do about it here, and a recorded run to look at meanwhile.
import { Button, Code } from '@radix-ui/themes';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { sentence } from '../../parts/format';
import { formatRoute } from '../../stores/route';
import { shownRun, useTrainer } from '../../stores/trainer-store';
import './no-gpu.css';
import { remedies } from './remedies';
import { Result } from './result';

export function NoGpu() {
  const missing = useTrainer((state) => state.adapter?.missing);
  const run = useTrainer(shownRun);
  const [system] = useState(() => remedies({ agent: navigator.userAgent, secure: window.isSecureContext }));
  return (
    <div className="no-gpu grid top panel line-below pad-4">
      <div className="grid start">
        <h1>Training needs a GPU, and this page cannot reach one.</h1>
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
      {run && (
        <div className="grid gap-3">
          <p className="quiet">
            <strong>Meanwhile, a recorded run.</strong> Everything below is what it did: open a step of its curve, or{' '}
            <a href={formatRoute({ screen: 'rollouts', runId: run.id })}>walk through its tree of rollouts</a>. You can{' '}
            <a href={formatRoute({ screen: 'play', preset: run.config.preset })}>
              play rooms by hand and watch trained teams play
            </a>
            , too: that needs no GPU.
          </p>
          <Result run={run} />
        </div>
      )}
    </div>
  );
}
