// The bar above a screen on which something is written: what it is, what is open, what can be done, and below that what
// is wrong.
import type { ReactNode } from 'react';

interface EditorBarProps {
  readonly title: string;
  /** Beside the title. */
  readonly children?: ReactNode;
  /** At the far end. */
  readonly acts?: ReactNode;
  readonly faults?: ReactNode;
}

export function EditorBar({ title, children, acts, faults }: EditorBarProps) {
  return (
    <header className="row wrap gap-3 pad-3 pad-x panel line-below">
      <h1 className="size-4">{title}</h1>
      {children}
      {acts && <div className="flex wrap end">{acts}</div>}
      {faults}
    </header>
  );
}
