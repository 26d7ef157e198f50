// Questions to a package in the sandbox, whose answers are JSON. It does not know where the sandbox runs.
import { check, ExpectationError } from '../../../basics/check';
import type { ProgramRunner } from '../../../learning/agents/program-runner';
import { imageById, programFor } from '../shared/images';
import type { GameSource, QuestionsSource } from '../shared/world-source';

/** What a function of the image's driver answers. Rejects with what Python said. */
export async function askPackage<T>(
  runner: ProgramRunner,
  image: string,
  call: string,
  ...given: readonly unknown[]
): Promise<T> {
  const source = programFor(call);
  const [result] = await runner.run([{ language: 'python', image, source, globals: { arguments: given }, seed: 0 }]);
  if (result?.end !== 'finished') throw new ExpectationError(result?.why ?? 'nothing was run');
  return JSON.parse(result.output.trim().split('\n').at(-1) ?? '') as T;
}

export type CatalogueLine = readonly [name: string, group: string, sentence: string];

/** All that an image has. */
export async function catalogueOfImage(runner: ProgramRunner, image: string): Promise<readonly CatalogueLine[]> {
  const lines = await askPackage<readonly (readonly string[])[]>(runner, image, 'catalogue');
  return lines.map(([name = '', group = '', sentence = '']) => [name, group, sentence] as const);
}

export type Asked = readonly [
  question: string,
  answer: string | null,
  score: number,
  words: Readonly<Record<string, string>>,
];

const askedAtOnce = 25;
/** What a package says of an answer that it holds right. */
const rightFrom = 0.99;

export interface QuestionWishes {
  readonly name: string;
  /** Settings of the data set beyond seed and size. */
  readonly config: Readonly<Record<string, string | number | boolean>>;
  readonly seed: number;
  readonly size: number;
  /** A word of an entry's metadata that is asked in place of the question. */
  readonly field?: string;
  readonly onProgress?: (done: number, of: number) => void;
}

/** A data set of reasoning-gym, asked in the sandbox. `left`: questions whose own answer the package does not hold
 *  right, which are left out. */
export async function makeQuestions(
  runner: ProgramRunner,
  { name, config: wished, seed, size, field, onProgress }: QuestionWishes,
): Promise<{ readonly source: QuestionsSource; readonly left: number }> {
  const image = 'reasoning-gym';
  const line = (await catalogueOfImage(runner, image)).find(([known]) => known === name);
  check(line, `${imageById(image).name} has no data set "${name}": npm run lab -- python-worlds list names them`);
  const config = { ...wished, seed, size };
  const questions: { index: number; question: string; answer: string }[] = [];
  let left = 0;
  for (let first = 0; first < size; first += askedAtOnce) {
    const asked = await askPackage<readonly Asked[]>(
      runner,
      image,
      'ask',
      name,
      config,
      first,
      Math.min(askedAtOnce, size - first),
    );
    for (const [offset, [question, answer, score, words]] of asked.entries()) {
      const told = field === undefined ? question : words[field];
      check(
        told,
        () => `an entry of "${name}" has no words "${field}": it has ${Object.keys(words).join(', ') || 'none'}`,
      );
      if (score >= rightFrom && answer !== null && answer !== '')
        questions.push({ index: first + offset, question: told, answer });
      else left++;
    }
    onProgress?.(Math.min(size, first + askedAtOnce), size);
  }
  check(
    questions.length > 0,
    `none of ${size} questions of "${name}" has an answer that the package itself holds right`,
  );
  return {
    source: { kind: 'questions', image, name, sentence: line[2] || 'Answer the question', config, questions },
    left,
  };
}

export interface GameWishes {
  readonly name: string;
  readonly players: number;
  /** Of a game for a model of few words (world-source.ts). */
  readonly words?: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly size: number;
  readonly onProgress?: (done: number, of: number) => void;
}

/** Openings of a game of TextArena; in a game for two which player it is changes from one to the next. */
export async function makeGame(
  runner: ProgramRunner,
  { name, players, words, seed: firstSeed, size, onProgress }: GameWishes,
): Promise<GameSource> {
  const image = 'textarena';
  const known = (await catalogueOfImage(runner, image)).some(([id]) => id === name);
  check(known, `${imageById(image).name} has no game "${name}": npm run lab -- python-worlds list names them`);
  const openings: { seed: number; player: number; seen: string }[] = [];
  for (let count = 0; count < size; count++) {
    const [seed, player] = [firstSeed + count, count % players];
    const { seen, done } = await askPackage<{ seen: string; done: boolean }>(
      runner,
      image,
      'play_on',
      name,
      players,
      seed,
      player,
      [],
    );
    if (!done) openings.push({ seed, player, seen });
    onProgress?.(count + 1, size);
  }
  check(openings.length > 0, `no game "${name}" of ${size} seeds lets the player move`);
  return { kind: 'game', image, name, sentence: `Play ${name}.`, players, ...(words ? { words } : {}), openings };
}
