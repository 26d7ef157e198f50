// R2: page and command line make the same configuration of the same choices, and so name the same run.
import fc from 'fast-check';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { teams } from '../learning/agents';
import { toolLanguages } from '../learning/agents/team';
import { toolAndPlanSpec } from '../learning/agents/teams/specs';
import { onProblemSet, rebuilt } from '../learning/config/build';
import { trainableCard } from '../learning/config/knobs';
import { presetById, presets } from '../learning/config/presets';
import { changesTo, samplingOf, valueOn } from '../learning/config/random-configs.fixture';
import { type KnobName, type RunConfig, trainingKnobs } from '../learning/config/run-config';
import { worldsOf } from '../learning/config/worlds';
import { cardOnProblems, environmentById, environments } from '../learning/environments';
import { idOfProblemWorld } from '../learning/environments/problem-set';
import { withSamplingChoice } from '../page/stores/sampling-choice';
import * as page from '../page/stores/setup-store';
import { knowProblemSets, prepareWorlds, provideWorlds } from '../page/stores/worlds';
import { identityOf } from '../run/session-parts';
import { configFrom } from './run-config';

/** A world that somebody wrote, and problems out of a file. */
const board = environmentById('sokoban');
const module = { card: { ...board.card, id: 'own/rooms', name: 'Rooms' }, source: 'export default {}' };
const set = { world: 'maths', name: 'tens', hash: 'ab', splits: 'none', file: 'tens.csv' } as const;
const setId = idOfProblemWorld(set);

beforeAll(async () => {
  provideWorlds('own/', async () => ({ world: () => ({ ...board, card: module.card }) }));
  await prepareWorlds([module]);
  knowProblemSets([set]);
});
afterEach(() => {
  page.chooseModel(undefined);
  page.choosePreset('sokoban');
});

const mine = { spec: { ...toolAndPlanSpec, id: 'mine' }, policies: { tool: 'mine', plan: 'base' } };
const rolesOf = (team: string) =>
  (team === 'mine' ? mine.spec : teams.find(({ id }) => id === team))?.roles.map(({ id }) => id) ?? [];

const cards = [...environments.map(({ card }) => card), module.card, cardOnProblems(set)];
const world = fc.constantFrom(...cards).chain((card) =>
  fc.record({
    id: fc.constant(card.id),
    share: fc.constantFrom<number>(1, 2, 0.5),
    settings: changesTo(card.knobs),
    moveBudget: fc.option(valueOn(trainingKnobs.moveBudget).map(Number), { nil: undefined }),
  }),
);

// the weights of rewards sum to 1: no single one of them can be changed
const { formatWeight: _format, legalWeight: _legal, progressWeight: _progress, ...free } = trainingKnobs;

const has = (worlds: readonly { readonly id: string }[], id: string) => worlds.some((one) => one.id === id);

const choices = fc
  .record({
    preset: fc.constantFrom(...presets.map(({ id }) => id)),
    team: fc.option(fc.constantFrom('mine', ...teams.map(({ id }) => id)), { nil: undefined }),
    // drawn problems of the set's kind would become the set's on the command line
    worlds: fc.array(world, { maxLength: 3 }).filter((some) => !(has(some, setId) && has(some, set.world))),
    model: fc.option(fc.constant({ model: 'chatty', wording: 'instruct' } as const), { nil: undefined }),
    settings: changesTo(free),
    toolLanguage: fc.option(fc.constantFrom(...(Object.keys(toolLanguages) as (keyof typeof toolLanguages)[])), {
      nil: undefined,
    }),
    trainable: fc.option(fc.constantFrom(...(Object.keys(trainableCard.choices) as RunConfig['trainable'][])), {
      nil: undefined,
    }),
  })
  .chain((chosen) => {
    const roles = rolesOf(chosen.team ?? presetById(chosen.preset).config.team);
    return fc
      .record({
        policies: fc.dictionary(fc.constantFrom(...roles), fc.constantFrom(...roles, 'shared', 'base')),
        frozen: fc.shuffledSubarray(roles),
        sampling: fc.array(samplingOf(roles), { maxLength: 3 }),
        startRole: fc.option(fc.constantFrom(...roles), { nil: undefined }),
      })
      .map((ofRoles) => ({ ...chosen, ...ofRoles }));
  });
type Chosen = typeof choices extends fc.Arbitrary<infer One> ? One : never;

/** Where the role's policy begins, if anything trains. */
function startOf({ startRole }: Chosen, { policies, trainable }: RunConfig): RunConfig['start'] {
  if (startRole === undefined || trainable === 'none') return undefined;
  return { [policies[startRole] as string]: { run: 'earlier', policy: 'plan', hash: 'cd' } };
}

