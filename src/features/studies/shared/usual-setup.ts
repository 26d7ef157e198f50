// What a setup is compared with: the same run without what was changed of how it learns.
import { build } from '../../../learning/config/build';
import { presetById } from '../../../learning/config/presets';
import type { RunConfig } from '../../../learning/config/run-config';

/** How long a run is and how it is measured: alike on both sides of a comparison. */
const alike = ['steps', 'seed', 'validationWorlds', 'testWorlds', 'evaluateEvery'] as const;

/** The preset's settings, team and policies – in the worlds, for the steps and of the model of this configuration. */
export function usualOf({ preset, worlds, definitions, model, wording, team, settings }: RunConfig): RunConfig {
  const kept = Object.fromEntries(alike.map((name) => [name, settings[name]]));
  const choices = { worlds, model, wording, settings: kept, ...(definitions ? { definitions } : {}) };
  const usual = build(preset, choices);
  // A world in which the preset's team does not play is left to the team that was chosen for it.
  return usual.team === presetById(preset).config.team ? usual : build(preset, { ...choices, team });
}
