// The rarer things to do with a setup, as a menu. Fetched when it is asked for.
import { DropdownMenu } from '@radix-ui/themes';
import { FileDown, FolderOpen, Terminal } from 'lucide-react';
import type { FetchedMenuProps } from '../../parts/menu-on-demand';

interface SetupMenuActs {
  readonly copyCommands: () => void;
  readonly save: () => void;
  readonly open: () => void;
}

export function SetupMenu({ trigger, items: { copyCommands, save, open } }: FetchedMenuProps<SetupMenuActs>) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.Item onSelect={copyCommands}>
          <Terminal size={14} aria-hidden /> Copy as commands
        </DropdownMenu.Item>
        <DropdownMenu.Item onSelect={save}>
          <FileDown size={14} aria-hidden /> Save settings
        </DropdownMenu.Item>
        <DropdownMenu.Item onSelect={open}>
          <FolderOpen size={14} aria-hidden /> Open settings…
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
