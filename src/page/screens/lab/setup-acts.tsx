// What can be done with a setup as a whole: a link to it, the same run on a command line, a file of it, and back.
import { DropdownMenu, IconButton } from '@radix-ui/themes';
import { Ellipsis, FileDown, FolderOpen, Terminal } from 'lucide-react';
import type { RunConfig } from '../../../learning/config/run-config';
import { CopyLink } from '../../parts/copy-link';
import { useFileChoice } from '../../parts/file-choice';
import { copyCommands, linkOfSetup, openSettings, saveSettings } from '../../stores/shared-setup';

interface SetupActsProps {
  readonly config: RunConfig;
  /** How a run of it is called. */
  readonly name: () => string;
}

export function SetupActs({ config, name }: SetupActsProps) {
  const file = useFileChoice({
    accept: '.json',
    label: 'A file of settings',
    onChoice: (given) => void openSettings(given),
  });
  return (
    <div className="row gap-4 end" style={{ alignSelf: 'center' }}>
      <CopyLink {...linkOfSetup(config)} />
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger>
          <IconButton
            size="2"
            variant="ghost"
            color="gray"
            aria-label="More for these settings"
            title="More for these settings"
          >
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content align="end">
          <DropdownMenu.Item onSelect={() => void copyCommands(config, name())}>
            <Terminal size={14} aria-hidden /> Copy as commands
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => void saveSettings(config, name())}>
            <FileDown size={14} aria-hidden /> Save settings
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={file.choose}>
            <FolderOpen size={14} aria-hidden /> Open settings…
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {file.input}
    </div>
  );
}
