// The first board of a preset's world, drawn as every board is; its place stays empty while the world is being fetched.
import { cardOf } from '../../../learning/catalogue';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld, wholeSettings } from '../../../learning/config/worlds';
import type { Picture } from '../../../learning/environments/environment';
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
  const picture = world.picture(world.start(worldSeed('train', 0), settings));
  drawn.set(key, picture);
  return picture;
}
