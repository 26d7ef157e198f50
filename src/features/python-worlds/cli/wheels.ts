// Where an image's wheels lie on this computer, and how they get there: pip brings them when a person asks for it, and
// nothing else is asked of the network. Beside them lies the snapshot of the imported packages.
import { spawn } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashOfJson } from '../../../files/formats/hash';
import { UsageError } from '../../../headless/arguments';
import type { FindImage } from '../../../run/sandbox/find-image';
import type { PythonImage } from '../../../run/sandbox/interpreter';
import { type ImageCard, imageById, images, isWheelOf, pinsOf, preludeOf } from '../shared/images';

/** GROVE_WHEELS, or a folder of the user's cache. */
export function wheelsFolder(): string {
  return (
    process.env['GROVE_WHEELS'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'grove', 'wheels')
  );
}

/** The pins of an image that no wheel in the folder answers. */
export async function missingWheels(card: ImageCard, folder = wheelsFolder()): Promise<readonly string[]> {
  const files = await readdir(folder).catch((): string[] => []);
  return pinsOf(card).filter((pin) => !files.some((file) => isWheelOf(pin, file)));
}

/** Throws a UsageError that names what is missing. */
export const findImage: FindImage = async (name) => {
  const card = imageById(name);
  const folder = wheelsFolder();
  const missing = await missingWheels(card, folder);
  if (missing.length > 0)
    throw new UsageError(
      `${card.name} needs wheels that are not in ${folder}: ${missing.join(', ')} – npm run lab -- python-worlds fetch brings them`,
    );
  const files = await readdir(folder);
  const wheel = (pin: string) => files.find((file) => isWheelOf(pin, file)) as string;
  const used = pinsOf(card).map(wheel);
  const at = (file: string) => pathToFileURL(join(folder, file)).href;
  const prelude = preludeOf(card);
  const bare: PythonImage = { unpacked: [at(wheel(card.own))], zipped: card.needs.map(wheel).map(at), prelude };
  const snapshot = `${card.id}-${(await hashOfJson([process.versions.node, prelude, card, used])).slice(0, 16)}.snapshot`;
  if (files.includes(snapshot)) return { image: { ...bare, snapshot: at(snapshot) } };
  return {
    image: bare,
    keep: async (bytes) => {
      const whole = join(folder, snapshot);
      await writeFile(`${whole}.part`, bytes);
      await rename(`${whole}.part`, whole);
      const old = files.filter((file) => file.startsWith(`${card.id}-`) && file.endsWith('.snapshot'));
      await Promise.all(old.map((file) => rm(join(folder, file), { force: true })));
    },
  };
};

/** Brings an image's wheels with pip. Rejects with what pip said. */
export async function fetchWheels(card: ImageCard, folder = wheelsFolder()): Promise<void> {
  await mkdir(folder, { recursive: true });
  const words = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, ...pinsOf(card)];
  const { status, told } = await ran(process.env['PYTHON'] ?? 'python3', words);
  if (status !== 0)
    throw new Error(`pip could not bring the wheels: ${told.trim().split('\n').at(-1) ?? 'it said nothing'}`);
}

/** Copies all wheels that images need, with a list of them, to where a page finds them. How many there are. */
export async function copyWheels(into: string, folder = wheelsFolder()): Promise<number> {
  await mkdir(into, { recursive: true });
  const pins = images.flatMap(pinsOf);
  const wheels = (await readdir(folder)).filter((file) => pins.some((pin) => isWheelOf(pin, file)));
  for (const wheel of wheels) await copyFile(join(folder, wheel), join(into, wheel));
  await writeFile(join(into, 'list.json'), JSON.stringify(wheels));
  return wheels.length;
}

function ran(command: string, words: readonly string[]): Promise<{ readonly status: number; readonly told: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    let told = '';
    child.stderr.on('data', (chunk: Buffer) => {
      told += chunk.toString();
    });
    child.on('error', (error) => resolve({ status: 1, told: error.message }));
    child.on('close', (status) => resolve({ status: status ?? 1, told }));
  });
}

export async function readTextFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `there is nothing to read at ${path}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
