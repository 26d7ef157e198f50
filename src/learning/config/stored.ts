// Configurations of earlier versions: how they are read today, and how a run is named, so that the hash of a run that
// was stored then stays what it was (R2).
import { allRenamed, defaultsOf, firstNamed, type Knobs, type KnobValue, renamed } from '../../basics/knobs';
import type { EnvironmentSettings } from '../environments/environment';
import { trainableCard, trainingKnobs } from './knobs';
import type { RunConfig, TrainingSettings, WorldShare } from './run-config';
import { firstWorld } from './worlds';

/** As it may have been stored: `level` for what trains, the first world by itself, and a list beside it where there
 *  were several. */
export interface StoredConfig extends Omit<RunConfig, 'worlds' | 'trainable'> {
  readonly worlds?: readonly WorldShare[];
  readonly environment?: string;
  readonly environmentSettings?: EnvironmentSettings;
  readonly trainable?: RunConfig['trainable'];
  readonly level?: string;
}

/** A configuration from an earlier version: knobs that it did not have stand at their defaults, which mean what was
 *  done then, and what was called otherwise has its name of today. Today's stays as it is. */
export function completed({ level, environment, environmentSettings = {}, ...config }: StoredConfig): RunConfig {
  const first = environment === undefined ? [] : [{ environment, environmentSettings, share: 1 }];
  return {
    ...config,
    worlds: config.worlds ?? first,
    trainable: config.trainable ?? renamed(trainableCard, (level ?? trainableCard.default) as RunConfig['trainable']),
    settings: { ...defaultsOf(trainingKnobs), ...allRenamed(trainingKnobs, config.settings) },
  };
}

/** The knobs that stored runs were hashed with before there were others. Never add to them: a run's hash must stay. */
const firstKnobs: ReadonlySet<string> = new Set(
  (
    'steps worldsPerStep branches learningRate seed turns moveBudget temperature evaluateEvery validationWorlds testWorlds ' +
    'checkpointEvery alpha formatWeight legalWeight progressWeight pickRule normalisation advantageEpsilon minimumDeviation ' +
    'clipLow clipHigh klWeight entropyWeight aggregation epochs warmupSteps schedule beta1 beta2 weightDecay gradientClip ' +
    'rank loraAlpha'
  ).split(' '),
);

/** The settings that name a run, choices by their first names. One that came later counts only where it is not at its
 *  default: there it changes nothing. */
export function namingSettings(settings: TrainingSettings): Readonly<Record<string, KnobValue>> {
  const cards: Knobs = trainingKnobs;
  return Object.fromEntries(
    Object.entries<KnobValue>(settings)
      .filter(([name, value]) => firstKnobs.has(name) || value !== cards[name]?.default)
      .map(([name, value]) => [name, firstNamed(cards[name], value)]),
  );
}

/** What names a run: its configuration under the names and in the shape that the first runs were hashed in. */
export function namingConfig(given: StoredConfig) {
  const { worlds, trainable, ...config } = completed(given);
  const { environment, environmentSettings } = firstWorld({ worlds });
  return {
    ...config,
    environment,
    environmentSettings,
    ...(worlds.length > 1 ? { worlds } : {}),
    level: firstNamed<string>(trainableCard, trainable),
    settings: namingSettings(config.settings),
  };
}
