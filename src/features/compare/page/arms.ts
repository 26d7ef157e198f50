// Arms: runs that differ in nothing but their seed are one way to train, tried several times. Which settings tell arms
// apart. Pure.
import type { KnobValue } from '../../../basics/knobs';
import { cardOf } from '../../../learning/catalogue';
import type { RunConfig } from '../../../learning/config/run-config';
import { withoutSeed } from '../../../learning/config/without-seed';
import { firstWorld } from '../../../learning/config/worlds';
import type { Change } from '../../../page/stores/learning-changes';
import type { RunView } from '../../../page/stores/run-view';
import { changesFrom } from '../../../page/stores/setup-store';

export interface Arm {
  /** The id of its first run. */
  readonly id: string;
  /** That run's name, and how many seeds there are. */
  readonly name: string;
  /** Radix' name of its colour. */
  readonly color: string;
  readonly dash?: readonly number[];
  /** At least one; the lowest seed first. */
  readonly runs: readonly [RunView, ...RunView[]];
}

/** None of the roles' colours, and apart for the colour-blind; beyond them lines are dashed. */
const colors = ['jade', 'indigo', 'amber', 'gray'] as const;

/** In the order in which their first runs are given. */
export function armsOf(runs: readonly RunView[]): readonly Arm[] {
  const byKey = new Map<string, [RunView, ...RunView[]]>();
  for (const run of runs) {
    const key = withoutSeed({ ...run.config, preset: '' }); // its name changes nothing
    const same = byKey.get(key);
    if (same) same.push(run);
    else byKey.set(key, [run]);
  }
  return [...byKey.values()].map((same, index) => {
    const { id, name } = same[0];
    same.sort((a, b) => a.config.settings.seed - b.config.settings.seed);
    return {
      id,
      name: same.length > 1 ? `${name}, ${same.length} seeds` : name,
      color: colors[index % colors.length] as string,
      ...(index >= colors.length ? { dash: [6, 4] } : {}),
      runs: same,
    };
  });
}

export interface DifferingSetting {
  /** As in Setup. */
  readonly name: string;
  /** One per arm; undefined where it has no such setting. */
  readonly values: readonly (KnobValue | undefined)[];
}

export function differingSettings(arms: readonly Arm[]): readonly DifferingSetting[] {
  const [first, ...others] = arms.map(({ runs }) => runs[0].config);
  if (!first) return [];
  const changes = [[], ...others.map((config) => differences(first, config))];
  const all = new Map(changes.flat().map((change) => [change.name, change]));
  return [...all.values()].map(({ name, usual }) => ({
    name,
    values: changes.map((own) => (own.find((change) => change.name === name) ?? { value: usual }).value),
  }));
}

function differences(first: RunConfig, config: RunConfig): readonly Change[] {
  const { name, knobs } = cardOf(firstWorld(config).environment, config.definitions);
  const ofWorld = new Set(Object.values(knobs).map((knob) => knob.name));
  const another = firstWorld(config).environment !== firstWorld(first).environment;
  const parts = [
    { name: 'Model', value: config.model, usual: first.model },
    { name: 'Wording', value: config.wording, usual: first.wording },
  ].filter(({ value, usual }) => value !== usual);
  const changes = changesFrom(first, config).map((change) =>
    another && ofWorld.has(change.name) ? { ...change, name: `${name}: ${change.name}`, usual: undefined } : change,
  );
  return [...parts, ...changes];
}