function onCommandLine(chosen: Chosen): RunConfig {
  const config = configFrom(wishesOf(chosen));
  const started = configFrom({ ...wishesOf(chosen), start: startOf(chosen, config) });
  const onSet = has(chosen.worlds, setId) ? onProblemSet(started, set) : started;
  return chosen.model ? rebuilt(onSet, { wording: chosen.model.wording }) : onSet;
}

function wishesOf({ preset, team, worlds, settings, policies, sampling, frozen, model, ...others }: Chosen) {
  const typed = worlds.map((one) => (one.id === setId ? { ...one, id: set.world } : one));
  const names = worldsOf({
    ...presetById(preset).config,
    worlds: typed.map(({ id, share }) => ({ environment: id, environmentSettings: {}, share })),
  });
  return {
    ...others,
    modules: [module],
    model: model?.model,
    preset,
    team: team === 'mine' ? mine : team,
    worlds: typed.map(({ id, share }) => `${id}=${share}`),
    set: [
      ...worlds.flatMap((one, index) => [
        ...one.settings.map(([name, value]) => `${names[index]?.name}.${name}=${value}`),
        ...(one.moveBudget === undefined || index === 0 ? [] : [`${names[index]?.name}.moveBudget=${one.moveBudget}`]),
      ]),
      ...settings.map(([name, value]) => `${name}=${value}`),
      ...sampling.map(({ role, occasion, name, value }) => `${role}.${occasion}.${name}=${value}`),
    ],
    policies: Object.entries(policies).map(([role, policy]) => `${role}=${policy}`),
    freeze: frozen,
  };
}

const setUp = () => page.configFrom(page.setupStore.getState());

function onThePage(chosen: Chosen): RunConfig {
  const { preset, team, worlds, settings, policies, sampling, frozen, toolLanguage, trainable, model } = chosen;
  page.chooseModel(model);
  page.choosePreset(preset);
  worlds.forEach(({ id, settings, moveBudget }, index) => {
    if (index > 0) page.addWorld(id);
    else {
      page.chooseEnvironment(id);
      while (setUp().worlds.length > 1) page.removeWorld(1);
      for (const [name, value] of settings) page.setEnvironmentKnob(name, value);
    }
    if (index > 0) page.changeWorld(index, { environmentSettings: Object.fromEntries(settings) });
    if (index > 0) page.changeMoveBudget(index, moveBudget);
  });
  if (worlds.length > 1) worlds.forEach(({ share }, index) => page.changeWorld(index, { share }));
  if (team === 'mine') page.chooseOwnTeam(mine);
  else page.chooseTeam(team ?? presetById(preset).config.team);
  for (const [name, value] of settings) page.setKnob(name as KnobName, value);
  if (Object.keys(policies).length > 0) page.setPolicies({ ...setUp().policies, ...policies });
  if (frozen.length > 0) page.setFrozen(frozen);
  for (const choice of sampling)
    page.setSampling(choice.role, withSamplingChoice(page.setupStore.getState().sampling?.[choice.role] ?? {}, choice));
  if (toolLanguage) page.setToolLanguage(toolLanguage);
  if (trainable) page.setTrainable(trainable);
  for (const [policy, start] of Object.entries(startOf(chosen, setUp()) ?? {})) page.setStart(policy, start);
  return setUp();
}

test('R2: whatever is chosen, page and command line make one configuration of one name; used again it is the same', async () => {
  await fc.assert(
    fc.asyncProperty(choices, async (chosen) => {
      const config = onCommandLine(chosen);
      expect(onThePage(chosen)).toEqual(config);
      expect(await identityOf(setUp(), 'base')).toBe(await identityOf(config, 'base'));
      page.choosePreset('quick');
      page.copySetup(config);
      expect(setUp()).toEqual(config);
    }),
    { numRuns: 300 },
  );
});

test('choices that change nothing make the preset’s own configuration', () => {
  for (const { id, config } of presets) {
    const { team, trainable, toolLanguage, policies, settings } = config;
    const worlds = worldsOf(config).map((one) => ({
      id: one.environment,
      share: one.share,
      settings: Object.entries(one.environmentSettings),
      moveBudget: one.moveBudget,
    }));
    const usual = { preset: id, team, trainable, toolLanguage, policies, worlds, frozen: [], sampling: [] };
    const nothing = { model: undefined, startRole: undefined };
    const chosen = { ...usual, ...nothing, settings: Object.entries(settings) };
    expect(onCommandLine(chosen), id).toEqual(config);
    expect(onThePage(chosen), id).toEqual(config);
  }
});
