// A world out of a package or of a pasted text: what is asked, or how its games open, with all that is needed to ask
// again.
import { check, present } from '../../../basics/check';
import type { ProgramRunner } from '../../../learning/agents/program-runner';
import { imageById, type Origin } from '../shared/images';
import type { GameSource, QuestionsSource, WorldSource } from '../shared/world-source';
import { type Asked, catalogueOfImage, lookInto, openingOf, questionsFrom } from './ask-package';

export interface WorldWishes {
  /** Of a data set or game in its package. */
  readonly name?: string | undefined;
  /** Of the data set, or of the first game. */
  readonly seed: number;
  /** Questions or openings. */
  readonly size: number;
  /** Settings of a data set beyond seed and size. */
  readonly config?: AskedConfig;
  /** Of an entry's metadata, in place of the question: a word's name, or a text with names in braces
   *  ("? = {expression}"). */
  readonly field?: string | undefined;
  /** Of a game of a package: 1 when absent. */
  readonly players?: number | undefined;
  /** Of a game for a model of few words (world-source.ts). */
  readonly words?: Readonly<Record<string, string>> | undefined;
  readonly onProgress?: (done: number, of: number) => void;
  readonly signal?: AbortSignal;
}

type AskedConfig = Readonly<Record<string, string | number | boolean>>;

export interface MadeWorld {
  readonly source: WorldSource;
  /** Questions whose own answer is not held right, which are left out. */
  readonly left: number;
}

/** Rejects with what Python said, or what is wrong with the wishes. */
export async function makeWorld(runner: ProgramRunner, origin: Origin, wishes: WorldWishes): Promise<MadeWorld> {
  const found = 'code' in origin ? await lookInto(runner, origin.code) : await inPackage(runner, origin.image, wishes);
  const about = { ...origin, name: found.name, sentence: found.sentence };
  if (found.kind === 'questions') {
    const size = Math.min(wishes.size, found.count);
    const config = 'code' in origin ? {} : { ...wishes.config, seed: wishes.seed, size };
    return asked(runner, { ...about, config, sentence: about.sentence || 'Answer the question' }, { ...wishes, size });
  }
  const sentence = about.sentence || `Play ${found.name}.`;
  return { source: await opened(runner, { ...about, sentence, players: found.players }, wishes), left: 0 };
}

async function inPackage(runner: ProgramRunner, image: string, { name = '', players = 1 }: WorldWishes) {
  const { name: whose, kind } = imageById(image);
  const line = (await catalogueOfImage(runner, image)).find(([known]) => known === name);
  const what = kind === 'game' ? 'game' : 'data set';
  check(line, `${whose} has no ${what} "${name}": npm run lab -- python-worlds list names them`);
  return kind === 'game'
    ? { kind, name, sentence: '', players }
    : { kind, name, sentence: line[2], count: Number.POSITIVE_INFINITY };
}

const askedAtOnce = 25;
/** What a package says of an answer that it holds right. */
const rightFrom = 0.99;

async function asked(
  runner: ProgramRunner,
  about: Omit<QuestionsSource, 'kind' | 'questions'> & Origin,
  { size, field, onProgress, signal }: WorldWishes,
): Promise<MadeWorld> {
  const { name, config } = about;
  const questions: { index: number; question: string; answer: string }[] = [];
  let left = 0;
  for (let first = 0; first < size; first += askedAtOnce) {
    signal?.throwIfAborted();
    const count = Math.min(askedAtOnce, size - first);
    const lines = await questionsFrom(runner, { origin: about, name, config, first, count });
    for (const [offset, [question, answer, score, words]] of lines.entries()) {
      const told = field === undefined ? question : toldBy(field, words, name);
      if (score >= rightFrom && answer !== null && answer !== '')
        questions.push({ index: first + offset, question: told, answer });
      else left++;
    }
    onProgress?.(first + count, size);
  }
  const whose = 'code' in about ? 'its own rubric gives all that it can' : 'the package itself holds right';
  check(questions.length > 0, `none of ${size} questions of "${name}" has an answer that ${whose}`);
  return { source: { kind: 'questions', ...about, questions }, left };
}

function toldBy(field: string, words: Asked[3], name: string): string {
  const word = (wanted: string) =>
    present(
      words[wanted] || undefined,
      () => `an entry of "${name}" has no words "${wanted}": it has ${Object.keys(words).join(', ') || 'none'}`,
    );
  if (!/[{}]/.test(field)) return word(field);
  const names = /\{([^{}]+)\}/g;
  const whole = !/[{}]/.test(field.replaceAll(names, ''));
  check(whole, `"${field}" has a brace without its other one: a word is named as {expression}`);
  return field.replaceAll(names, (_, wanted: string) => word(wanted));
}

/** In a game for two which player it is changes from one opening to the next. */
async function opened(
  runner: ProgramRunner,
  about: Pick<GameSource, 'name' | 'sentence' | 'players'> & Origin,
  { words, seed: firstSeed, size, onProgress, signal }: WorldWishes,
): Promise<GameSource> {
  const { name, players } = about;
  const openings: GameSource['openings'] = [];
  for (let count = 0; count < size; count++) {
    signal?.throwIfAborted();
    const [seed, player] = [firstSeed + count, count % players];
    const { seen, moves, done } = await openingOf(runner, { origin: about, name, players, seed, player });
    if (!done) openings.push({ seed, player, seen, ...(moves ? { moves } : {}) });
    onProgress?.(count + 1, size);
  }
  check(openings.length > 0, `no game "${name}" of ${size} seeds lets the player move`);
  return { kind: 'game', ...about, ...(words ? { words } : {}), openings };
}
