// What the next run will be: a preset and what the person changed of it. Knows nothing of runs under way.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { defaultsOf, faultOf, type KnobValue } from '../../basics/knobs';
import { teamById, teams } from '../../learning/agents/index';
import { checkFits, fits, type Team } from '../../learning/agents/team';
import { type TeamSpec, teamFrom, teamSpecFrom } from '../../learning/agents/team-spec';
import type { EnvironmentSettings } from '../../learning/environments/environment';
import { environmentById } from '../../learning/environments/index';
import { worldSeed } from '../../learning/environments/splits';
import {
  type PolicyStart,
  type RunConfig,
  settingsFrom,
  type TrainingSettings,
  trainingKnobs,
} from '../../learning/training/config';
import { presetById, presets } from '../../learning/training/presets';
import type { Sampling } from '../../learning/training/sampling';
import type { TeamFile } from '../../learning/training/team-file';

export type KnobName = keyof typeof trainingKnobs;

export type ChosenModel = Pick<RunConfig, 'model' | 'wording'>;

export interface SetupState {
  readonly preset: string;
  /** A model beside the preset's own, and how it is asked. */
  readonly model?: ChosenModel;
  /** A world beside the preset's. */
  readonly environment?: string;
  /** A team beside the preset's. */
  readonly team?: string;
  /** That team, when it is no listed one. */
  readonly ownTeam?: TeamSpec;
  /** Only what differs from the preset. */
  readonly changes: Readonly<Partial<Record<KnobName, KnobValue>>>;
  readonly environmentChanges: Readonly<Record<string, KnobValue>>;
  /** Policies by role, where they differ from the preset. */
  readonly policies?: Readonly<Record<string, string>>;
  readonly frozen?: readonly string[];
  /** Where it differs from the preset's. */
  readonly level?: RunConfig['level'];
  /** Policies that begin with an earlier run's weights. */
  readonly start?: RunConfig['start'];
  /** What is different for single roles. */
  readonly sampling?: Sampling;
}

const first = presets[0]?.id ?? 'sokoban';
export const setupStore = createStore<SetupState>()(() => ({ preset: first, changes: {}, environmentChanges: {} }));

export function useSetup<T>(select: (state: SetupState) => T): T {
  return useStore(setupStore, select);
}

