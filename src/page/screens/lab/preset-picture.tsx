// The first board of a preset's world, drawn as every board is; its place stays empty while the world is being fetched.
import { rngFrom } from '../../../basics/rng';
import { cardOf } from '../../../learning/catalogue';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld, wholeSettings } from '../../../learning/config/worlds';
import type { Environment, Picture } from '../../../learning/environments/environment';
import { worldSeed } from '../../../learning/environments/splits';
import { Board } from '../../parts/board';
import { environmentById, unreadyBecause, useWorldsOf } from '../../stores/worlds';

/** Presets of the same world share their board. */
const drawn = new Map<string, Picture>();

export function PresetPicture({ config, size }: { readonly config: RunConfig; readonly size: number }) {
  const { environment } = firstWorld(config);
  useWorldsOf(config);
  const ready = unreadyBecause(environment, config.definitions) === undefined;
  return (
    <span className="preset-picture" style={{ width: size, height: size }} aria-hidden>
      {ready && <Board picture={firstPicture(config)} look={cardOf(environment, config.definitions)} size={size} />}
    </span>
  );
}

function firstPicture(config: RunConfig): Picture {
  const { environment } = firstWorld(config);
  const settings = wholeSettings(firstWorld(config), config.definitions);
  const key = JSON.stringify([environment, settings]);
  const known = drawn.get(key);
  if (known) return known;
  const world = environmentById(environment, config.definitions);
  const picture = tellingPicture(world, world.start(worldSeed('train', 0), settings));
  drawn.set(key, picture);
  return picture;
}

/** Of a game that begins with an empty board, some moves later. */
function tellingPicture(world: Environment, start: unknown): Picture {
  const first = world.picture(start);
  if (world.card.form === 'text' || new Set(first.join('')).size > 1) return first;
  const { number } = rngFrom('preset picture', world.card.id);
  let state = start;
  for (let move = 0; move < 5; move++) state = world.act(state, world.random(state, 1, number), 1).state;
  return world.picture(state);
}
