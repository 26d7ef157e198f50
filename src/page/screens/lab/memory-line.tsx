// What a run takes of the GPU's memory: the sum beside what there is, and folded what it is made of.
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { sentence } from '../../parts/format';
import './memory-line.css';

/** `words`: "needs up to …, your GPU gives …: what it is made of". */
export function MemoryLine({ words }: { readonly words: string }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [sum = '', ...parts] = words.split(': ');
  const folded = parts.join(': ');
  const line = `GPU memory: ${sum}`;
  return (
    <div className="memory">
      {folded === '' ? (
        <p>{line}</p>
      ) : (
        <button
          type="button"
          className="setup-fold row ink size-2 full"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={13} aria-hidden /> {line}
        </button>
      )}
      {folded !== '' && (
        <p id={id} hidden={!open}>
          {sentence(folded)}
        </p>
      )}
    </div>
  );
}
