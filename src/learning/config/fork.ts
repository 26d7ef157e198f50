// Fork: a run that goes on from a kept checkpoint of another, with other settings from there on. Here is what may be
// changed: whatever only says how to learn. What the weights are of, and what success is measured on, stays: before
// the fork and after it the curve is one. It does not know where checkpoints lie.
import { check } from '../../basics/check';
import { type KnobName, type RunConfig, trainingKnobs } from './run-config';
import { learningRoles } from './who-trains';

const shapesWeights: readonly KnobName[] = ['rank', 'loraAlpha', 'loraNoise', 'basePrecision'];
const ofTheBeginning: readonly KnobName[] = ['coldStartSteps', 'coldStartWorlds', 'coldStartBatch', 'coldStartRate'];
const measures: readonly KnobName[] = ['turns', 'moveBudget', 'validationWorlds'];

const becauseOfWeights = 'the kept weights would not fit: start a new run';
const becauseOfMeasure =
  'success before and after the fork would be measured on different play: start a new run whose policies begin with this run’s weights';

/** The knobs that a fork keeps, each with the reason. */
export const keptByFork: ReadonlyMap<KnobName, string> = new Map([
  ...shapesWeights.map((name) => [name, becauseOfWeights] as const),
  ...ofTheBeginning.map((name) => [name, 'the steps before the fork began with it: start a new run'] as const),
  ...measures.map((name) => [name, becauseOfMeasure] as const),
]);

type Member = 'model' | 'trainable' | 'policies' | 'start' | 'wording' | 'team' | 'toolLanguage' | 'worlds';

const keptMembers: Readonly<Record<Member, { readonly what: string; readonly because: string }>> = {
  model: { what: 'the base model', because: becauseOfWeights },
  trainable: { what: 'what trains of a policy', because: becauseOfWeights },
  policies: { what: 'who speaks with which policy', because: becauseOfWeights },
  start: { what: 'where policies began', because: becauseOfWeights },
  wording: { what: 'how the model is asked', because: becauseOfMeasure },
  team: { what: 'the team', because: becauseOfMeasure },
  toolLanguage: { what: 'the tool language', because: becauseOfMeasure },
  worlds: { what: 'the worlds', because: becauseOfMeasure },
};

/** Why a run of this configuration cannot go on from one of `parent`; undefined where it can. */
export function forkFault(config: RunConfig, parent: RunConfig): string | undefined {
  for (const [member, { what, because }] of Object.entries(keptMembers))
    if (!same(config[member as Member], parent[member as Member]))
      return `a fork keeps ${what} of the run it goes on from, because ${because}`;
  if (!same(config.definitions, parent.definitions))
    return `a fork keeps the worlds and teams that somebody wrote, because ${becauseOfMeasure}`;
  for (const [name, because] of keptByFork) {
    const [own, theirs] = [config.settings[name], parent.settings[name]];
    if (own !== theirs)
      return `a fork keeps “${trainingKnobs[name].name}” (${name}) at ${theirs}, got ${own}, because ${because}`;
  }
  if (!same(evaluationsOf(config), evaluationsOf(parent)))
    return `a fork keeps how roles answer in evaluations, because ${becauseOfMeasure}`;
  if (config.trainable !== 'none' && learningRoles(parent).length > 0 && learningRoles(config).length === 0)
    return 'nobody would learn after the fork: leave one role unfrozen';
  const step = config.fork?.step ?? 0;
  if (config.settings.steps <= step)
    return `a fork counts its steps from the beginning of the run it goes on from: ${step} are done there, give more than ${step}, got ${config.settings.steps}`;
  return undefined;
}

/** Throws an ExpectationError that says what is kept, and why. */
export function checkFork(config: RunConfig, parent: RunConfig): void {
  const fault = forkFault(config, parent);
  check(fault === undefined, fault ?? '');
}

function evaluationsOf({ sampling = {} }: RunConfig): object {
  return Object.entries(sampling).flatMap(([role, { evaluation }]) => (evaluation ? [[role, evaluation]] : []));
}

/** Plain data, whatever the order of its members. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sorted(member)]);
}
