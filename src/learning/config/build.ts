// The one way to make a run's configuration: a preset, and what somebody chose beside it. The result is canonical –
// what is as usual is left out, whatever the order in which it was chosen – so that the same intent has the same hash
// (R2). Wrong values are left in: `checkRun` names them.
import { allRenamed, defaultsOf, type KnobValue } from '../../basics/knobs';
import { teamById, teamsFor } from '../agents';
import type { Wording } from '../agents/role';
import type { ToolLanguage } from '../agents/team';
import { cardsOf, knownCard, type RunDefinitions } from '../catalogue';
import type { EnvironmentSettings } from '../environments/environment';
import { idOfProblemWorld, type ProblemSetName } from '../environments/problem-set';
import type { RoleSampling } from '../rollouts/play-settings';
import { presetById } from './presets';
import {
  type KnobName,
  type RunConfig,
  type TeamId,
  type TrainingSettings,
  trainingKnobs,
  type WorldShare,
} from './run-config';
import type { Sampling } from './sampling';

/** A world of the run; what it leaves open is as usual. */
export interface WorldChoice {
  readonly environment: string;
  readonly environmentSettings?: EnvironmentSettings;
  /** 1 where absent. */
  readonly share?: number;
  readonly moveBudget?: number;
}

/** What is chosen beside a preset; what is absent is the preset's. */
export interface Choices {
  readonly model?: string;
  readonly wording?: Wording;
  /** In place of the preset's worlds. */
  readonly worlds?: readonly WorldChoice[];
  readonly team?: TeamId;
  readonly toolLanguage?: ToolLanguage;
  /** Of single roles. A role of another team keeps the preset's policy, or has one of its own. */
  readonly policies?: RunConfig['policies'];
  readonly frozen?: readonly string[];
  readonly trainable?: RunConfig['trainable'];
  readonly sampling?: Sampling;
  readonly start?: RunConfig['start'];
  readonly fork?: RunConfig['fork'];
  readonly settings?: Readonly<Partial<Record<KnobName, KnobValue>>>;
  /** What is at hand beside the built-in; the run carries what it names. */
  readonly definitions?: RunDefinitions;
}

/** Throws an ExpectationError for a preset or team that is not known. */
export function build(preset: string, choices: Choices = {}): RunConfig {
  const { config: own } = presetById(preset);
  const { frozen = own.frozen, start, fork, model = own.model, wording = own.wording } = choices;
  const chosen = choices.worlds ?? own.worlds;
  const team = choices.team ?? usualTeam(own, choices);
  const definitions = definitionsNamed(choices.definitions, team, chosen);
  const roles = (definitions?.teams?.[0] ?? teamById(team, cardsOf(definitions?.modules))).roles.map(({ id }) => id);
  const usualPolicies = Object.fromEntries(roles.map((role) => [role, own.policies[role] ?? role]));
  const [alone] = chosen.length === 1 ? chosen : [];
  const ofWorld = alone?.moveBudget === undefined ? {} : { moveBudget: alone.moveBudget };
  const settings = allRenamed(trainingKnobs, { ...own.settings, ...choices.settings, ...ofWorld } as TrainingSettings);
  const surroundings = { preset, definitions, moveBudget: settings.moveBudget };
  const sampling = samplingFrom(choices.sampling ?? own.sampling ?? {}, settings);
  return {
    preset,
    model,
    wording,
    worlds: chosen.map((world) => worldFrom(alone ? { ...world, share: 1 } : world, surroundings)),
    team,
    toolLanguage: choices.toolLanguage ?? own.toolLanguage,
    policies: { ...usualPolicies, ...choices.policies },
    trainable: choices.trainable ?? own.trainable,
    frozen: inOrder(frozen, roles, choices.frozen === undefined),
    ...(definitions ? { definitions } : {}),
    ...(Object.keys(sampling).length > 0 ? { sampling } : {}),
    ...(start && Object.keys(start).length > 0 ? { start } : {}),
    ...(fork ? { fork } : {}),
    settings,
  };
}

/** The preset's; in a world of several players that was chosen, theirs: no other team plays it. */
function usualTeam(own: RunConfig, { worlds: [first] = [], definitions }: Choices): TeamId {
  const card = first && knownCard(first.environment, definitions);
  const theirs = card?.players ? teamsFor(card).map(({ id }) => id) : [];
  return theirs.includes(own.team) ? own.team : (theirs[0] ?? own.team);
}

/** A configuration with something chosen anew: all that it says is chosen again. */
export function rebuilt(config: RunConfig, choices: Choices): RunConfig {
  return build(config.preset, { sampling: {}, ...config, ...choices });
}

