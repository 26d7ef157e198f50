// The world of the next run beside the preset's, with its own settings; what the chosen model cannot write of it is
// said here.
import { defaultsOf, type Knob } from '../../../basics/knobs';
import { teamsFor } from '../../../learning/agents';
import { fits } from '../../../learning/agents/team';
import { presetById } from '../../../learning/config/presets';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld } from '../../../learning/config/worlds';
import type { Environment } from '../../../learning/environments/environment';
import { Place } from '../../features';
import { Fault } from '../../parts/fault';
import {
  chooseEnvironment,
  resetEnvironmentKnob,
  setEnvironmentKnob,
  teamOf,
  useSetup,
  usualEnvironmentSettings,
} from '../../stores/setup-store';
import { missingInWords, missingWords, useVocabulary } from '../../stores/vocabulary-store';
import { environmentById, useWorldsOf } from '../../stores/worlds';
import { ChoiceField } from './choice-field';
import { KnobField } from './knob-field';
import { useListedWorlds } from './listed-worlds';

export function WorldChoice({ config }: { readonly config: RunConfig }) {
  const preset = useSetup((state) => state.preset);
  const tokenizer = useVocabulary();
  const team = teamOf(config);
  const usual = firstWorld(presetById(preset).config).environment;
  const missing = missingWords(tokenizer, { ...config, ...firstWorld(config), team });
  useWorldsOf(config);
  const here = environmentById(firstWorld(config).environment, config.definitions);
  const { card } = here;
  const all = useListedWorlds();
  const listed = all.some((world) => world.card.id === firstWorld(config).environment) ? all : [...all, here];
  const butOf = ({ card: world }: Environment) => {
    const { id, knobs } = world;
    const chosen = id === firstWorld(config).environment;
    const environmentSettings = chosen ? firstWorld(config).environmentSettings : defaultsOf(knobs);
    const definitions = chosen ? config.definitions : undefined;
    const speakers = fits(team, world) ? team : (teamsFor(world)[0] ?? team);
    const words = missingWords(tokenizer, {
      ...config,
      environment: id,
      environmentSettings,
      definitions,
      team: speakers,
    });
    return words.length === 0 ? undefined : 'not in the words of the model that ships';
  };
  return (
    <div className="grid gap-1 outdent">
      <ChoiceField
        label="World"
        chosen={firstWorld(config).environment}
        options={listed.map((world) => ({ id: world.card.id, name: world.card.name, but: butOf(world) }))}
        usual={usual}
        onChoose={chooseEnvironment}
      >
        <Place name="worldLinks" />
      </ChoiceField>
      {firstWorld(config).environment !== usual &&
        Object.entries(card.knobs).map(([name, knob]) => (
          <EnvironmentKnob key={`${firstWorld(config).environment} ${name}`} name={name} card={knob} />
        ))}
      {missing.length > 0 && (
        <Fault>
          {missingInWords(missing)}: it would read holes in their place. Load a language model below – it is asked in
          full words – or a base pretrained on {card.name} (“Its words” in{' '}
          <code>src/learning/environments/README.md</code>), or play by hand.
        </Fault>
      )}
    </div>
  );
}

export function EnvironmentKnob({ name, card }: { readonly name: string; readonly card: Knob }) {
  const value = useSetup((state) => state.environmentChanges[name]);
  const usual = useSetup((state) => usualEnvironmentSettings(state)[name]) ?? card.default;
  return (
    <KnobField
      name={name}
      card={card}
      value={value ?? usual}
      usual={usual}
      onChange={(next) => setEnvironmentKnob(name, next)}
      onReset={() => resetEnvironmentKnob(name)}
    />
  );
}
