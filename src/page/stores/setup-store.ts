// What the next run will be: a preset and what the person changed of it. Knows nothing of runs under way.

import { create } from 'zustand';
import { defaultsOf, faultOf, type KnobValue } from '../../basics/knobs';
import { reasonOf } from '../../basics/reason';
import { teamById, teamsFor } from '../../learning/agents/index';
import { fits, type Team, type ToolLanguage } from '../../learning/agents/team';
import { type TeamSpec, teamFrom, teamSpecFrom } from '../../learning/agents/team-spec';
import { cardsOf, knownCard, type RunDefinitions } from '../../learning/catalogue';
import { build, type Choices, usualSettings } from '../../learning/config/build';
import { checkRun } from '../../learning/config/check-run';
import { forkFault } from '../../learning/config/fork';
import { presetById, presets } from '../../learning/config/presets';
import {
  type Fork,
  type PolicyStart,
  type RunConfig,
  trainingKnobs,
  type WorldShare,
} from '../../learning/config/run-config';
import type { Sampling, SamplingOfRole } from '../../learning/config/sampling';
import type { TeamFile } from '../../learning/config/team-file';
import { firstWorld, wholeSettings, worldsOf } from '../../learning/config/worlds';
import type { EnvironmentSettings } from '../../learning/environments/environment';
import { idOfProblemWorld, type ProblemSetName } from '../../learning/environments/problem-set';
import { worldSeed } from '../../learning/environments/splits';
import { type Change, learningChanges } from './learning-changes';
import { isRewardWeight, type RewardWeight, rewardWeights, withWeight } from './reward-weights';
import { withSamplingOf } from './sampling-choice';
import { environmentById, moduleOfWorld, setOfWorld, unreadyBecause, worldsStore } from './worlds';

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
  readonly trainable?: RunConfig['trainable'];
  /** Policies that begin with an earlier run's weights. */
  readonly start?: RunConfig['start'];
  /** The kept step of an earlier run that the next one goes on from. */
  readonly fork?: ForkChoice;
  /** What is different for single roles. */
  readonly sampling?: Sampling;
  /** What programs are written in, beside the preset's or the chosen team's own. */
  readonly toolLanguage?: ToolLanguage;
  /** Other worlds in the same run. */
  readonly mix?: Mix;
  /** Sets of problems that were chosen: they are named in the run though they be deleted meanwhile. */
  readonly problems?: readonly ProblemSetName[];
}

export interface ForkChoice {
  readonly fork: Fork;
  /** What that run was; absent where only its name is known. */
  readonly parent?: RunConfig;
  /** How it is called. */
  readonly name?: string;
}

/** Several worlds in one run: the part of the one above, and the others with theirs. */
export interface Mix extends Pick<WorldShare, 'share' | 'moveBudget'> {
  readonly others: readonly WorldShare[];
}

const first = presets[0]?.id ?? 'sokoban';
export const setupStore = create<SetupState>()(() => ({ preset: first, changes: {}, environmentChanges: {} }));
export const useSetup = setupStore;

/** What a person who waits for a processor sees something of soon. */
export const quickPreset = 'first-look';

/** Another model that was chosen stays. */
export function choosePreset(id: string): void {
  const { id: preset } = presetById(id);
  const model = besidePreset(preset, setupStore.getState().model);
  setupStore.setState({ preset, model, changes: {}, environmentChanges: {} }, true);
}

/** Undefined where it is the preset's own. */
function besidePreset(preset: string, model: ChosenModel | undefined): ChosenModel | undefined {
  return model?.model === presetById(preset).config.model ? undefined : model;
}

/** How many things a person changed beside these settings. */
export function changedBeyond(
  { preset: _, changes, environmentChanges, problems: __, ownTeam: ___, fork: ____, ...choices }: SetupState,
  shown: readonly KnobName[],
): number {
  const knobs = Object.keys(changes).filter((name) => !(shown as readonly string[]).includes(name));
  const chosen = Object.values(choices).filter((choice) => choice !== undefined);
  return knobs.length + Object.keys(environmentChanges).length + chosen.length;
}

