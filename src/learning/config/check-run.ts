// Whether everything that a run's configuration names is there and fits together, before the run begins. Of
// models it knows their words.
import { check } from '../../basics/check';
import { faultOf, valuesFrom } from '../../basics/knobs';
import { checkFits, teamSpeaking } from '../agents/team';
import { listed, unwritable } from '../agents/writable';
import { builtIn, type Catalogue } from '../catalogue';
import { idOfProblemWorld } from '../environments/problem-set';
import type { Tokenizer } from '../language/tokenizer';
import { trainableCard, trainingKnobs } from './knobs';
import { problemsInStep, type RunConfig, settingsFrom } from './run-config';
import { checkSampling } from './sampling';
import { learningRoles } from './who-trains';
import { countsOf, firstWorld, worldsOf } from './worlds';

/** Throws an ExpectationError that names what is at fault and what would be allowed. */
export function checkRun(config: RunConfig, catalogue: Catalogue = builtIn): void {
  checkPlay(config, catalogue);
  const fault = evaluationOnlyFault(config);
  check(fault === undefined, fault ?? '');
  if (config.settings.curriculum === 'success') checkCurriculum(config, catalogue);
}

/** The same of a configuration that is only evaluated. */
export function checkPlay(config: RunConfig, catalogue: Catalogue = builtIn): void {
  settingsFrom(config.settings);
  const fault = faultOf('trainable', trainableCard, config.trainable);
  check(fault === undefined, fault ?? '');
  checkTeam(config, catalogue);
  checkWorlds(config, catalogue);
}

/** The same of the words: what a model has no token for it reads as a hole and learns nothing of. A language model is
 *  asked in full words. */
export function checkWords(config: RunConfig, tokenizer: Tokenizer, catalogue: Catalogue = builtIn): void {
  if (config.wording !== 'compact') return;
  const team = catalogue.teamById(config.team);
  for (const { environment: id, environmentSettings, moveBudget } of worldsOf(config)) {
    const missing = unwritable(tokenizer, {
      environment: catalogue.environmentById(id),
      environmentSettings,
      team,
      moveBudget,
    });
    check(
      missing.length === 0,
      `the model "${config.model}" has no tokens for ${listed(missing)} of the world "${id}" and would read holes ` +
        'in their place: write world and team in words of its tokenizer.json, pretrain a base that has them ' +
        '(src/learning/environments/README.md, "Its words"), or take a language model',
    );
  }
}

/** Why the run may not train: a set without splits has the same problems for training and test, and whatever is learned
 *  would be reported as solving unseen ones (V1, V5). Undefined where it may. */
export function evaluationOnlyFault(config: RunConfig): string | undefined {
  if (learningRoles(config).length === 0) return undefined;
  const ids = worldsOf(config).map(({ environment }) => environment);
  const set = config.definitions?.problems?.find((one) => one.splits === 'none' && ids.includes(idOfProblemWorld(one)));
  return (
    set &&
    `the ${set.world} problems "${set.name}" are for evaluation only, and this run trains, on the very problems it would be tested on: evaluate with them (with trainable none, nothing trains), or import their file again to be split (splits by-problem)`
  );
}

function checkCurriculum({ worlds }: RunConfig, catalogue: Catalogue): void {
  check(
    worlds.length > 1,
    'a curriculum chooses among several worlds, and the run has one: add a world, or set curriculum to none',
  );
  const inTurn = worlds.find(({ environment: id }) => catalogue.environmentById(id).card.sameProblems !== undefined);
  check(
    inTurn === undefined,
    `the few problems of the world "${inTurn?.environment}" come in turn, which a curriculum would disturb: set curriculum to none`,
  );
}

function checkTeam(config: RunConfig, catalogue: Catalogue): void {
  const { policies, frozen, sampling, wording, toolLanguage } = config;
  const team = teamSpeaking(catalogue.teamById(config.team), toolLanguage);
  const roles = team.roles.map(({ id }) => id);
  const known = `the team "${config.team}" has the roles ${roles.join(', ')}`;
  for (const role of roles) check(policies[role], `the role "${role}" has no policy: give it one`);
  for (const role of Object.keys(policies))
    check(roles.includes(role), `there is no role "${role}" to speak for: ${known}`);
  for (const role of frozen) check(roles.includes(role), `there is no role "${role}" to freeze: ${known}`);
  checkSampling(sampling ?? {}, roles);
  check(
    toolLanguage === 'calls' || wording === 'instruct',
    `tools in ${toolLanguage} need a language model, one with a chat template: take another model, or calls as the tool language`,
  );
}

function checkWorlds(config: RunConfig, catalogue: Catalogue): void {
  const { settings } = config;
  const team = catalogue.teamById(config.team);
  firstWorld(config);
  const all = worldsOf(config);
  for (const { name, share, moveBudget, environment: id, environmentSettings } of all) {
    const { card } = catalogue.environmentById(id);
    checkFits(team, card);
    valuesFrom(card.knobs, environmentSettings);
    check(Number.isFinite(share) && share > 0, `${name}: a share is a number above 0, got ${share}`);
    const fault = faultOf(`${name}: moveBudget`, trainingKnobs.moveBudget, moveBudget);
    check(fault === undefined, fault ?? '');
  }
  const { worldsPerStep, validationWorlds, testWorlds, randomOpponents, bestOpponents, pastOpponents } = settings;
  const opponents = randomOpponents + bestOpponents + pastOpponents;
  check(
    opponents <= 1 + 1e-6,
    `randomOpponents, bestOpponents and pastOpponents are shares of the same games: expected at most 1 together, got ${opponents}`,
  );
  const alone = all.find(({ environment: id }) => catalogue.environmentById(id).card.stakes === undefined);
  check(
    opponents === 0 || alone === undefined,
    `opponents play games of two, and the world "${alone?.environment}" is none: set randomOpponents, bestOpponents and pastOpponents to 0`,
  );
  for (const total of [problemsInStep(settings, 1), worldsPerStep, validationWorlds, testWorlds]) countsOf(all, total);
}
