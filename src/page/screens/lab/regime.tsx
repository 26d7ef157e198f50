// How much of a policy trains, which roles only play, and where policies begin: at the base model, or with an earlier
// run's weights.
import type { ReactNode } from 'react';
import { wordsOfKnob } from '../../../basics/knob-words';
import type { ChoiceKnob } from '../../../basics/knobs';
import { trainableCard } from '../../../learning/config/knobs';
import { presetById } from '../../../learning/config/presets';
import type { PolicyStart, RunConfig } from '../../../learning/config/run-config';
import { Choose } from '../../parts/choose';
import { startPolicyFrom } from '../../stores/lab-actions';
import { isFrozen, policyInWords, speaksThrough, startsFrom, usualStart } from '../../stores/learning-changes';
import { useRuns } from '../../stores/runs-store';
import { setFrozen, setPolicies, setStart, setTrainable } from '../../stores/setup-store';
import type { RunSummary } from '../../stores/storage-client';
import { KnobField, type KnobFieldProps } from './knob-field';
import { Setting } from './setting';

const base = 'base';
const heading = 'Who learns';

/** A setting as a row, and the words it is found by. */
export interface SettingRow {
  readonly key: string;
  readonly words: string;
  readonly field: ReactNode;
}

/** The settings of who learns, one row each. */
export function useRegime(config: RunConfig): readonly SettingRow[] {
  const runs = useRuns((state) => state.runs);
  const usual = presetById(config.preset).config.trainable;
  const everyRole = Object.keys(config.policies);
  const policies = [...new Set(Object.values(config.policies))].filter((policy) => policy !== base);
  const roles = Object.keys(config.policies).filter((role) => config.policies[role] !== base);
  const trainable = rowOf({
    name: 'trainable',
    card: trainableCard,
    value: config.trainable,
    usual,
    onChange: (chosen) => setTrainable(chosen as RunConfig['trainable']),
    onReset: () => setTrainable(undefined),
  });
  const mapping = everyRole.map((role) =>
    rowOf({
      name: `policy ${role}`,
      card: mappingCard(role, [...everyRole, ...policies]),
      value: config.policies[role] ?? role,
      usual: role,
      onChange: (policy) => setPolicies({ ...config.policies, [role]: String(policy) }),
      onReset: () => setPolicies({ ...config.policies, [role]: role }),
    }),
  );
  const frozen = roles.map((role) =>
    rowOf({
      name: `frozen ${role}`,
      card: {
        kind: 'switch',
        name: isFrozen(role),
        meaning: 'Its answers are shown and train nothing.',
        default: false,
      },
      value: config.frozen.includes(role),
      usual: false,
      onChange: (on) => setFrozen(frozenWith(config, role, on === true)),
      onReset: () => setFrozen(frozenWith(config, role, false)),
    }),
  );
  const beginnings =
    config.trainable === 'none' ? [] : policies.flatMap((policy) => beginningOf({ config, policy, runs }));
  return [trainable, ...(everyRole.length > 1 ? mapping : []), ...frozen, ...beginnings];
}

function rowOf(field: KnobFieldProps): SettingRow {
  const { name, card } = field;
  return { key: name, words: `${heading} ${wordsOfKnob(name, card)}`, field: <KnobField key={name} {...field} /> };
}

/** σ of one role: any role's policy may speak for it, or one that several share. */
function mappingCard(role: string, names: readonly string[]): ChoiceKnob {
  const others = names.filter((other) => other !== role);
  const choices = Object.fromEntries(
    [role, ...others, 'shared', base].map((name) => [name, policyInWords(name, role)]),
  );
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

interface Beginning {
  readonly config: RunConfig;
  readonly policy: string;
  readonly runs: readonly RunSummary[];
}

/** Where a policy begins; runs on the same model whose adapters have the same shape can be chosen. No row where there
 *  is none. */
function beginningOf({ config, policy, runs }: Beginning): readonly SettingRow[] {
  const start = config.start?.[policy];
  const choices = runs
    .filter(({ view }) => view.step > 0 && fits(view.config, config))
    .flatMap(({ view }) =>
      [...new Set(Object.values(view.config.policies))]
        .filter((theirs) => theirs !== base)
        .map((theirs) => ({ value: `${view.id} ${theirs}`, run: view.id, theirs, words: `${view.name}: ${theirs}` })),
    );
  if (choices.length === 0 && !start) return [];
  const key = `start ${policy}`;
  const words = `${heading} ${key} ${startsFrom(policy)} ${beginningMeaning} ${choices.map((choice) => choice.words).join(' ')}`;
  return [{ key, words, field: <BeginningField key={key} policy={policy} start={start} choices={choices} /> }];
}

const beginningMeaning = 'An earlier run’s weights, as it reports them; the optimiser begins afresh.';

interface BeginningFieldProps {
  readonly policy: string;
  readonly start: PolicyStart | undefined;
  readonly choices: readonly {
    readonly value: string;
    readonly run: string;
    readonly theirs: string;
    readonly words: string;
  }[];
}

function BeginningField({ policy, start, choices }: BeginningFieldProps) {
  const value = start ? `${start.run} ${start.policy}` : base;
  const choose = (chosen: string) => {
    const choice = choices.find((each) => each.value === chosen);
    if (choice) void startPolicyFrom(policy, choice.run, choice.theirs);
    else setStart(policy, undefined);
  };
  const gone = start && !choices.some((choice) => choice.value === value);
  const options = [
    { id: base, name: usualStart },
    ...(gone ? [{ id: value, name: 'a run that is no longer here' }] : []),
    ...choices.map((choice) => ({ id: choice.value, name: choice.words })),
  ];
  return (
    <Setting name={startsFrom(policy)} meaning={beginningMeaning} kind="wide" changed={start !== undefined}>
      {(field) => <Choose {...field} value={value} options={options} onChoose={choose} />}
    </Setting>
  );
}

function fits(theirs: RunConfig, own: RunConfig): boolean {
  const { rank, loraAlpha } = own.settings;
  const shaped = theirs.settings.rank === rank && theirs.settings.loraAlpha === loraAlpha;
  return theirs.model === own.model && theirs.trainable === own.trainable && (own.trainable !== 'adapter' || shaped);
}
