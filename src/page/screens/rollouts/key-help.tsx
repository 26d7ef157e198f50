// The keys of the tree, as a dialog.
import { Button, Dialog, Flex, Kbd } from '@radix-ui/themes';
import { keyList } from './selection';

export function KeyHelp({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Content maxWidth="440px">
        <Dialog.Title size="4">Keys</Dialog.Title>
        <Dialog.Description size="2" color="gray">
          Walk through the tree without the mouse.
        </Dialog.Description>
        <table className="table size-2 after-3">
          <tbody>
            {keyList.map(([keys, meaning]) => (
              <tr key={keys}>
                <th scope="row" className="nowrap" style={{ fontWeight: 400 }}>
                  {keys
                    .split(' ')
                    .filter(Boolean)
                    .map((key) =>
                      key === 'or' || key === 'Shift' ? (
                        `${key} `
                      ) : (
                        <Kbd key={key} mr="1">
                          {key}
                        </Kbd>
                      ),
                    )}
                </th>
                <td>{meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Flex justify="end" mt="4">
          <Dialog.Close>
            <Button variant="soft">Close</Button>
          </Dialog.Close>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}
