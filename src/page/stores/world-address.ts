// How the address of Play names the world of a run.
import { presets } from '../../learning/config/presets';
import type { RunConfig } from '../../learning/config/run-config';
import { firstWorld } from '../../learning/config/worlds';

export function choiceOfRun({ preset, worlds }: Pick<RunConfig, 'preset' | 'worlds'>): string {
  const { environment } = firstWorld({ worlds });
  return presets.some(({ id, config }) => id === preset && firstWorld(config).environment === environment)
    ? preset
    : environment;
}
