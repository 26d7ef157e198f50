// What a preset's measured runs came to.
import { cardOf } from '../../../learning/catalogue';
import type { Preset } from '../../../learning/config/presets';
import { firstWorld } from '../../../learning/config/worlds';
import { factAtLength, factInWords, factOf } from './preset-groups';

export function Fact({ preset }: { readonly preset: Preset }) {
  const fact = factOf(preset.id);
  if (!fact) return null;
  const { problem } = cardOf(firstWorld(preset.config).environment);
  return (
    <span className="size-1 accent" title={factAtLength(fact)}>
      {factInWords(fact, problem)}
      {!fact.shipped && ' (earlier base)'}
    </span>
  );
}
