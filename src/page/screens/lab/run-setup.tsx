// The setup of a run that has begun: what it is, what was changed, and a way to try it again otherwise.

import { Button, DropdownMenu } from '@radix-ui/themes';
import { Copy, GitBranch } from 'lucide-react';
import { cardOf } from '../../../learning/catalogue';
import { presets } from '../../../learning/config/presets';
import { mainKnobs, trainingKnobs } from '../../../learning/config/run-config';
import { firstWorld } from '../../../learning/config/worlds';
import { Place } from '../../features';
import { ForkItems } from '../../parts/fork-items';
import { ForkedFrom } from '../../parts/forked-from';
import { knobText } from '../../parts/format';
import { Term } from '../../parts/term';
import { duplicate } from '../../stores/lab-actions';
import { changesOf } from '../../stores/setup-store';
import { shownRun, useTrainer } from '../../stores/trainer-store';
import { MemoryLine } from './memory-line';
import './setup.css';
import { SetupActs } from './setup-acts';
import { TeamCards } from './team-cards';

export function RunSetup() {
  const config = useTrainer((state) => shownRun(state)?.config);
  const name = useTrainer((state) => shownRun(state)?.name ?? '');
  const recorded = useTrainer((state) => shownRun(state)?.recorded ?? false);
  const memory = useTrainer((state) => shownRun(state)?.memory);
  if (!config) return null;
  const preset = presets.find(({ id }) => id === config.preset);
  const changes = changesOf(config);
  const card = cardOf(firstWorld(config).environment, config.definitions);
  return (
    <>
      <header className="baseline flex gap-3">
        <h2 id="setup-title">Setup</h2>
        <p className="quiet">{recorded ? 'as it was recorded' : 'of this run'}</p>
        {preset && <SetupActs config={config} name={() => name} />}
      </header>
      <div className="grid gap-1">
        <p className="strong size-3">{preset?.name ?? config.preset}</p>
        <p className="quiet">{preset?.sentence ?? card.sentence}</p>
      </div>
      {config.fork && <ForkedFrom fork={config.fork} />}
      <TeamCards config={config} fixed />
      <Place name="runSetup" />
      <dl className="setup-facts grid gap-1 size-2 outdent">
        <div>
          <dt>Model</dt>
          <dd>{config.model}</dd>
        </div>
        {config.trainable === 'adapter' && (
          <div>
            <dt>
              <Term id="lora">LoRA adapter</Term>
            </dt>
            <dd>
              <span className="quiet">rank</span> {config.settings.rank}
            </dd>
          </div>
        )}
        {mainKnobs.map((name) => (
          <div
            key={name}
            data-changed={changes.some((change) => change.name === trainingKnobs[name].name) || undefined}
          >
            <dt title={trainingKnobs[name].meaning}>{trainingKnobs[name].name}</dt>
            <dd>
              {knobText(config.settings[name])} <span className="quiet">{unitOf(name)}</span>
            </dd>
          </div>
        ))}
        {changes
          .filter((change) => !mainKnobs.some((name) => trainingKnobs[name].name === change.name))
          .map((change) => (
            <div key={change.name} data-changed>
              <dt>{change.name}</dt>
              <dd>
                {knobText(change.value)} <span className="quiet">usually {knobText(change.usual)}</span>
              </dd>
            </div>
          ))}
      </dl>
      {memory && <MemoryLine words={memory} />}
      {!recorded && (
        <div className="row wrap gap-3">
          <Button className="start" size="2" variant="soft" color="gray" onClick={() => duplicate(config)}>
            <Copy size={14} aria-hidden /> Use these settings for a new run
          </Button>
          <ForkButton />
        </div>
      )}
    </>
  );
}

/** Goes on from a kept step of the run on show, with other settings from there on. */
function ForkButton() {
  const run = useTrainer(shownRun);
  if (!run || run.step === 0) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <Button size="2" variant="soft" color="gray">
          <GitBranch size={14} aria-hidden /> Fork it <DropdownMenu.TriggerIcon />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content>
        <ForkItems run={run} />
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function unitOf(name: (typeof mainKnobs)[number]): string {
  const card = trainingKnobs[name];
  return 'unit' in card ? card.unit : '';
}
