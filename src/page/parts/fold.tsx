// A line that unfolds what stands below it.
import { ChevronRight } from 'lucide-react';
import type { ComponentProps } from 'react';

interface FoldProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

export function Fold({ open, onOpen, className = 'ink size-2', children, ...button }: FoldProps) {
  return (
    <button
      type="button"
      className={`fold row full ${className}`}
      aria-expanded={open}
      onClick={() => onOpen(!open)}
      {...button}
    >
      <ChevronRight size={15} aria-hidden className="rigid" /> {children}
    </button>
  );
}
