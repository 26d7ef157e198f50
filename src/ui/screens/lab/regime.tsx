// How much of a policy trains, which roles only play, and where policies begin: at the base model, or with an earlier run's weights.
import { Select } from '@radix-ui/themes';
import { useId } from 'react';
import type { ChoiceKnob } from '../../../basics/knobs';
import type { RunConfig } from '../../../learning/training/config';
import { levelCard } from '../../../learning/training/knobs';
import { presetById } from '../../../learning/training/presets';
import { startPolicyFrom } from '../../stores/lab-actions';
import { isFrozen, policyInWords, speaksThrough, startsFrom, usualStart } from '../../stores/learning-changes';
import { useRuns } from '../../stores/runs-store';
import { setFrozen, setLevel, setPolicies, setStart } from '../../stores/setup-store';
import type { RunSummary } from '../../stores/storage-client';
import { KnobField } from './knob-field';

const base = 'base';

export function Regime({ config }: { readonly config: RunConfig }) {
  const runs = useRuns((state) => state.runs);
  const usual = presetById(config.preset).config.level;
  const everyRole = Object.keys(config.policies);
  const policies = [...new Set(Object.values(config.policies))].filter((policy) => policy !== base);
  const roles = Object.keys(config.policies).filter((role) => config.policies[role] !== base);
  return (
    <>
      <h3>Who learns</h3>
      <KnobField
        name="level"
        card={levelCard}
        value={config.level}
        usual={usual}
        onChange={(level) => setLevel(level as RunConfig['level'])}
        onReset={() => setLevel(undefined)}
      />
      {everyRole.length > 1 &&
        everyRole.map((role) => (
          <KnobField
            key={role}
            name={`policy ${role}`}
            card={mappingCard(role, [...everyRole, ...policies])}
            value={config.policies[role] ?? role}
            usual={role}
            onChange={(policy) => setPolicies({ ...config.policies, [role]: String(policy) })}
            onReset={() => setPolicies({ ...config.policies, [role]: role })}
          />
        ))}
      {roles.map((role) => (
        <KnobField
          key={role}
          name={`frozen ${role}`}
          card={{
            kind: 'switch',
            name: isFrozen(role),
            meaning: 'Its answers are shown and train nothing.',
            default: false,
          }}
          value={config.frozen.includes(role)}
          usual={false}
          onChange={(frozen) => setFrozen(frozenWith(config, role, frozen === true))}
          onReset={() => setFrozen(frozenWith(config, role, false))}
        />
      ))}
      {config.level !== 'prompt-only' &&
        policies.map((policy) => <Beginning key={policy} config={config} policy={policy} runs={runs} />)}
    </>
  );
}

/** σ of one role: any role's policy may speak for it, or one that several share. */
function mappingCard(role: string, names: readonly string[]): ChoiceKnob {
  const others = names.filter((other) => other !== role);
  const choices = Object.fromEntries([role, ...others, 'shared', base].map((name) => [name, policyInWords(name, role)]));
  return {
    kind: 'choice',
    name: speaksThrough(role),
    meaning: 'Several roles may share a policy.',
    choices,
    default: role,
  };
}

function frozenWith({ frozen }: RunConfig, role: string, on: boolean): string[] {
  return on ? [...frozen, role] : frozen.filter((other) => other !== role);
}

interface BeginningProps {
  readonly config: RunConfig;
  readonly policy: string;
  readonly runs: readonly RunSummary[];
}

/** Where a policy begins; runs on the same model whose adapters have the same shape can be chosen. */
function Beginning({ config, policy, runs }: BeginningProps) {
  const id = useId();
  const start = config.start?.[policy];
  const choices = runs
    .filter(({ view }) => view.step > 0 && fits(view.config, config))
    .flatMap(({ view }) =>
      [...new Set(Object.values(view.config.policies))]
        .filter((theirs) => theirs !== base)
        .map((theirs) => ({ value: `${view.id} ${theirs}`, run: view.id, theirs, words: `${view.name}: ${theirs}` })),
    );
  if (choices.length === 0 && !start) return null;
  const value = start ? `${start.run} ${start.policy}` : base;
  const choose = (chosen: string) => {
    const choice = choices.find((each) => each.value === chosen);
    if (choice) void startPolicyFrom(policy, choice.run, choice.theirs);
    else setStart(policy, undefined);
  };
  return (
    <div className="knob" data-wide data-changed={start !== undefined || undefined}>
      <label
        className="knob-name"
        htmlFor={id}
        title="An earlier run's weights, as it reports them; the optimiser begins afresh."
      >
        {startsFrom(policy)}
      </label>
      <div className="knob-value">
        <Select.Root size="2" value={value} onValueChange={choose}>
          <Select.Trigger id={id} className="knob-select" />
          <Select.Content>
            <Select.Item value={base}>{usualStart}</Select.Item>
            {start && !choices.some((choice) => choice.value === value) && (
              <Select.Item value={value}>a run that is no longer here</Select.Item>
            )}
            {choices.map((choice) => (
              <Select.Item key={choice.value} value={choice.value}>
                {choice.words}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
      </div>
    </div>
  );
}

function fits(theirs: RunConfig, own: RunConfig): boolean {
  const { rank, loraAlpha } = own.settings;
  const shaped = theirs.settings.rank === rank && theirs.settings.loraAlpha === loraAlpha;
  return theirs.model === own.model && theirs.level === own.level && (own.level !== 'adapter' || shaped);
}
