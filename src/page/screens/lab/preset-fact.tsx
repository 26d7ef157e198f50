// What a preset's measured runs came to, and how long such a run takes where the page has two processor cores: the same
// machine on every card, and on none where nothing can train.
import { cardOf } from '../../../learning/catalogue';
import type { Preset } from '../../../learning/config/presets';
import { firstWorld } from '../../../learning/config/worlds';
import { useTrainer } from '../../stores/trainer-store';
import { factAtLength, factInWords, factOf } from './preset-groups';
import { timeOnProcessor } from './time-on-processor';

export function Fact({ preset }: { readonly preset: Preset }) {
  const trains = useTrainer(({ adapter }) => adapter?.available !== false);
  const fact = factOf(preset.id);
  if (!fact) return <span className="size-1 quiet">Not measured yet</span>;
  const { problem } = cardOf(firstWorld(preset.config).environment);
  const { config } = preset;
  const time = timeOnProcessor([{ ...config, settings: { ...config.settings, steps: fact.steps } }], undefined);
  return (
    <span className="size-1 accent" title={factAtLength(fact)}>
      {factInWords(fact, problem)}
      {trains && time !== undefined && `, ${time} on 2 processor cores`}
      {!fact.shipped && ' (earlier base)'}
    </span>
  );
}
