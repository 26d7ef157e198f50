// What can be done with the team as a whole: use it, keep it, begin another, take it out and in as a file.
import { Button, DropdownMenu } from '@radix-ui/themes';
import { Check, ChevronDown, Copy, Download, FilePlus2, Save, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { type SpecFault, specFaultSentence } from '../../../learning/agents/team-spec';
import { teamFile } from '../../../learning/config/team-file';
import { EditorBar } from '../../../page/parts/editor-bar';
import { Fault } from '../../../page/parts/fault';
import { useFileChoice } from '../../../page/parts/file-choice';
import { handOver } from '../../../page/stores/exported';
import { putAway } from '../../../page/stores/lab-actions';
import { notify } from '../../../page/stores/notices-store';
import { featureRoute, navigate } from '../../../page/stores/route';
import { chooseOwnTeam, configFrom, noOwnTeamBecause, type OwnTeam, useSetup } from '../../../page/stores/setup-store';
import { copyOf, listedSpecs } from './begin-team';
import { openTeamFile } from './open-team-file';
import { dropTeam, editTeam, keepTeam, ownTeamsStore, takenTeamIds, useOwnTeams } from './own-teams-store';
import { idFromName, tidied } from './team-draft';

interface TeamBarProps {
  readonly draft: OwnTeam;
  readonly faults: readonly SpecFault[];
  readonly onShow: (fault: SpecFault) => void;
}

export function TeamBar({ draft, faults, onShow }: TeamBarProps) {
  const kept = useOwnTeams((state) => state.kept);
  const keptAs = useOwnTeams((state) => state.draftOf);
  const unplayable = useSetup((state) => noOwnTeamBecause(configFrom(state)));
  const [fault, setFault] = useState<string>();
  const [first] = faults;
  const saved = kept.find(({ spec }) => spec.id === keptAs);
  const unchanged = saved !== undefined && JSON.stringify(saved) === JSON.stringify(tidied(draft));
  const open = (team: OwnTeam, as?: string) => {
    setFault(undefined);
    editTeam(team, as);
    navigate(featureRoute('team', as));
  };
  const read = async (given: File) => setFault(await openTeamFile(given));
  const file = useFileChoice({
    accept: '.json,application/json',
    label: 'A team’s file',
    onChoice: (given) => void read(given),
  });
  return (
    <EditorBar
      title="Team"
      acts={
        <>
          <Button disabled={first !== undefined || unplayable !== undefined} onClick={() => use(draft)}>
            <Check size={15} aria-hidden /> Use for the next run
          </Button>
          <Button
            variant="soft"
            disabled={first !== undefined || unchanged}
            onClick={() => {
              const team = named(tidied(draft), keptAs);
              void keepTeam(team).then(() => navigate(featureRoute('team', team.spec.id), { replace: true }));
            }}
          >
            <Save size={15} aria-hidden /> {unchanged ? 'Saved' : 'Save'}
          </Button>
          <Button
            variant="soft"
            color="gray"
            onClick={() => {
              const name = `${draft.spec.name}, copy`;
              open({ ...draft, spec: { ...draft.spec, name, id: idFromName(name, takenTeamIds(kept)) } });
            }}
          >
            <Copy size={15} aria-hidden /> Duplicate
          </Button>
          <Button
            variant="soft"
            color="gray"
            disabled={first !== undefined}
            onClick={() => download(named(tidied(draft), keptAs))}
          >
            <Download size={15} aria-hidden /> Export
          </Button>
          <Button variant="soft" color="gray" onClick={file.choose}>
            <Upload size={15} aria-hidden /> Import
          </Button>
          {file.input}
          {keptAs !== undefined && (
            <Button variant="soft" color="gray" onClick={() => void dropTeam(keptAs)}>
              <Trash2 size={15} aria-hidden /> Delete
            </Button>
          )}
        </>
      }
      faults={
        <>
          {' '}
          {first && (
            <Fault role="status">
              <button type="button" onClick={() => onShow(first)}>
                {specFaultSentence(draft.spec, first)}
              </button>
              {faults.length > 1 && <span className="quiet">and {faults.length - 1} more</span>}
            </Fault>
          )}
          {unplayable && (
            <Fault role="status">
              {unplayable} A team written here plays worlds with a board: choose one in Setup.
            </Fault>
          )}
          {fault && <Fault>{fault}. Nothing was changed.</Fault>}
        </>
      }
    >
      <DropdownMenu.Root>
        <DropdownMenu.Trigger>
          <Button
            variant="surface"
            color="gray"
            style={{ maxWidth: 280 }}
            aria-label={`Open another team, open is ${draft.spec.name}`}
          >
            <span className="cut strong">{draft.spec.name || 'nameless'}</span> <ChevronDown size={14} aria-hidden />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content>
          {kept.length > 0 && <DropdownMenu.Label>Kept in this browser</DropdownMenu.Label>}
          {kept.map((team) => (
            <DropdownMenu.Item key={team.spec.id} onSelect={() => open(team, team.spec.id)}>
              {team.spec.name}
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Label>Begin a new one as</DropdownMenu.Label>
          {listedSpecs.map((spec) => (
            <DropdownMenu.Item key={spec.id} onSelect={() => open(copyOf(spec))}>
              <FilePlus2 size={14} aria-hidden /> {spec.name}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </EditorBar>
  );
}

/** A team that was never kept is called by its name. */
function named(draft: OwnTeam, keptAs: string | undefined): OwnTeam {
  if (keptAs === draft.spec.id) return draft;
  const id = idFromName(draft.spec.name, takenTeamIds(ownTeamsStore.getState().kept));
  return { ...draft, spec: { ...draft.spec, id } };
}

function use(draft: OwnTeam): void {
  chooseOwnTeam(named(tidied(draft), ownTeamsStore.getState().draftOf));
  putAway();
  navigate({ screen: 'lab' });
  notify({ text: `“${draft.spec.name}” is the team of the next run.` });
}

function download(team: OwnTeam): void {
  const { fileName, text } = teamFile(team);
  handOver({ fileName, bytes: text });
}
