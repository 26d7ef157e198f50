// The words that make a configuration again: what differs from its preset, as the command line takes it (wishes.ts).
// What is a file or was written by somebody has no words: it is named, so that whoever hands on the words can say so.
import { listedTeams } from '../agents';
import { fits } from '../agents/team';
import { knownCard } from '../catalogue';
import { allEnvironments } from '../environments';
import { idOfProblemWorld } from '../environments/problem-set';
import { build, type Choices, usualSettings } from './build';
import { presetById } from './presets';
import type { RunConfig, WorldShare } from './run-config';
import { type Occasion, samplingKnobs } from './sampling';
import type { ConfigWishes } from './wishes';
import { worldsOf } from './worlds';

/** Something of a configuration that words cannot say. `name`: for people. */
export interface LeftOut {
  readonly kind: 'world' | 'problems' | 'team' | 'start' | 'fork';
  readonly name: string;
}

/** Wishes that words can say. */
export type WordedWishes = Pick<ConfigWishes, 'preset' | 'seed' | 'steps' | 'trainable' | 'toolLanguage' | 'model'> & {
  readonly team?: string;
  readonly worlds: readonly string[];
  readonly policies: readonly string[];
  readonly freeze: readonly string[];
  readonly set: readonly string[];
};

/** Words that make this configuration, or one that differs from it in what is left out. Of the model they say the name;
 *  how it is asked (`wording`) follows from it. Throws an ExpectationError for a preset that is not known. */
export function wishesOf(config: RunConfig): {
  readonly wishes: WordedWishes;
  readonly left: readonly LeftOut[];
} {
  const { preset } = config;
  const own = presetById(preset).config;
  const said = withoutFiles(config);
  const names = namesOfWorlds(said.worlds);
  const worlds = `${names}` === `${namesOfWorlds(own.worlds)}` ? [] : names;
  const withWorlds = build(preset, worlds.length === 0 ? {} : { worlds: said.worlds.map(bare) });
  const withTeam = build(preset, {
    ...(worlds.length === 0 ? {} : { worlds: said.worlds.map(bare) }),
    team: said.team,
  });
  const { seed: usualSeed, steps: usualSteps, ...usual } = own.settings;
  const { seed, steps, ...settings } = said.settings;
  const changed = Object.entries(settings).filter(([name, value]) => value !== usual[name as keyof typeof usual]);
  const wishes: WordedWishes = {
    preset,
    ...(seed === usualSeed ? {} : { seed }),
    ...(steps === usualSteps ? {} : { steps }),
    ...(said.model === own.model ? {} : { model: said.model }),
    worlds,
    ...(said.team === withWorlds.team ? {} : { team: said.team }),
    ...(said.toolLanguage === own.toolLanguage ? {} : { toolLanguage: said.toolLanguage }),
    ...(said.trainable === own.trainable ? {} : { trainable: said.trainable }),
    policies: Object.entries(said.policies)
      .filter(([role, policy]) => policy !== withTeam.policies[role])
      .map(([role, policy]) => `${role}=${policy}`),
    freeze: `${said.frozen}` === `${withTeam.frozen}` ? [] : said.frozen,
    set: [...changed.map(([name, value]) => `${name}=${value}`), ...worldWords(said, withTeam), ...samplingWords(said)],
  };
  return { wishes, left: leftOutOf(config) };
}

/** The same with what is built in: other worlds and teams, and what belongs to these, are as in the preset. */
function withoutFiles(config: RunConfig): RunConfig {
  const { preset, model, wording, toolLanguage, trainable, settings, policies, frozen, sampling = {} } = config;
  const listed = config.worlds.filter(({ environment }) => isBuiltIn(environment));
  const worlds = listed.length === 0 ? {} : { worlds: listed };
  const shared: Choices = { model, wording, toolLanguage, trainable, settings, ...worlds };
  const played = build(preset, shared).worlds.map(({ environment }) => environment);
  if (!isListedFor(config, played)) return build(preset, shared);
  return build(preset, { ...shared, team: config.team, policies, frozen, sampling });
}

function isBuiltIn(environment: string): boolean {
  return allEnvironments.some(({ card }) => card.id === environment);
}

/** Whether the team is no written one and plays these worlds. */
function isListedFor({ team }: RunConfig, environments: readonly string[]): boolean {
  const listed = listedTeams.find(({ id }) => id === team);
  const cards = environments.flatMap((id) => knownCard(id) ?? []);
  return listed !== undefined && cards.every((card) => fits(listed, card));
}

const bare = ({ environment, share }: WorldShare) => ({ environment, share });

/** "sokoban", "sokoban=2". */
function namesOfWorlds(worlds: readonly WorldShare[]): readonly string[] {
  return worlds.map(({ environment, share }) => (share === 1 ? environment : `${environment}=${share}`));
}

function worldWords(config: RunConfig, usual: RunConfig): string[] {
  const before = worldsOf(usual);
  return worldsOf(config).flatMap(({ name, environment, environmentSettings, moveBudget }, index) => {
    const base = usualSettings(config.preset, environment);
    const then = { ...base, ...before[index]?.environmentSettings };
    const changed = Object.entries({ ...base, ...environmentSettings }).filter(([knob, value]) => then[knob] !== value);
    const own = config.worlds.length > 1 && config.worlds[index]?.moveBudget !== usual.worlds[index]?.moveBudget;
    return [...changed, ...(own ? [['moveBudget', moveBudget]] : [])].map(
      ([knob, value]) => `${name}.${knob}=${value}`,
    );
  });
}

function samplingWords({ sampling = {} }: RunConfig): string[] {
  return Object.entries(sampling).flatMap(([role, chosen]) =>
    (Object.keys(samplingKnobs) as Occasion[]).flatMap((occasion) =>
      Object.entries(chosen[occasion] ?? {}).map(
        ([knob, value]) => `${role}.${occasion === 'training' ? '' : `${occasion}.`}${knob}=${value}`,
      ),
    ),
  );
}

/** Each once. */
function leftOutOf({ worlds, team, definitions = {}, start = {}, fork }: RunConfig): readonly LeftOut[] {
  const used = (id: string) => worlds.some(({ environment }) => environment === id);
  const named = (kind: LeftOut['kind'], names: readonly string[]) =>
    [...new Set(names)].map((name): LeftOut => ({ kind, name }));
  const modules = (definitions.modules ?? []).filter(({ card }) => used(card.id)).map(({ card }) => card.name);
  const problems = (definitions.problems ?? []).filter((set) => used(idOfProblemWorld(set))).map(({ name }) => name);
  const written = (definitions.teams ?? []).filter(({ id }) => id === team).map(({ name }) => name);
  return [
    ...named('world', modules),
    ...named('problems', problems),
    ...named('team', written),
    ...named('start', Object.keys(start)),
    ...named('fork', fork ? [fork.run] : []),
  ];
}
