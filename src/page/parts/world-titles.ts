// What the worlds of a mixed run are called: by their cards' names, and of one that comes several times by what tells
// it from the others.
import { defaultsOf, type KnobValue } from '../../basics/knobs';
import { cardOf } from '../../learning/catalogue';
import type { RunConfig } from '../../learning/config/run-config';
import { type NamedWorld, worldsOf } from '../../learning/config/worlds';
import type { EnvironmentCard } from '../../learning/environments/environment';

/** The name that reports have of each world → its title. */
export function worldTitles(
  config: Pick<RunConfig, 'worlds' | 'settings' | 'definitions'>,
): Readonly<Record<string, string>> {
  const worlds = worldsOf(config);
  return Object.fromEntries(
    worlds.map((world) => [world.name, worldTitle(world, worlds, cardOf(world.environment, config.definitions))]),
  );
}

/** "Plan-Path"; "Eight Queens, size 5" beside Eight Queens of other sizes; "Sokoban, size 8, boxes 2" where no single
 *  setting tells it from the others; "Sokoban (2)" where all of them do not. */
export function worldTitle(world: NamedWorld, worlds: readonly NamedWorld[], { name, knobs }: EnvironmentCard): string {
  const alike = worlds.filter(({ environment }) => environment === world.environment);
  if (alike.length < 2) return name;
  const values = alike.map(
    ({ environmentSettings }): Readonly<Record<string, KnobValue>> => ({
      ...defaultsOf(knobs),
      ...environmentSettings,
    }),
  );
  const index = alike.indexOf(world);
  const different = (by: (of: (typeof values)[number]) => unknown) => new Set(values.map(by)).size;
  const varying = Object.entries(knobs).filter(([knob]) => different((of) => of[knob]) > 1);
  const one = varying.find(([knob]) => different((of) => of[knob]) === alike.length);
  const telling = one ? [one] : varying;
  if (different((of) => JSON.stringify(telling.map(([knob]) => of[knob]))) < alike.length)
    return index === 0 ? name : `${name} (${index + 1})`;
  const told = telling.map(([id, knob]) => {
    const value = values[index]?.[id];
    return `${knob.name.toLowerCase()} ${knob.kind === 'choice' ? (knob.choices[String(value)] ?? value) : value}`;
  });
  return [name, ...told].join(', ');
}
