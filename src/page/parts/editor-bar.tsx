// The bar above a screen on which something is written: what it is, what is open, what can be done, and below that what is wrong.
import { Flex, Heading } from '@radix-ui/themes';
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
    <header className="editor-bar">
      <Heading as="h1" size="4">
        {title}
      </Heading>
      {children}
      {acts && (
        <Flex wrap="wrap" gap="2" className="editor-acts">
          {acts}
        </Flex>
      )}
      {faults}
    </header>
  );
}
