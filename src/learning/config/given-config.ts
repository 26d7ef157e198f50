// The configuration that a file gives: taken only where this Grove knows its world, team, roles and settings.
import { check } from '../../basics/check';
import { faultOf, valuesFrom } from '../../basics/knobs';
import { toolLanguages } from '../agents/team';
import { cardOf, teamOf } from '../catalogue';
import { definitionsFrom } from '../given-definitions';
import { trainableCard } from './knobs';
import { type RunConfig, settingsFrom } from './run-config';
import { checkSampling, type Sampling } from './sampling';
import { completed, type StoredConfig } from './stored';
import { worldsOf } from './worlds';

/** `given`: of the shape that files/formats/run-json looks at. Throws an ExpectationError that names what is not
 *  known. */
export function configFromFile(given: object): RunConfig {
  const config = completed(given as StoredConfig);
  const { policies, wording, sampling = {}, frozen, toolLanguage, start = {}, fork } = config;
  definitionsFrom(config.definitions ?? {});
  settingsFrom(config.settings);
  for (const { environment, environmentSettings, share } of worldsOf(config)) {
    valuesFrom(cardOf(environment, config.definitions).knobs, environmentSettings);
    check(Number.isFinite(share) && share > 0, `${environment}: a share is a number above 0, got ${share}`);
  }
  const roles = teamOf(config).roles.map(({ id }) => id);
  const spoken = Object.keys(policies);
  const known = `the team "${config.team}" has the roles ${roles.join(', ')}`;
  check(`${[...roles].sort()}` === `${[...spoken].sort()}`, () => {
    return `${known}, its policies are of ${spoken.join(', ') || 'nobody'}`;
  });
  for (const role of frozen) check(roles.includes(role), `there is no role "${role}" to freeze: ${known}`);
  check(wording === 'compact' || wording === 'instruct', `there is no wording "${wording}"`);
  const language = toolLanguage as string | undefined; // runs of earlier versions name none
  check(language === undefined || Object.hasOwn(toolLanguages, language), `there is no tool language "${language}"`);
  const fault = faultOf('trainable', trainableCard, config.trainable);
  check(fault === undefined, fault ?? '');
  check(isTable(sampling) && Object.values(sampling).every(isTable), 'sampling is a table of roles');
  checkSampling(sampling as Sampling, roles);
  for (const [policy, begin] of Object.entries(start))
    check(
      isTable(begin) && [begin.run, begin.policy, begin.hash].every((member) => typeof member === 'string'),
      `start.${policy} names a run, a policy and a hash`,
    );
  check(
    fork === undefined ||
      (isTable(fork) &&
        [fork.run, fork.hash].every((member) => typeof member === 'string') &&
        [fork.step, fork.seed].every(Number.isSafeInteger)),
    'fork names a run, a step, a hash and a seed',
  );
  return config;
}

function isTable(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
