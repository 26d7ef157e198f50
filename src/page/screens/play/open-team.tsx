// Opening the file of a trained team, and which one is open.
import { Button, Spinner } from '@radix-ui/themes';
import { FolderOpen } from 'lucide-react';
import type { RunConfig } from '../../../learning/config/run-config';
import { Dismiss } from '../../parts/act';
import { useFileChoice } from '../../parts/file-choice';
import { closeTeam, openTeamFiles, playTeamFile, useVisitingTeam } from '../../stores/visiting-team';

interface OpenTeamProps {
  /** What is played with adapters that do not say. */
  readonly config: RunConfig;
  /** A team was chosen, or sent away. */
  readonly onChange: (open: boolean) => void;
}

export function OpenTeam({ config, onChange }: OpenTeamProps) {
  const file = useFileChoice({
    accept: '.zip,.json',
    label: 'A team’s file',
    multiple: true,
    onChoice: (_, files) => {
      onChange(true);
      const [file] = files;
      void (file && files.length === 1 ? playTeamFile(file, config) : openTeamFiles(files, config));
    },
  });
  const visiting = useVisitingTeam();
  return (
    <div className="play-visit row wrap">
      <Button size="1" variant="soft" color="gray" onClick={file.choose}>
        <FolderOpen size={14} aria-hidden /> Open a team’s file
      </Button>
      {file.input}
      {visiting.kind === 'opening' && (
        <span className="quiet" role="status">
          <Spinner size="1" /> opening {visiting.from}
        </span>
      )}
      {(visiting.kind === 'open' || visiting.kind === 'failed') && (
        <>
          <span className="quiet">{visiting.kind === 'open' ? visiting.team.name : visiting.from}</span>
          <Dismiss
            label="Close this team"
            onClick={() => {
              closeTeam();
              onChange(false);
            }}
          />
        </>
      )}
    </div>
  );
}
