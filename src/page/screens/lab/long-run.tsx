// A run that takes long where the processor stands in for a graphics card: said before Train is clicked, with a way to
// see something soon.
import { Button } from '@radix-ui/themes';
import type { SelfTestReport } from '../../../contract/report';
import { presetById, shippedModel } from '../../../learning/config/presets';
import { duration } from '../../parts/format';
import { useMemory } from '../../stores/memory-store';
import { choosePreset, configFrom, useSetup } from '../../stores/setup-store';
import { useTrainer } from '../../stores/trainer-store';

const minute = 60;
const long = 10 * minute;
/** Of Sprout, in the time that the self-test of the gradients takes: on two cores 2,500 a second where it took 2 s, 700
 *  where other programs made it take 6 s (SwiftShader, November 2026). */
const tokensPerSelfTest = 4500;
const quick = presetById('quick');

/** Seconds, rounded to what can be known beforehand. */
export function secondsOnProcessor(tokens: number, { ms }: Pick<SelfTestReport, 'ms'>): number {
  const seconds = ((tokens / tokensPerSelfTest) * ms) / 1000;
  const unit = seconds < 2 * 60 * minute ? 10 * minute : 60 * minute;
  return Math.round(seconds / unit) * unit;
}

export function LongRun() {
  const tokens = useMemory()?.tokens;
  const software = useTrainer(({ adapter }) => adapter?.software === true);
  const report = useTrainer(({ selfTest }) => (selfTest.kind === 'done' ? selfTest.report : undefined));
  const config = configFrom(useSetup((state) => state));
  if (!software || tokens === undefined || !report) return null;
  const seconds = secondsOnProcessor(tokens, report);
  if (seconds < long) return null;
  const { steps } = config.settings;
  const more = config.model === shippedModel ? 'roughly' : 'much more than';
  return (
    <p role="note">
      No graphics card computes here, the processor does: all {steps} steps would take {more}{' '}
      <strong>{duration(seconds)}</strong>. You can pause at any step.{' '}
      {config.preset !== quick.id && (
        <>
          For a first look, take{' '}
          <Button size="2" variant="ghost" onClick={() => choosePreset(quick.id)}>
            {quick.name}
          </Button>
        </>
      )}
    </p>
  );
}
