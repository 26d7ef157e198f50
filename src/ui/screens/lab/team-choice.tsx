// The team of the next run beside the preset's, and the way to the editor.
import { Pencil } from 'lucide-react';
import { teams } from '../../../learning/agents/index';
import type { RunConfig } from '../../../learning/training/config';
import { presetById } from '../../../learning/training/presets';
import { formatRoute } from '../../stores/route';
import { chooseTeam, useSetup } from '../../stores/setup-store';
import { ChoiceField } from './choice-field';

export function TeamChoice({ config }: { readonly config: RunConfig }) {
  const preset = useSetup((state) => state.preset);
  return (
    <div className="setup-knobs">
      <ChoiceField
        label="Team"
        chosen={config.team}
        options={teams.map(({ id, name }) => ({ id, name }))}
        usual={presetById(preset).config.team}
        onChoose={(id) => chooseTeam(id as RunConfig['team'])}
      >
        <a className="team-edit" href={formatRoute({ screen: 'team' })}>
          <Pencil size={13} aria-hidden /> Edit team
        </a>
      </ChoiceField>
    </div>
  );
}