export function choosePreset(id: string): void {
  const { id: preset } = presetById(id);
  const { model } = setupStore.getState();
  setupStore.setState({ preset, model, changes: {}, environmentChanges: {} }, true);
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

/** The world of the next run, under its usual settings; where the chosen team does not play it, the first listed one that does. */
export function chooseEnvironment(id: string): void {
  setupStore.setState((state) => {
    const own = presetById(state.preset).config;
    const { card } = environmentById(id);
    const world = { environment: id === own.environment ? undefined : id, environmentChanges: {} };
    if (fits(teamOf(configFrom(state)), card)) return world;
    const team = teams.find((each) => fits(each, card))?.id;
    return { ...world, team: team === own.team ? undefined : team, ...withoutOwnTeam };
  });
}

const withoutOwnTeam = { ownTeam: undefined, policies: undefined, frozen: undefined, sampling: undefined } as const;

/** The team of the next run; each role trains a policy of its own, or as the preset has it. */
export function chooseTeam(id: string): void {
  setupStore.setState(({ preset }) => ({
    team: id === presetById(preset).config.team ? undefined : id,
    ...withoutOwnTeam,
  }));
}

export type OwnTeam = TeamFile;

/** A team that somebody wrote, with its policies. Throws when it cannot be played. */
export function chooseOwnTeam({ spec, policies, sampling }: OwnTeam): void {
  teamSpecFrom(spec);
  setupStore.setState({ team: spec.id, ownTeam: spec, policies, frozen: undefined, sampling });
}

export function setEnvironmentKnob(name: string, value: KnobValue): void {
  setupStore.setState((state) => ({
    environmentChanges: changed(state.environmentChanges, name, value, usualEnvironmentSettings(state)[name]),
  }));
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

/** Undefined: the preset's. */
export function setLevel(level: RunConfig['level'] | undefined): void {
  setupStore.setState(({ preset }) => ({ level: level === presetById(preset).config.level ? undefined : level }));
}

/** Undefined: at the base model. */
export function setStart(policy: string, start: PolicyStart | undefined): void {
  setupStore.setState(({ start: all = {} }) => {
    const changed = start ? { ...all, [policy]: start } : without(all, policy);
    return { start: Object.keys(changed).length > 0 ? changed : undefined };
  });
}

/** The setup of an earlier run, to be run again. */
export function copySetup(config: RunConfig): void {
  const preset = presets.some(({ id }) => id === config.preset) ? config.preset : first;
  const own = presetById(preset).config;
  const environment = config.environment === own.environment ? undefined : config.environment;
  const team = config.team === own.team ? undefined : config.team;
  const usual = { preset, environment, team, ownTeam: config.definitions?.teams?.find(({ id }) => id === team) };
  const { policies, frozen } = configFrom({ ...usual, changes: {}, environmentChanges: {} });
  setupStore.setState(
    {
      ...usual,
      model: config.model === own.model ? undefined : { model: config.model, wording: config.wording },
      changes: differences(config.settings, own.settings),
      environmentChanges: differences(config.environmentSettings, usualEnvironmentSettings(usual)),
      policies: same(config.policies, policies) ? undefined : config.policies,
      frozen: same(config.frozen, frozen) ? undefined : config.frozen,
      sampling: config.sampling,
      level: config.level === own.level ? undefined : config.level,
      start: config.start,
    },
    true,
  );
}

export function presetValue(preset: string, name: KnobName): KnobValue {
  return presetById(preset).config.settings[name];
}

/** The settings of the chosen world that nobody has changed: the preset's, or its cards' defaults. */
export function usualEnvironmentSettings({
  preset,
  environment,
}: Pick<SetupState, 'preset' | 'environment'>): EnvironmentSettings {
  const { config } = presetById(preset);
  const { card } = environmentById(environment ?? config.environment);
  return { ...defaultsOf(card.knobs), ...(environment === undefined ? config.environmentSettings : {}) };
}

/** The changes that no run could start with: one sentence each. */
export function setupFaults(state: SetupState): readonly string[] {
  const single = Object.entries(state.changes).flatMap(
    ([name, value]) => faultOf(name, trainingKnobs[name as KnobName], value) ?? [],
  );
  if (single.length > 0) return single;
  try {
    settingsFrom({ ...presetById(state.preset).config.settings, ...state.changes });
  } catch (fault) {
    return [reasonOf(fault)];
  }
  const config = configFrom(state);
  try {
    checkFits(teamOf(config), environmentById(config.environment).card);
  } catch (fault) {
    return [reasonOf(fault)];
  }
  return worldFaults(config);
}

/** Settings of a world are only known to go together when a problem can be drawn with them. */
function worldFaults({ environment, environmentSettings }: RunConfig): readonly string[] {
  const key = JSON.stringify([environment, environmentSettings]);
  if (drawn.key !== key) {
    let faults: readonly string[] = [];
    try {
      environmentById(environment).start(worldSeed('train', 0), environmentSettings);
    } catch (fault) {
      faults = [reasonOf(fault)];
    }
    drawn = { key, faults };
  }
  return drawn.faults;
}

let drawn: { readonly key: string; readonly faults: readonly string[] } = { key: '', faults: [] };

function reasonOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

/** The whole configuration of the next run. Wrong values are left in: `setupFaults` names them. */
export function configFrom(state: SetupState): RunConfig {
  const { config } = presetById(state.preset);
  const team = state.team ?? config.team;
  const definitions = state.ownTeam ? { definitions: { teams: [state.ownTeam] } } : {};
  const level = state.level ? { level: state.level } : {};
  const ownPolicies = () => Object.fromEntries(teamOf({ team, ...definitions }).roles.map(({ id }) => [id, id]));
  return {
    ...config,
    ...state.model,
    environment: state.environment ?? config.environment,
    environmentSettings: { ...usualEnvironmentSettings(state), ...state.environmentChanges },
    team,
    ...(state.team === undefined ? {} : { toolLanguage: 'calls' as const }), // another team's own roles say what they write
    ...definitions,
    ...(state.sampling ? { sampling: state.sampling } : {}),
    ...level,
    ...startOf(state),
    policies: state.policies ?? (state.team === undefined ? config.policies : ownPolicies()),
    frozen: state.frozen ?? (state.team === undefined ? config.frozen : []),
    settings: { ...config.settings, ...(state.changes as Partial<TrainingSettings>) },
  };
}

/** Policies that the setup no longer has start nowhere; nor do any when none trains. */
function startOf(state: SetupState): Pick<RunConfig, 'start'> {
  const { config } = presetById(state.preset);
  if (!state.start || (state.level ?? config.level) === 'prompt-only') return {};
  const policies = Object.values(state.policies ?? (state.team === undefined ? config.policies : {}));
  const kept = Object.entries(state.start).filter(([policy]) => policies.includes(policy));
  return kept.length > 0 ? { start: Object.fromEntries(kept) } : {};
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
  const environment = config.environment === own.environment ? undefined : config.environment;
  const usual = usualEnvironmentSettings({ preset: config.preset, environment });
  const world = Object.entries(differences(config.environmentSettings, usual)).map(([name, value]) => ({
    name,
    value: value as KnobValue,
    usual: usual[name],
  }));
  const parts = [
    ...(environment ? [{ name: 'World', value: nameOfWorld(environment), usual: nameOfWorld(own.environment) }] : []),
    ...(config.team === own.team ? [] : [{ name: 'Team', value: teamOf(config).name, usual: teamOf(own).name }]),
  ];
  return [...parts, ...training, ...world];
}

function nameOfWorld(id: string): string {
  return environmentById(id).card.name;
}

/** The team that plays in a run of this configuration. */
export function teamOf({ team, definitions }: Pick<RunConfig, 'team' | 'definitions'>): Team {
  const spec = definitions?.teams?.find(({ id }) => id === team);
  if (!spec) return teamById(team);
  const made = teamsMade.get(spec) ?? teamFrom(spec);
  teamsMade.set(spec, made);
  return made;
}

/** A specification is made a team once: whoever compares teams finds the same. */
const teamsMade = new WeakMap<TeamSpec, Team>();

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