/** Undefined: the preset's. */
export function chooseModel(model: ChosenModel | undefined): void {
  setupStore.setState(({ preset }) => ({ model: besidePreset(preset, model) }));
}

/** One of a reward's weights has the other two give way. */
export function setKnob(name: KnobName, value: KnobValue): void {
  setupStore.setState((state) => {
    const now = (weight: RewardWeight) => Number(state.changes[weight] ?? presetValue(state.preset, weight));
    const all = isRewardWeight(name) ? withWeight(now, name, Number(value)) : { [name]: value };
    const set = (changes: SetupState['changes'], [knob, to]: [string, KnobValue]) =>
      changed(changes, knob, to, presetValue(state.preset, knob as KnobName));
    return { changes: Object.entries(all).reduce(set, state.changes) };
  });
}

/** One of a reward's weights, and those that gave way to it. */
export function resetKnob(name: KnobName): void {
  const names = isRewardWeight(name) ? rewardWeights : [name];
  setupStore.setState(({ changes }) => ({ changes: names.reduce<SetupState['changes']>(without, changes) }));
}

/** The world of the next run, under its usual settings; where the chosen team does not play it, the first listed one
 *  that does. */
export function chooseEnvironment(id: string): void {
  setupStore.setState((state) => {
    const own = presetById(state.preset).config;
    const usual = firstWorld(own).environment;
    const { card } = environmentById(id);
    const problems = withSetOf(state, id);
    const world = { environment: id === usual ? undefined : id, environmentChanges: {}, problems };
    if (fits(teamOf(configFrom(state)), card)) return { ...world, mix: withoutWorld(state.mix, id) };
    const team = teamsFor(card)[0]?.id;
    return { ...world, mix: undefined, team: team === own.team ? undefined : team, ...withoutOwnTeam };
  });
}

function withSetOf({ problems = [] }: SetupState, id: string): SetupState['problems'] {
  const set = setOfWorld(id);
  return set ? [...problems.filter((other) => idOfProblemWorld(other) !== id), set] : problems;
}

/** A world that becomes the run's first one is no longer one of the others. */
function withoutWorld(mix: Mix | undefined, id: string): Mix | undefined {
  const others = mix?.others.filter(({ environment }) => environment !== id) ?? [];
  return mix && others.length > 0 ? { ...mix, others } : undefined;
}

/** Another world in the same run, under its usual settings, with as many problems as the first. */
export function addWorld(id: string): void {
  setupStore.setState((state) => {
    const mix = mixOf(state);
    const others = [...mix.others, { environment: id, environmentSettings: {}, share: mix.share }];
    return { mix: { ...mix, others }, problems: withSetOf(state, id) };
  });
}

/** What is different of a world of the mix, 0 being the first. */
export function changeWorld(index: number, change: Partial<WorldShare>): void {
  setupStore.setState((state) => {
    const mix = mixOf(state);
    if (index === 0) return { mix: { ...mix, ...change } };
    return withOther(state, index, (world) => ({ ...world, ...change }));
  });
}

/** The most moves of a turn in one of the other worlds; undefined: as many as in the run. */
export function changeMoveBudget(index: number, moveBudget: number | undefined): void {
  setupStore.setState((state) =>
    withOther(state, index, ({ moveBudget: _, ...world }) =>
      moveBudget === undefined ? world : { ...world, moveBudget },
    ),
  );
}

function withOther(state: SetupState, index: number, changed: (world: WorldShare) => WorldShare): Partial<SetupState> {
  const mix = mixOf(state);
  return { mix: { ...mix, others: mix.others.map((world, place) => (place === index - 1 ? changed(world) : world)) } };
}

