// The team of the next run beside the preset's: a listed one, one that somebody wrote and keeps here; and the way to
// the editor.

import { teamsFor } from '../../../learning/agents/index';
import { presetById } from '../../../learning/config/presets';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld } from '../../../learning/config/worlds';
import { Place, useOfferedTeams } from '../../features';
import { chooseOwnTeam, chooseTeam, noOwnTeamBecause, teamOf, useSetup } from '../../stores/setup-store';
import { environmentById } from '../../stores/worlds';
import { ChoiceField } from './choice-field';

export function TeamChoice({ config }: { readonly config: RunConfig }) {
  const preset = useSetup((state) => state.preset);
  const kept = useOfferedTeams();
  const { card } = environmentById(firstWorld(config).environment, config.definitions);
  const listed = teamsFor(card).map(({ id, name }) => ({ id, name }));
  const uneditable = noOwnTeamBecause(config);
  const own = uneditable ? [] : kept.map(({ spec: { id, name } }) => ({ id, name }));
  const known = [...listed, ...own].some(({ id }) => id === config.team);
  const choose = (id: string) => {
    const mine = kept.find(({ spec }) => spec.id === id);
    if (mine) chooseOwnTeam(mine);
    else if (listed.some((team) => team.id === id)) chooseTeam(id);
  };
  return (
    <div className="grid gap-1 outdent">
      <ChoiceField
        label="Team"
        chosen={config.team}
        options={[...listed, ...own, ...(known ? [] : [{ id: config.team, name: teamOf(config).name }])]}
        usual={presetById(preset).config.team}
        onChoose={choose}
      >
        {!uneditable && <Place name="teamLinks" />}
      </ChoiceField>
      {uneditable && <p className="note pad-x">{uneditable}</p>}
    </div>
  );
}
