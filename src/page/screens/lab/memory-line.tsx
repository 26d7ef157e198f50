// What a run takes of the GPU's memory: the sum beside what there is, and folded what it is made of.
import { type ReactNode, useId, useState } from 'react';
import { Fold } from '../../parts/fold';
import { sentence } from '../../parts/format';

interface MemoryLineProps {
  /** "needs up to …, this device gives …: what it is made of". */
  readonly words: string;
  /** Below what it is made of. */
  readonly children?: ReactNode;
}

export function MemoryLine({ words, children }: MemoryLineProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [sum = '', ...parts] = words.split(': ');
  const folded = parts.join(': ');
  const line = `Memory: ${sum}`;
  return (
    <div className="grid gap-0 note outdent">
      {folded === '' ? (
        <p>{line}</p>
      ) : (
        <Fold open={open} onOpen={setOpen} aria-controls={id} className="note">
          {line}
        </Fold>
      )}
      {folded !== '' && (
        <div id={id} hidden={!open}>
          <div className="pad-x grid gap-2">
            <p>{sentence(folded)}</p>
            {open && children}
          </div>
        </div>
      )}
    </div>
  );
}
