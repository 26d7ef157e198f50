// What the next run will be: a preset and what the person changed of it. Knows nothing of runs under way.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { faultOf, type KnobValue } from '../../basics/knobs';
import { type RunConfig, settingsFrom, type TrainingSettings, trainingKnobs } from '../../learning/training/config';
import { presetById, presets } from '../../learning/training/presets';

export type KnobName = keyof typeof trainingKnobs;

export type ChosenModel = Pick<RunConfig, 'model' | 'wording'>;

export interface SetupState {
  readonly preset: string;
  /** A model beside the preset's own, and how it is asked. */
  readonly model?: ChosenModel;
  /** Only what differs from the preset. */
  readonly changes: Readonly<Partial<Record<KnobName, KnobValue>>>;
  readonly environmentChanges: Readonly<Record<string, KnobValue>>;
  /** Policies by role, where they differ from the preset. */
  readonly policies?: Readonly<Record<string, string>>;
  readonly frozen?: readonly string[];
}

const first = presets[0]?.id ?? 'sokoban';
export const setupStore = createStore<SetupState>()(() => ({ preset: first, changes: {}, environmentChanges: {} }));

export function useSetup<T>(select: (state: SetupState) => T): T {
  return useStore(setupStore, select);
}

export function choosePreset(id: string): void {
  const { id: preset } = presetById(id);
  const { model } = setupStore.getState();
  setupStore.setState({ preset, model, changes: {}, environmentChanges: {}, policies: undefined, frozen: undefined }, true);
}

/** Undefined: the one that ships. */
export function chooseModel(model: ChosenModel | undefined): void {
  setupStore.setState({ model });
}

export function setKnob(name: KnobName, value: KnobValue): void {
  setupStore.setState((state) => ({ changes: changed(state.changes, name, value, presetValue(state.preset, name)) }));
}

export function resetKnob(name: KnobName): void {
  setupStore.setState((state) => ({ changes: without(state.changes, name) }));
}

export function setEnvironmentKnob(name: string, value: KnobValue): void {
  setupStore.setState((state) => {
    const { environmentSettings } = presetById(state.preset).config;
    return { environmentChanges: changed(state.environmentChanges, name, value, environmentSettings[name]) };
  });
}

export function resetEnvironmentKnob(name: string): void {
  setupStore.setState((state) => ({ environmentChanges: without(state.environmentChanges, name) }));
}

/** Which policy a role uses; a new map of all roles. */
export function setPolicies(policies: Readonly<Record<string, string>>): void {
  setupStore.setState({ policies });
}

export function setFrozen(frozen: readonly string[]): void {
  setupStore.setState({ frozen });
}

/** The setup of an earlier run, to be run again. */
export function copySetup(config: RunConfig): void {
  const preset = presets.some(({ id }) => id === config.preset) ? config.preset : first;
  const own = presetById(preset).config;
  setupStore.setState(
    {
      preset,
      model: config.model === own.model ? undefined : { model: config.model, wording: config.wording },
      changes: differences(config.settings, own.settings),
      environmentChanges: differences(config.environmentSettings, own.environmentSettings),
      policies: same(config.policies, own.policies) ? undefined : config.policies,
      frozen: same(config.frozen, own.frozen) ? undefined : config.frozen,
    },
    true,
  );
}

export function presetValue(preset: string, name: KnobName): KnobValue {
  return presetById(preset).config.settings[name];
}

/** The changes that no run could start with: one sentence each. */
export function setupFaults(state: SetupState): readonly string[] {
  const single = Object.entries(state.changes).flatMap(
    ([name, value]) => faultOf(name, trainingKnobs[name as KnobName], value) ?? [],
  );
  if (single.length > 0) return single;
  try {
    settingsFrom({ ...presetById(state.preset).config.settings, ...state.changes });
    return [];
  } catch (fault) {
    return [fault instanceof Error ? fault.message : String(fault)];
  }
}

/** The whole configuration of the next run. Wrong values are left in: `setupFaults` names them. */
export function configFrom(state: SetupState): RunConfig {
  const { config } = presetById(state.preset);
  return {
    ...config,
    ...state.model,
    environmentSettings: { ...config.environmentSettings, ...state.environmentChanges },
    policies: state.policies ?? config.policies,
    frozen: state.frozen ?? config.frozen,
    settings: { ...config.settings, ...(state.changes as Partial<TrainingSettings>) },
  };
}

export interface Change {
  readonly name: string;
  readonly value: KnobValue;
  readonly usual: KnobValue | undefined;
}

/** What a run's configuration changed of its preset. */
export function changesOf(config: RunConfig): readonly Change[] {
  const own = presets.find(({ id }) => id === config.preset)?.config;
  if (!own) return [];
  const training = Object.entries(differences(config.settings, own.settings)).map(([name, value]) => ({
    name: trainingKnobs[name as KnobName]?.name ?? name,
    value: value as KnobValue,
    usual: own.settings[name as KnobName],
  }));
  const world = Object.entries(differences(config.environmentSettings, own.environmentSettings)).map(([name, value]) => ({
    name,
    value: value as KnobValue,
    usual: own.environmentSettings[name],
  }));
  return [...training, ...world];
}

function changed(all: Readonly<Record<string, KnobValue>>, name: string, value: KnobValue, usual: KnobValue | undefined) {
  return value === usual ? without(all, name) : { ...all, [name]: value };
}

function without<T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
}

function differences(
  now: Readonly<Record<string, KnobValue>>,
  usual: Readonly<Record<string, KnobValue>>,
): Record<string, KnobValue> {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => usual[name] !== value));
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
