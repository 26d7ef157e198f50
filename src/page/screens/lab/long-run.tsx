// How long a run takes, said before Train is clicked: until success rises, and until all is done. From small steps that
// were timed here; until there are any, for a processor, from what was measured elsewhere. Where it is long, with a way
// to see something soon.
import { Button } from '@radix-ui/themes';
import { useEffect } from 'react';
import { presetById } from '../../../learning/config/presets';
import type { RunConfig } from '../../../learning/config/run-config';
import { useGpuShare } from '../../stores/gpu-share-store';
import { useMemory } from '../../stores/memory-store';
import { choosePreset, configFrom, quickPreset, useSetup } from '../../stores/setup-store';
import { useStepTime, watchStepTimes } from '../../stores/step-time-store';
import { computesOnProcessor, useTrainer } from '../../stores/trainer-store';
import { factOf } from './preset-groups';
import { type RunTime, roundTime, runTime } from './run-time';
import { long, longTimeOnProcessor, timeOnProcessor } from './time-on-processor';

const quick = presetById(quickPreset);

/** `first`: before anybody's first run, when it is said, too, what a graphics card is good for. */
export function LongRun({ first }: { readonly first: boolean }) {
  const software = useTrainer(computesOnProcessor);
  const config = configFrom(useSetup((state) => state));
  const stepTime = useStepTime();
  const wholeGpu = useGpuShare() === 1;
  useEffect(watchStepTimes, []);
  const time = stepTime && wholeGpu ? runTime(config, stepTime, factOf(config.preset)?.rise) : undefined;
  if (software) return <OnProcessor config={config} time={time} />;
  if (!time && !first) return null;
  return (
    <p>
      {time ? <Measured config={config} time={time} on="this GPU" /> : 'Your graphics card computes.'}
      {first && ' You can pause at any step, close the tab, and resume later.'}
    </p>
  );
}

interface Known {
  readonly config: RunConfig;
  readonly time: RunTime | undefined;
}

function OnProcessor({ config, time }: Known) {
  const memory = useMemory();
  const tokens = memory?.current ? memory.tokens : undefined; // not those of the setup before
  const { steps } = config.settings;
  const estimated = longTimeOnProcessor(config, tokens);
  const measured = time && <Measured config={config} time={time} on="your processor" />;
  if (time ? time.all <= long : estimated === undefined) {
    const soon = timeOnProcessor([config], tokens);
    if (!measured && !soon) return null;
    return <p>{measured ?? `Your own run, ${steps} steps, takes ${soon} on your processor.`}</p>;
  }
  return (
    <p role="note">
      No graphics card computes here, your processor does
      {measured ? (
        <>. {measured}</>
      ) : (
        <>
          : all {steps} steps would take <strong>{estimated}</strong>.
        </>
      )}{' '}
      {config.preset !== quick.id && (
        <>
          For a first look, take{' '}
          <Button size="2" variant="ghost" onClick={() => choosePreset(quick.id)}>
            {quick.name}
          </Button>
          .
        </>
      )}
    </p>
  );
}

interface MeasuredProps {
  readonly config: RunConfig;
  readonly time: RunTime;
  readonly on: string;
}

/** "First rise in about 40 s, all 8 steps in about 2 min (measured on this GPU)." */
export function Measured({ config, time: { rise, all, rooms }, on }: MeasuredProps) {
  const whole = presetById(config.preset).config.settings.worldsPerStep;
  const unsure = rooms === whole ? '' : rooms > 1 ? ', right to a factor of two' : ' with one problem: a rough guess';
  const allSteps = `all ${config.settings.steps} steps in about ${roundTime(all)}`;
  return (
    <span title={`Timed was a step of ${rooms} of its ${whole} problems; nothing of it was kept.`}>
      {rise === undefined ? `A${allSteps.slice(1)}` : `First rise in about ${roundTime(rise)}, ${allSteps}`} (measured
      on {on}
      {unsure}).
    </span>
  );
}
