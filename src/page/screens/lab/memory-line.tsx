// What a run takes of the GPU's memory: the sum beside what there is, and folded what it is made of.
import { useId, useState } from 'react';
import { Fold } from '../../parts/fold';
import { sentence } from '../../parts/format';

/** `words`: "needs up to …, this device gives …: what it is made of". */
export function MemoryLine({ words }: { readonly words: string }) {
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
        <p id={id} className="pad-x" hidden={!open}>
          {sentence(folded)}
        </p>
      )}
    </div>
  );
}
