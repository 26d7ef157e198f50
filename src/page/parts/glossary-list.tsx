// All words of the glossary, as a dialog behind a button.
import { Button, Dialog, Flex } from '@radix-ui/themes';
import { BookOpen } from 'lucide-react';
import { glossary, type TermId, termIds } from './glossary';

/** `at`: the word that the list is opened at. */
export function GlossaryButton({ at }: { readonly at?: TermId }) {
  return (
    <Dialog.Root>
      <Dialog.Trigger>
        <Button className="start" size="1" variant="soft" color="gray">
          <BookOpen size={13} aria-hidden /> Glossary
        </Button>
      </Dialog.Trigger>
      <Dialog.Content maxWidth="560px" onOpenAutoFocus={(event) => focusEntry(event, at)}>
        <Dialog.Title size="4">Glossary</Dialog.Title>
        <Dialog.Description size="2" color="gray">
          What the words with dots below them mean.
        </Dialog.Description>
        <GlossaryList />
        <Flex justify="end" mt="4">
          <Dialog.Close>
            <Button variant="soft">Close</Button>
          </Dialog.Close>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}

/** Each word with its meaning and its anchor. */
export function GlossaryList() {
  return (
    <dl className="grid gap-3 size-2 after-3">
      {termIds.map((id) => (
        <div key={id} id={anchorOf(id)} tabIndex={-1}>
          <dt className="ink strong">{glossary[id].term}</dt>
          <dd>{glossary[id].meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

const anchorOf = (id: TermId) => `term-${id}`;

/** The first button is the last thing in the dialog: what is read first takes the focus instead, and is scrolled to. */
function focusEntry(event: Event, at: TermId | undefined): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  event.preventDefault();
  const entry = at && dialog.querySelector<HTMLElement>(`#${anchorOf(at)}`);
  (entry || dialog).focus();
}
