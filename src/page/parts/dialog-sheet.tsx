// What stands in a dialog in which something is done: what it is for, the doing, and Close; and the notices, first of
// what Tab reaches, since nothing beside a dialog can be clicked.
import { Button, Dialog, Flex } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import { Notices } from './notices';

interface DialogSheetProps {
  readonly title: ReactNode;
  /** One or two sentences. */
  readonly about: ReactNode;
  readonly maxWidth: string;
  readonly children: ReactNode;
}

export function DialogSheet({ title, about, maxWidth, children }: DialogSheetProps) {
  return (
    <Dialog.Content maxWidth={maxWidth}>
      <Notices />
      <Dialog.Title size="4">{title}</Dialog.Title>
      <Dialog.Description size="2" color="gray">
        {about}
      </Dialog.Description>
      {children}
      <Flex justify="end" mt="4">
        <Dialog.Close>
          <Button variant="soft" color="gray">
            Close
          </Button>
        </Dialog.Close>
      </Flex>
    </Dialog.Content>
  );
}