/** Takes one of the other worlds out; the first one stays. */
export function removeWorld(index: number): void {
  setupStore.setState((state) => {
    const mix = mixOf(state);
    const others = mix.others.filter((_, place) => place !== index - 1);
    return { mix: others.length > 0 ? { ...mix, others } : alone };
  });
}

/** The setup's own, or the preset's on its own world. */
function mixOf({ preset, environment, mix }: SetupState): Mix {
  return mix ?? (environment === undefined ? mixIn(presetById(preset).config) : alone);
}

const alone: Mix = { share: 1, others: [] };

function mixIn(config: Pick<RunConfig, 'worlds'>): Mix {
  const { share, moveBudget } = firstWorld(config);
  return { share, ...(moveBudget === undefined ? {} : { moveBudget }), others: config.worlds.slice(1) };
}

/** Undefined: the preset's. */
export function setToolLanguage(language: ToolLanguage | undefined): void {
  setupStore.setState((state) => ({ toolLanguage: language === usualToolLanguage(state) ? undefined : language }));
}

/** What programs are written in where nobody chooses. */
export function usualToolLanguage({ preset }: Pick<SetupState, 'preset'>): ToolLanguage {
  return presetById(preset).config.toolLanguage;
}

/** Why the team of this configuration cannot write its programs in a language; undefined where it can. */
export function languageFault(config: RunConfig, language: ToolLanguage): string | undefined {
  if (language === 'calls') return undefined;
  if (config.wording !== 'instruct') return 'needs a language model: load one first';
  return teamOf(config).speaking ? undefined : 'this team has no role that writes it';
}

const withoutOwnTeam = {
  ownTeam: undefined,
  policies: undefined,
  frozen: undefined,
  sampling: undefined,
  toolLanguage: undefined,
} as const;

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
  setupStore.setState({ team: spec.id, ownTeam: spec, policies, frozen: undefined, sampling, toolLanguage: undefined });
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

/** How a role of the next run is sampled. */
export function setSampling(role: string, chosen: SamplingOfRole): void {
  setupStore.setState(({ sampling }) => ({ sampling: withSamplingOf(sampling, role, chosen) }));
}

/** Undefined: the preset's. */
export function setTrainable(trainable: RunConfig['trainable'] | undefined): void {
  setupStore.setState(({ preset }) => ({
    trainable: trainable === presetById(preset).config.trainable ? undefined : trainable,
  }));
}

/** Undefined: at the base model. */
export function setStart(policy: string, start: PolicyStart | undefined): void {
  setupStore.setState(({ start: all = {} }) => {
    const changed = start ? { ...all, [policy]: start } : without(all, policy);
    return { start: Object.keys(changed).length > 0 ? changed : undefined };
  });
}

/** Undefined: the next run begins at step 1. */
export function setFork(fork: ForkChoice | undefined): void {
  setupStore.setState({ fork });
}

/** The setup of an earlier run, to be run again. */
export function copySetup(config: RunConfig): void {
  const preset = presets.some(({ id }) => id === config.preset) ? config.preset : first;
  const own = presetById(preset).config;
  const world = firstWorld(config);
  const environment = world.environment === firstWorld(own).environment ? undefined : world.environment;
  const team = config.team === own.team ? undefined : config.team;
  const { problems } = config.definitions ?? {};
  const ownTeam = config.definitions?.teams?.find(({ id }) => id === team);
  const usual: SetupState = { preset, environment, team, ownTeam, problems, changes: {}, environmentChanges: {} };
  const { policies, frozen } = configFrom(usual);
  const { knobs } = environmentById(world.environment, config.definitions).card;
  const environmentSettings = { ...defaultsOf(knobs), ...world.environmentSettings };
  setupStore.setState(
    {
      ...usual,
      model: besidePreset(preset, { model: config.model, wording: config.wording }),
      changes: differences(config.settings, own.settings),
      environmentChanges: differences(environmentSettings, usualEnvironmentSettings(usual)),
      policies: same(config.policies, policies) ? undefined : config.policies,
      frozen: same(config.frozen, frozen) ? undefined : config.frozen,
      sampling: config.sampling,
      trainable: config.trainable === own.trainable ? undefined : config.trainable,
      start: config.start,
      fork: config.fork && { fork: config.fork },
      toolLanguage: config.toolLanguage === usualToolLanguage(usual) ? undefined : config.toolLanguage,
      mix: same(config.worlds, own.worlds) && environment === undefined ? undefined : mixIn(config),
    },
    true,
  );
}

