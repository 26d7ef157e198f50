// A word of the glossary where it stands on the page, with dots below it. Pointed at or focused it says what it means;
// clicked, tapped or pressed it goes on saying so and leads to all the other words.
import { Popover, Tooltip } from '@radix-ui/themes';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { glossary, type TermId } from './glossary';
import './term.css';

const GlossaryButton = lazy(async () => ({ default: (await import('./glossary-list')).GlossaryButton }));

interface TermProps {
  readonly id: TermId;
  /** What is to be said about it at this place only. */
  readonly here?: string | undefined;
  readonly children: ReactNode;
}

/** Needs Radix’ Theme around it. */
export function Term({ id, here, children }: TermProps) {
  const [open, setOpen] = useState(false);
  const [hinted, setHinted] = useState(false);
  const returning = useRef(false);
  const { term, meaning } = glossary[id];
  const change = (wanted: boolean) => {
    setOpen(wanted);
    setHinted(false);
  };
  /** The focus comes back to the word: whoever has closed its meaning is not told it again. */
  const comeBack = () => {
    returning.current = true;
    queueMicrotask(() => {
      returning.current = false;
    });
  };
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Tooltip
        content={here === undefined ? meaning : `${meaning} ${here}`}
        delayDuration={250}
        open={hinted}
        onOpenChange={(wanted) => setHinted(wanted && !open && !returning.current)}
      >
        <Popover.Trigger>
          <button type="button" className="term">
            {children}
          </button>
        </Popover.Trigger>
      </Tooltip>
      <Popover.Content size="1" maxWidth="min(320px, calc(100vw - 24px))" aria-label={term} onCloseAutoFocus={comeBack}>
        <div className="grid size-2">
          <b>{term}</b>
          <p>{meaning}</p>
          {here !== undefined && <p className="quiet">{here}</p>}
          <Suspense fallback={null}>
            <GlossaryButton at={id} />
          </Suspense>
        </div>
      </Popover.Content>
    </Popover.Root>
  );
}
