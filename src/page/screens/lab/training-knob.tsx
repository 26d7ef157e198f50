// One setting of training, as the next run will have it.
import { trainingKnobs } from '../../../learning/config/run-config';
import { isRewardWeight } from '../../stores/reward-weights';
import { type KnobName, presetValue, resetKnob, setKnob, useSetup } from '../../stores/setup-store';
import { KnobField } from './knob-field';

export function TrainingKnob({ name }: { readonly name: KnobName }) {
  const preset = useSetup((state) => state.preset);
  const value = useSetup((state) => state.changes[name]);
  const usual = presetValue(preset, name);
  return (
    <KnobField
      name={name}
      card={trainingKnobs[name]}
      value={value ?? usual}
      usual={usual}
      why={isRewardWeight(name) ? 'format, legality and progress sum to 1' : undefined}
      onChange={(next) => setKnob(name, next)}
      onReset={() => resetKnob(name)}
    />
  );
}