export function presetValue(preset: string, name: KnobName): KnobValue {
  return presetById(preset).config.settings[name];
}

/** The settings of the chosen world that nobody has changed. */
export function usualEnvironmentSettings(state: SetupState): EnvironmentSettings {
  const environment = state.environment ?? firstWorld(presetById(state.preset).config).environment;
  return usualSettings(state.preset, environment, definitionsAt(state, [environment]));
}

/** The changes that no run could start with: one sentence each. */
export function setupFaults(state: SetupState): readonly string[] {
  const single = Object.entries(state.changes).flatMap(
    ([name, value]) => faultOf(name, trainingKnobs[name as KnobName], value) ?? [],
  );
  if (single.length > 0) return single;
  const config = configFrom(state);
  try {
    checkRun(config, {
      environmentById: (id) => environmentById(id, config.definitions),
      teamById: (team) => teamOf({ team, definitions: config.definitions }),
    });
  } catch (fault) {
    return [reasonOf(fault)];
  }
  const forked = state.fork?.parent && forkFault(config, state.fork.parent);
  if (forked) return [forked];
  return worldsOf(config).flatMap((world) => worldFaults(world, config.definitions));
}

/** Settings of a world are only known to go together when a problem can be drawn with them. */
function worldFaults(
  { environment, environmentSettings }: Pick<WorldShare, 'environment' | 'environmentSettings'>,
  definitions?: RunDefinitions,
): readonly string[] {
  const key = JSON.stringify([environment, environmentSettings, definitions?.problems]);
  const known = drawn.get(key);
  if (known) return known;
  let faults: readonly string[] = [];
  try {
    environmentById(environment, definitions).start(worldSeed('train', 0), environmentSettings);
  } catch (fault) {
    faults = [reasonOf(fault)];
  }
  if (drawn.size > 50) drawn.clear();
  if (unreadyBecause(environment, definitions) === undefined) drawn.set(key, faults);
  return faults;
}

const drawn = new Map<string, readonly string[]>();

worldsStore.subscribe(() => setupStore.setState((state) => ({ ...state }))); // what it says of the worlds may have changed

/** The whole configuration of the next run. Wrong values are left in: `setupFaults` names them. */
export function configFrom(state: SetupState): RunConfig {
  const { team, toolLanguage, frozen, trainable, sampling, start } = state;
  const mix = mixOf(state);
  const { others, ...part } = mix;
  const environment = state.environment ?? firstWorld(presetById(state.preset).config).environment;
  const worlds = [{ ...part, environment, environmentSettings: state.environmentChanges }, ...others];
  const choices: Choices = {
    ...state.model,
    ...{ worlds, team, toolLanguage, frozen, trainable, sampling, policies: state.policies, settings: state.changes },
    ...(state.fork ? { fork: state.fork.fork } : {}),
    definitions: definitionsAt(
      state,
      worlds.map((world) => world.environment),
    ),
  };
  const config = build(state.preset, choices);
  return start && config.trainable !== 'none'
    ? build(state.preset, { ...choices, start: startOf(start, config) })
    : config;
}

/** Of these worlds and the team, those that are not built in. */
function definitionsAt({ ownTeam, problems = [] }: SetupState, ids: readonly string[]): RunDefinitions {
  const unique = [...new Set(ids)];
  return {
    teams: ownTeam ? [ownTeam] : [],
    modules: unique.flatMap((id) => moduleOfWorld(id) ?? []),
    problems: unique.flatMap((id) => problems.find((set) => idOfProblemWorld(set) === id) ?? setOfWorld(id) ?? []),
  };
}