/** The configuration on the problems of a set, in place of those that its kind of world draws. */
export function onProblemSet(config: RunConfig, { world, name, hash, splits, file }: ProblemSetName): RunConfig {
  const set = { world, name, hash, ...(splits ? { splits } : {}), ...(file === undefined ? {} : { file }) };
  const environment = idOfProblemWorld(set);
  const knobs = knownCard(environment, { problems: [set] })?.knobs ?? {};
  const moved = (one: WorldShare): WorldShare => {
    if (one.environment.split('/')[0] !== world) return one;
    const known = Object.entries(one.environmentSettings).filter(([knob]) => knob in knobs);
    return { ...one, environment, environmentSettings: Object.fromEntries(known) };
  };
  const definitions = { ...config.definitions, problems: [set] };
  return rebuilt(config, { worlds: config.worlds.map(moved), definitions });
}

/** Whatever nobody has changed of a world: as the preset has it where it is one of its worlds, else as its cards have
 *  it. */
export function usualSettings(preset: string, environment: string, definitions?: RunDefinitions): EnvironmentSettings {
  return { ...defaultsOf(knownCard(environment, definitions)?.knobs ?? {}), ...presetSettings(preset, environment) };
}

function presetSettings(preset: string, environment: string): EnvironmentSettings {
  const { worlds } = presetById(preset).config;
  return worlds.find((world) => world.environment === environment)?.environmentSettings ?? {};
}

interface Surroundings {
  readonly preset: string;
  readonly definitions: RunDefinitions | undefined;
  readonly moveBudget: number;
}

function worldFrom(world: WorldChoice, { preset, definitions, moveBudget }: Surroundings): WorldShare {
  const { environment, environmentSettings = {}, share = 1 } = world;
  const usual = usualSettings(preset, environment, definitions);
  const named = allRenamed(knownCard(environment, definitions)?.knobs ?? {}, environmentSettings);
  const changed = Object.entries(named).filter(([name, value]) => value !== usual[name]);
  const kept = { ...presetSettings(preset, environment), ...Object.fromEntries(changed) };
  const inOrderOfCards = Object.entries({ ...usual, ...kept }).filter(([name]) => name in kept);
  const own = world.moveBudget === undefined || world.moveBudget === moveBudget ? {} : { moveBudget: world.moveBudget };
  return {
    environment,
    environmentSettings: Object.fromEntries(inOrderOfCards),
    share,
    ...own,
  };
}

/** Only the definitions that the team or a world names; undefined where there are none. */
function definitionsNamed(
  { teams = [], modules = [], problems = [] }: RunDefinitions = {},
  team: TeamId,
  worlds: readonly WorldChoice[],
): RunDefinitions | undefined {
  const ids = [...new Set(worlds.map(({ environment }) => environment))];
  const named = {
    teams: teams.filter(({ id }) => id === team),
    modules: ids.flatMap((id) => modules.find(({ card }) => card.id === id) ?? []),
    problems: ids.flatMap((id) => problems.find((set) => idOfProblemWorld(set) === id) ?? []),
  };
  const kept = Object.entries(named).filter(([, list]) => list.length > 0);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** Without what a role would have anyway: the run's temperature, and in evaluations the longest answer of its training.
 *  The evaluation's temperature stays though it is 0, because a search samples at the run's otherwise. */
function samplingFrom(sampling: Sampling, { temperature }: TrainingSettings): Sampling {
  const kept = Object.entries(sampling).map(([role, { training = {}, evaluation = {}, ...strange }]) => {
    const inTraining = without(training, { temperature });
    const occasions = {
      ...strange,
      training: inTraining,
      evaluation: without(evaluation, { maxTokens: training.maxTokens }),
    };
    return [
      role,
      Object.fromEntries(Object.entries(occasions).filter(([, part]) => Object.keys(part).length > 0)),
    ] as const;
  });
  return Object.fromEntries(kept.filter(([, occasions]) => Object.keys(occasions).length > 0));
}

function without(chosen: RoleSampling, usual: RoleSampling): RoleSampling {
  const kept = Object.entries(chosen).filter(
    ([name, value]) => value !== undefined && value !== usual[name as keyof RoleSampling],
  );
  return Object.fromEntries(kept);
}

/** Each once, in the order of the roles; strangers come last, or not at all where nobody chose them. */
function inOrder(chosen: readonly string[], roles: readonly string[], onlyRoles: boolean): readonly string[] {
  const strangers = onlyRoles ? [] : [...new Set(chosen)].filter((role) => !roles.includes(role));
  return [...roles.filter((role) => chosen.includes(role)), ...strangers];
}
