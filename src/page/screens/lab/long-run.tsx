// A run that takes long where the processor stands in for a graphics card: said before Train is clicked, with a way to
// see something soon.
import { Button } from '@radix-ui/themes';
import { presetById, shippedModel } from '../../../learning/config/presets';
import { duration } from '../../parts/format';
import { useMemory } from '../../stores/memory-store';
import { choosePreset, configFrom, useSetup } from '../../stores/setup-store';
import { useTrainer } from '../../stores/trainer-store';

const minute = 60;
const long = 10 * minute;
/** What Sprout is trained on in a second: on two cores with nothing else to do, and beside other programs (SwiftShader,
 *  November 2026: Quick look, Signals, Guide and walker). */
const tokensPerSecond = { fast: 2500, slow: 850 };
const quick = presetById('quick');

/** "40 min to 2 h"; undefined where it is not long. */
export function timeOnProcessor(tokens: number): string | undefined {
  const [least, most] = [rounded(tokens / tokensPerSecond.fast), rounded(tokens / tokensPerSecond.slow)];
  if (most <= long) return undefined;
  return least < long ? `up to ${duration(most)}` : `${duration(least)} to ${duration(most)}`;
}

/** To what can be known beforehand. Seconds. */
function rounded(seconds: number): number {
  const unit = seconds < 90 * minute ? 10 * minute : 60 * minute;
  return Math.round(seconds / unit) * unit;
}

export function LongRun() {
  const memory = useMemory();
  const tokens = memory?.current ? memory.tokens : undefined; // not those of the setup before
  const software = useTrainer(({ adapter }) => adapter?.software === true);
  const config = configFrom(useSetup((state) => state));
  const time = software && tokens !== undefined ? timeOnProcessor(tokens) : undefined;
  if (time === undefined) return null;
  const { steps } = config.settings;
  const more = config.model === shippedModel ? 'roughly' : 'much more than';
  return (
    <p role="note">
      No graphics card computes here, the processor does: all {steps} steps would take {more} <strong>{time}</strong>.
      You can pause at any step.{' '}
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