/** Policies that the setup no longer has start nowhere. */
function startOf(start: NonNullable<RunConfig['start']>, { policies }: RunConfig): RunConfig['start'] {
  const spoken = Object.values(policies);
  return Object.fromEntries(Object.entries(start).filter(([policy]) => spoken.includes(policy)));
}

/** What a run's configuration changed of its preset. */
export function changesOf(config: RunConfig): readonly Change[] {
  const own = presets.find(({ id }) => id === config.preset)?.config;
  return own ? changesFrom(own, config) : [];
}

/** What a configuration does otherwise than another, in the words of the setup. */
export function changesFrom(own: RunConfig, config: RunConfig): readonly Change[] {
  const training = Object.entries(differences(config.settings, own.settings)).map(([name, value]) => ({
    name: trainingKnobs[name as KnobName]?.name ?? name,
    value: value as KnobValue,
    usual: own.settings[name as KnobName],
  }));
  const { environment } = firstWorld(config);
  const isMix = config.worlds.length > 1 || own.worlds.length > 1;
  const here = (worlds: RunConfig['worlds']) => worlds.find((world) => world.environment === environment);
  const settingsIn = ({ worlds }: RunConfig) =>
    wholeSettings(here(worlds) ?? { environment, environmentSettings: {} }, config.definitions);
  const usual = settingsIn(own);
  const cards = knownCard(environment, config.definitions)?.knobs;
  const world = Object.entries(differences(settingsIn(config), usual)).map(([name, value]) => ({
    name: cards?.[name]?.name ?? name,
    value: value as KnobValue,
    usual: usual[name],
  }));
  const parts = [
    ...(environment !== firstWorld(own).environment || (isMix && !same(config.worlds, own.worlds))
      ? [{ name: 'World', value: worldsInWords(config), usual: worldsInWords(own) }]
      : []),
    ...(config.team === own.team ? [] : [{ name: 'Team', value: teamOf(config).name, usual: teamOf(own).name }]),
    ...(config.toolLanguage === own.toolLanguage
      ? []
      : [{ name: 'Programs', value: config.toolLanguage, usual: own.toolLanguage }]),
  ];
  return [...parts, ...learningChanges(config, own), ...training, ...world];
}

/** "Sokoban"; "Sokoban 2 : Plan-Path 1". */
function worldsInWords({ worlds, definitions }: RunConfig): string {
  const nameOf = (id: string) => environmentById(id, definitions).card.name;
  return worlds
    .map(({ environment, share }) => `${nameOf(environment)}${worlds.length > 1 ? ` ${share}` : ''}`)
    .join(' : ');
}

/** The team that plays in a run of this configuration. */
export function teamOf({ team, definitions }: Pick<RunConfig, 'team' | 'definitions'>): Team {
  const spec = definitions?.teams?.find(({ id }) => id === team);
  if (!spec) return teamById(team, cardsOf(definitions?.modules));
  const made = teamsMade.get(spec) ?? teamFrom(spec);
  teamsMade.set(spec, made);
  return made;
}

/** Why no team that somebody wrote can play this configuration's world, with what to do instead; undefined where one
 *  can. */
export function noOwnTeamBecause(config: RunConfig): string | undefined {
  const { form, name } = environmentById(firstWorld(config).environment, config.definitions).card;
  if (form !== 'text') return undefined;
  return `Teams of text worlds, as ${name} is, are changed by settings: see “Who learns” and “How roles answer” under the other settings.`;
}

/** A specification is made a team once: whoever compares teams finds the same. */
const teamsMade = new WeakMap<TeamSpec, Team>();

function changed(
  all: Readonly<Record<string, KnobValue>>,
  name: string,
  value: KnobValue,
  usual: KnobValue | undefined,
) {
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
