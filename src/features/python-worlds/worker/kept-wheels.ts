// The wheels that a person gave to this browser: checked by what is in them, kept in its storage, and found again by
// the sandbox. Beside them lies the memory after their first import, so that later starts import nothing. Nothing is
// fetched but what lies beside the page, when a person asks for it.
import { check, ExpectationError } from '../../../basics/check';
import { reasonOf } from '../../../basics/reason';
import { hashOfJson } from '../../../files/formats/hash';
import type { FindImage } from '../../../run/sandbox/find-image';
import { contentsOfWheels, type ImageCard, imageById, images, isWheelOf, pinsOf, preludeOf } from '../shared/images';
import { contentsOfWheel } from './wheel-contents';

/** The browser's settings: any plain data under a name. */
export interface KeptValues {
  get(name: string): Promise<unknown>;
  set(name: string, value: unknown): Promise<void>;
}

/** What wheels are checked by: those of this feature, or a test's. */
export interface Pins {
  readonly images: readonly ImageCard[];
  readonly contents: Readonly<Record<string, string>>;
}

const ownPins: Pins = { images, contents: contentsOfWheels };

const settingOf = (pin: string) => `python wheel ${pin}`;
const snapshotOf = (image: string) => `python snapshot ${image}`;

/** The pins of an image that this browser keeps no wheel of. */
export async function missingPins(kept: KeptValues, card: ImageCard): Promise<readonly string[]> {
  const found = await Promise.all(pinsOf(card).map((pin) => kept.get(settingOf(pin))));
  return pinsOf(card).filter((_, at) => !(found[at] instanceof Blob));
}

export interface GivenWheel {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Keeps a wheel that some image needs. Rejects with what is wrong with it. */
export async function keepWheel(kept: KeptValues, { name, bytes }: GivenWheel, pins = ownPins): Promise<void> {
  const all = pins.images.flatMap(pinsOf);
  const pin = all.find((one) => isWheelOf(one, name));
  if (pin === undefined) throw new ExpectationError(`${name}: ${whyNone(name, all)}`);
  const contents = await contentsOfWheel(bytes, name).catch((error: unknown) => {
    throw new ExpectationError(reasonOf(error));
  });
  const wanted = pins.contents[pin];
  check(
    contents === wanted,
    () => `${name}: its files are not those of ${pin}: their SHA-256 is ${contents}, it should be ${wanted}`,
  );
  await kept.set(settingOf(pin), new Blob([bytes]));
}

function whyNone(name: string, pins: readonly string[]): string {
  if (!name.endsWith('.whl')) return 'is no wheel: a wheel’s name ends in .whl';
  const [itsName = '', version = ''] = name.split('-');
  const near = pins.find((pin) => isWheelOf(`${pin.split('==')[0]}==${version}`, name));
  return near === undefined
    ? `nothing here needs ${itsName.replaceAll('_', '-')}`
    : `is of version ${version}, needed is ${near}`;
}

/** Wheels beside the page, by their pins: "wheels/list.json" names the files. Rejects where there are none. */
export async function wheelsBeside(page: string, wanted: readonly string[]): Promise<readonly GivenWheel[]> {
  const folder = new URL('wheels/', page);
  const list: unknown = await answered(new URL('list.json', folder))
    .then((response) => response.json())
    .catch(() => undefined);
  check(
    Array.isArray(list) && list.every((name) => typeof name === 'string'),
    'There are no wheels beside this page: npm run lab -- python-worlds fetch --into dist/page/wheels puts them there',
  );
  const names = wanted.flatMap((pin) => list.find((name) => isWheelOf(pin, name)) ?? []);
  check(names.length > 0, `none of the wheels beside this page is one of ${wanted.join(', ')}`);
  return Promise.all(
    names.map(async (name) => ({
      name,
      bytes: new Uint8Array(await (await answered(new URL(encodeURIComponent(name), folder))).arrayBuffer()),
    })),
  );
}

async function answered(address: URL): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname} could not be read: the server answered ${response.status}`);
  return response;
}

/** Lets an image's wheels go, and its snapshot; what another image needs stays. */
export async function forgetImage(kept: KeptValues, card: ImageCard): Promise<void> {
  const shared = new Set(images.filter(({ id }) => id !== card.id).flatMap(pinsOf));
  for (const pin of pinsOf(card)) if (!shared.has(pin)) await kept.set(settingOf(pin), undefined);
  await kept.set(snapshotOf(card.id), undefined);
}

/** Addresses that a sandbox's thread can read, for a while. */
export interface Addresses {
  of(bytes: Blob): Promise<string>;
  end(address: string): void;
}

/** What the sandbox starts from. */
export function findKeptImage(open: () => Promise<KeptValues>, addresses: Addresses, pins = ownPins): FindImage {
  return async (name) => {
    const card = imageById(name, pins.images);
    const kept = await open();
    const missing = await missingPins(kept, card);
    check(
      missing.length === 0,
      `${card.name} needs wheels that this browser does not keep: ${missing.join(', ')} – give them under “Python worlds”`,
    );
    const given: string[] = [];
    const addressOf = async (bytes: Blob) => {
      const address = await addresses.of(bytes);
      given.push(address);
      return address;
    };
    const at = async (pin: string) => addressOf((await kept.get(settingOf(pin))) as Blob);
    const release = () => given.forEach(addresses.end);
    const prelude = preludeOf(card);
    const bare = { unpacked: [await at(card.own)], zipped: await Promise.all(card.needs.map(at)), prelude };
    const key = await hashOfJson([prelude, card, pinsOf(card).map((pin) => pins.contents[pin])]);
    const found = (await kept.get(snapshotOf(name))) as { readonly key: string; readonly bytes: Blob } | undefined;
    if (found?.key === key) return { image: { ...bare, snapshot: await addressOf(found.bytes) }, release };
    return { image: bare, keep: (bytes) => kept.set(snapshotOf(name), { key, bytes: new Blob([bytes]) }), release };
  };
}
