// What the next run will be, in two depths: as a story – world, team, four settings – or everything, the rarer settings
// folded and searchable. Which of them is kept in this browser.

import { Button, SegmentedControl, Spinner } from '@radix-ui/themes';
import { Suspense, useEffect, useState } from 'react';
import type { RunConfig } from '../../../learning/config/run-config';
import { Fault } from '../../parts/fault';
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
  type SetupState,
  setFork,
  setupFaults,
  useSetup,
} from '../../stores/setup-store';
import { environmentById } from '../../stores/worlds';
import { useUnfitModel } from './can-train';
import { MemoryLine } from './memory-line';
import { PresetChoice } from './preset-choice';
import { Everything, GpuMemoryChoice, OtherKnobs } from './run-parts';
import './setup.css';
import { SetupActs } from './setup-acts';
import { TeamCards } from './team-cards';
import { TrainingKnob } from './training-knob';

const depth = keptChoice('grove-setup', ['story', 'everything']);
/** What matters first; the rest is under "everything". */
const storyKnobs = ['branches', 'learningRate', 'seed', 'steps'] as const satisfies readonly KnobName[];

export function Setup() {
  const setup = useSetup((state) => state);
  const faults = useSetup(combinedFaults);
  const memory = useMemory();
  const unfit = useUnfitModel();
  const refused = unfit || (memory?.kind === 'refused' && memory.current);
  useEffect(watchMemory, []);
  const config = configFrom(setup);
  const chosen = depth.use();
  const story = chosen === 'story' && !unfit; // what is wrong there stands under everything
  return (
    <>
      <header className="baseline flex gap-3">
        <h2 id="setup-title">Setup</h2>
        <p className="quiet">{refused || setupFaults(setup).length > 0 ? 'to be changed first' : 'ready to train'}</p>
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
      {story ? (
        <Story config={config} setup={setup} />
      ) : (
        <Suspense fallback={<Spinner />}>
          <Everything config={config} />
        </Suspense>
      )}
      {faults !== '' && <Fault>{faults}</Fault>}
      {!story && (
        <Suspense fallback={null}>
          <OtherKnobs config={config} />
        </Suspense>
      )}
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
  const choice = (
    <Suspense fallback={<Spinner size="1" />}>
      <GpuMemoryChoice />
    </Suspense>
  );
  return (
    <div className="setup-memory panel line-above" aria-busy={!current}>
      {kind === 'fits' ? (
        <MemoryLine words={words}>{choice}</MemoryLine>
      ) : (
        <>
          <Fault>{sentence(words)}</Fault>
          {choice}
        </>
      )}
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
