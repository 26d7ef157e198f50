// What can be done with a setup as a whole: a link to it, the same run on a command line, a file of it, and back.
import { Ellipsis } from 'lucide-react';
import type { RunConfig } from '../../../learning/config/run-config';
import { CopyLink } from '../../parts/copy-link';
import { useFileChoice } from '../../parts/file-choice';
import { MenuOnDemand, menuFetched } from '../../parts/menu-on-demand';
import { copyCommands, linkOfSetup, openSettings, saveSettings } from '../../stores/shared-setup';

const menu = menuFetched(async () => ({ default: (await import('./setup-menu')).SetupMenu }));

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
      <MenuOnDemand
        name="More for these settings"
        Icon={Ellipsis}
        load={menu}
        items={{
          copyCommands: () => void copyCommands(config, name()),
          save: () => void saveSettings(config, name()),
          open: file.choose,
        }}
      />
      {file.input}
    </div>
  );
}
