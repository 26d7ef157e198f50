// Opening the file of a trained team, and which one is open.
import { Button, IconButton, Spinner } from '@radix-ui/themes';
import { FolderOpen, X } from 'lucide-react';
import { useRef } from 'react';
import type { RunConfig } from '../../../learning/training/config';
import { closeTeam, openTeamFiles, useVisitingTeam } from '../../stores/visiting-team';

interface OpenTeamProps {
  /** What is played with adapters that do not say. */
  readonly config: RunConfig;
  /** A team was chosen, or sent away. */
  readonly onChange: (open: boolean) => void;
}

export function OpenTeam({ config, onChange }: OpenTeamProps) {
  const input = useRef<HTMLInputElement>(null);
  const visiting = useVisitingTeam();
  return (
    <div className="play-visit">
      <Button size="1" variant="soft" color="gray" onClick={() => input.current?.click()}>
        <FolderOpen size={14} aria-hidden /> Open a team’s file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,.json"
        multiple
        hidden
        aria-label="A team’s file"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length === 0) return;
          onChange(true);
          void openTeamFiles(files, config);
        }}
      />
      {visiting.kind === 'opening' && (
        <span className="quiet" role="status">
          <Spinner size="1" /> opening {visiting.from}
        </span>
      )}
      {(visiting.kind === 'open' || visiting.kind === 'failed') && (
        <>
          <span className="quiet">{visiting.kind === 'open' ? visiting.team.name : visiting.from}</span>
          <IconButton
            size="1"
            variant="ghost"
            color="gray"
            aria-label="Close this team"
            onClick={() => {
              closeTeam();
              onChange(false);
            }}
          >
            <X size={14} />
          </IconButton>
        </>
      )}
    </div>
  );
}
