// Setup in its second depth: every setting, the rarer ones folded and searchable. Fetched when it is asked for.
import { TextField } from '@radix-ui/themes';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { says, wordsOfKnob } from '../../../basics/knob-words';
import { mainKnobs, type RunConfig, trainingKnobs } from '../../../learning/config/run-config';
import { firstWorld } from '../../../learning/config/worlds';
import { Place } from '../../features';
import { Fold } from '../../parts/fold';
import { type KnobName, useSetup } from '../../stores/setup-store';
import { environmentById } from '../../stores/worlds';
import { KnobGroups } from './knob-groups';
import { LanguageChoice } from './language-choice';
import { useRegime } from './regime';
import { answersFound, RoleAnswers } from './role-answers';
import { PolicyChoice, TeamCards } from './team-cards';
import { TeamChoice } from './team-choice';
import { TrainingKnob } from './training-knob';
import { EnvironmentKnob, WorldChoice } from './world-choice';
import { WorldMix } from './world-mix';

const folded = (Object.keys(trainingKnobs) as KnobName[]).filter(
  (name) => !(mainKnobs as readonly string[]).includes(name),
);

export function Everything({ config }: { readonly config: RunConfig }) {
  return (
    <>
      <WorldChoice config={config} />
      <WorldMix config={config} />
      <Place name="model" />
      <TeamChoice config={config} />
      <LanguageChoice config={config} />
      <TeamCards config={config} />
      <PolicyChoice config={config} />
      <div className="grid gap-1 outdent">
        {mainKnobs.map((name) => (
          <TrainingKnob key={name} name={name} />
        ))}
      </div>
    </>
  );
}

export function OtherKnobs({ config }: { readonly config: RunConfig }) {
  const { environment } = firstWorld(config);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState('');
  const { card } = environmentById(environment, config.definitions);
  const changed = useSetup(
    (state) =>
      folded.filter((name) => name in state.changes).length +
      (state.environment === undefined ? Object.keys(state.environmentChanges).length : 0) +
      Object.values(state.sampling ?? {}).reduce((sum, chosen) => sum + Object.keys(chosen).length, 0),
  );
  const shownAbove = useSetup((state) => state.environment !== undefined); // by WorldChoice
  const wants = (words: string) => says(words, wanted);
  const searching = wanted.trim() !== '';
  const ofWorld = shownAbove ? [] : Object.entries(card.knobs);
  const world = ofWorld.filter(([name, knob]) => wants(wordsOfKnob(name, knob)));
  const regime = useRegime(config);
  const learns = regime.filter(({ words }) => wants(words));
  const answers = answersFound({ config, wants });
  const training = folded.filter((name) => wants(wordsOfKnob(name, trainingKnobs[name])));
  const count = folded.length + ofWorld.length + regime.length + answersFound({ config, wants: () => true });
  return (
    <div className="setup-more grid gap-1 outdent">
      <Fold open={open} onOpen={setOpen}>
        {count} more settings
        {changed > 0 && <span className="size-1 end accent">{changed} changed</span>}
      </Fold>
      {open && (
        <>
          <TextField.Root
            size="2"
            placeholder="Search: clip, rank, frozen…"
            aria-label="Search the settings"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          >
            <TextField.Slot>
              <Search size={14} aria-hidden />
            </TextField.Slot>
          </TextField.Root>
          {world.length > 0 && <h3>{card.name}</h3>}
          {world.map(([name, knob]) => (
            <EnvironmentKnob key={`${environment} ${name}`} name={name} card={knob} />
          ))}
          {learns.length > 0 && <h3>Who learns</h3>}
          {learns.map(({ field }) => field)}
          <RoleAnswers config={config} wants={wants} searching={searching} />
          {training.length > 0 && <h3>Training</h3>}
          <KnobGroups
            searching={searching}
            fits={(name) => training.includes(name)}
            knob={(name) => <TrainingKnob key={name} name={name} />}
          />
          {world.length + learns.length + answers + training.length === 0 && (
            <p className="quiet">No setting is called or means “{wanted}”.</p>
          )}
        </>
      )}
    </div>
  );
}
