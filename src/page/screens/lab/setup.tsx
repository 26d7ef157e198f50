// What the next run will be, in two depths: as a story – world, team, four settings – or everything, the rarer settings
// folded and searchable. Which of them is kept in this browser.

import { Button, SegmentedControl, Spinner, TextField } from '@radix-ui/themes';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { says, wordsOfKnob } from '../../../basics/knob-words';
import { mainKnobs, type RunConfig, trainingKnobs } from '../../../learning/config/run-config';
import { firstWorld } from '../../../learning/config/worlds';
import { Place } from '../../features';
import { Fold } from '../../parts/fold';
import { ForkedFrom } from '../../parts/forked-from';
import { counted, sentence } from '../../parts/format';
import { keptChoice } from '../../stores/kept-choice';
import { nameFor } from '../../stores/lab-actions';
import { type ShownMemory, useMemory, watchMemory } from '../../stores/memory-store';
import { useRuns } from '../../stores/runs-store';
import {
  changedBeyond,
  configFrom,
  type ForkChoice,
  type KnobName,
  presetValue,
  resetKnob,
  type SetupState,
  setFork,
  setKnob,
  setupFaults,
  useSetup,
} from '../../stores/setup-store';
import { environmentById } from '../../stores/worlds';
import { KnobField } from './knob-field';
import { KnobGroups } from './knob-groups';
import { LanguageChoice } from './language-choice';
import { MemoryLine } from './memory-line';
import './setup.css';
import { Fault } from '../../parts/fault';
import { useUnwritable } from './can-train';
import { PresetChoice } from './preset-choice';
import { useRegime } from './regime';
import { answersFound, RoleAnswers } from './role-answers';
import { SetupActs } from './setup-acts';
import { PolicyChoice, TeamCards } from './team-cards';
import { TeamChoice } from './team-choice';
import { EnvironmentKnob, WorldChoice } from './world-choice';
import { WorldMix } from './world-mix';

const folded = (Object.keys(trainingKnobs) as KnobName[]).filter(
  (name) => !(mainKnobs as readonly string[]).includes(name),
);

const depth = keptChoice('grove-setup', ['story', 'everything']);
/** What matters first; the rest is under "everything". */
const storyKnobs = ['branches', 'learningRate', 'seed', 'steps'] as const satisfies readonly KnobName[];

export function Setup() {
  const setup = useSetup((state) => state);
  const faults = useSetup(combinedFaults);
  const memory = useMemory();
  const unwritable = useUnwritable();
  const refused = unwritable || (memory?.kind === 'refused' && memory.current);
  useEffect(watchMemory, []);
  const config = configFrom(setup);
  const chosen = depth.use();
  const story = chosen === 'story' && !unwritable; // what is wrong there stands under everything
  return (
    <>
      <header className="baseline flex gap-3">
        <h2 id="setup-title">Setup</h2>
        <p className="quiet">{refused ? 'to be changed first' : 'ready as it is'}</p>
        <SetupActs config={config} name={() => nameFor(config)} />
      </header>
      {setup.fork && <ForkNote choice={setup.fork} />}
      <SegmentedControl.Root
        size="1"
        className="full"
        aria-label="How much to set up"
        value={story ? 'story' : 'everything'}
        onValueChange={(value) => depth.choose(value === 'story' ? 'story' : 'everything')}
      >
        <SegmentedControl.Item value="story">Story</SegmentedControl.Item>
        <SegmentedControl.Item value="everything">Everything</SegmentedControl.Item>
      </SegmentedControl.Root>
      <PresetChoice
        chosen={setup.preset}
        sentence={
          setup.environment === undefined
            ? undefined
            : environmentById(setup.environment, config.definitions).card.sentence
        }
      />
      {story ? <Story config={config} setup={setup} /> : <Everything config={config} />}
      {faults !== '' && <Fault>{faults}</Fault>}
      {!story && <OtherKnobs config={config} />}
      {memory && <Memory {...memory} />}
    </>
  );
}

interface StoryProps {
  readonly config: RunConfig;
  readonly setup: SetupState;
}

/** Who learns; folded until a run has begun here: with how many answers, how fast, from which seed, for how long. */
function Story({ config, setup }: StoryProps) {
  const begun = useRuns(({ runs }) => runs.length > 0);
  const [wish, setOpen] = useState<boolean>();
  const open = wish ?? begun;
  const hidden = changedBeyond(setup, storyKnobs);
  const { branches, steps } = config.settings;
  return (
    <>
      <div className="setup-story">
        <TeamCards config={config} fixed />
      </div>
      <div className="grid gap-1 outdent">
        <Fold open={open} onOpen={setOpen}>
          <span className="nowrap">How they learn</span>
          {!open && (
            <span className="quiet size-1 end">
              {branches} answers, {counted(steps, 'steps')}
            </span>
          )}
        </Fold>
        {open && storyKnobs.map((name) => <TrainingKnob key={name} name={name} />)}
      </div>
      {hidden > 0 && (
        <p className="note">
          {hidden === 1 ? 'One more setting is' : `${hidden} more settings are`} not as usual:{' '}
          <Button size="1" variant="ghost" onClick={() => depth.choose('everything')}>
            show everything
          </Button>
        </p>
      )}
    </>
  );
}

function Everything({ config }: { readonly config: RunConfig }) {
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

/** That the next run does not begin at step 1, what of it can be changed, and the way back. */
function ForkNote({ choice }: { readonly choice: ForkChoice }) {
  return (
    <div className="setup-fork panel pad-3 grid gap-2">
      <ForkedFrom fork={choice.fork} />
      <p className="quiet">
        Rates, steps, credit, branches, the pick rule, frozen roles and the seed may be changed. Model, adapters, team
        and worlds stay: the weights have to fit, and success has to be measured alike before and after.
      </p>
      <Button className="start" size="1" variant="soft" color="gray" onClick={() => setFork(undefined)}>
        Begin at step 1 instead
      </Button>
    </div>
  );
}

function Memory({ kind, words, current }: ShownMemory) {
  return (
    <div className="setup-memory panel line-above" aria-busy={!current}>
      {kind === 'fits' ? <MemoryLine words={words} /> : <Fault>{sentence(words)}</Fault>}
      {!current && <Spinner className="setup-memory-wait" size="1" />}
    </div>
  );
}

/** One text, so that the store's subscribers compare by value. */
function combinedFaults(state: Parameters<typeof setupFaults>[0]): string {
  const faults = setupFaults(state);
  return faults.length > 0 &&
    !faults.every((fault) => Object.keys(state.changes).some((name) => fault.startsWith(`${name} `)))
    ? faults.join(' ')
    : '';
}

function TrainingKnob({ name }: { readonly name: KnobName }) {
  const preset = useSetup((state) => state.preset);
  const value = useSetup((state) => state.changes[name]);
  const usual = presetValue(preset, name);
  return (
    <KnobField
      name={name}
      card={trainingKnobs[name]}
      value={value ?? usual}
      usual={usual}
      onChange={(next) => setKnob(name, next)}
      onReset={() => resetKnob(name)}
    />
  );
}

function OtherKnobs({ config }: { readonly config: RunConfig }) {
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
