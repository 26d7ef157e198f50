// What the clipboard would not take, selected in a field: Ctrl+C or a long press does the rest.
import { Button, Dialog, Flex, TextArea } from '@radix-ui/themes';
import { useStore } from 'zustand';
import { copyStore } from '../stores/copying';

export function CopyDialog() {
  const denied = useStore(copyStore, (state) => state.denied);
  const close = () => copyStore.setState({ denied: undefined });
  return (
    <Dialog.Root open={denied !== undefined} onOpenChange={(open) => !open && close()}>
      <Dialog.Content maxWidth="520px">
        <Dialog.Title size="4">{denied?.what}</Dialog.Title>
        <Dialog.Description size="2" color="gray" mb="3">
          This browser does not let the page copy: the text is selected, copy it from here. {denied?.note}
        </Dialog.Description>
        <TextArea
          readOnly
          autoFocus
          rows={5}
          aria-label={denied?.what ?? ''}
          value={denied?.text ?? ''}
          onFocus={(event) => event.target.select()}
        />
        <Flex justify="end" mt="4">
          <Dialog.Close>
            <Button variant="soft">Close</Button>
          </Dialog.Close>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}
