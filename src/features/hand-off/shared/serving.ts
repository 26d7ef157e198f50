// The words between a game's server and whoever asks it: a line of JSON each way. A question has an `id`, and its
// answer the same one; a question that cannot be answered gets `error`, and the server goes on.
import { z } from 'zod';
import '../../../basics/without-eval';
import { check } from '../../../basics/check';
import { catalogueOf } from '../../../learning/catalogue';
import { type GameFile, type GameMaster, gameMaster } from './game';

const count = z.int().nonnegative();

const question = z.union([
  z.strictObject({
    id: z.int(),
    game: z.strictObject({
      world: count,
      seed: count,
      said: z.array(z.strictObject({ text: z.string(), ended: z.boolean() })),
    }),
  }),
  z.strictObject({ id: z.int(), problems: z.strictObject({ split: z.enum(['train', 'validation']), count }) }),
]);

/** Throws when the file is no game, or names what cannot be served. */
export function gameFrom(text: string): GameMaster {
  const file = JSON.parse(text) as GameFile;
  check(file.format === 'grove-game', `expected a file of the format "grove-game", got "${file.format}"`);
  return gameMaster(file, catalogueOf(file.definitions));
}

/** The answer to one line. Never throws. */
export async function answerTo(game: GameMaster, line: string): Promise<string> {
  let id: unknown = null;
  try {
    const said = JSON.parse(line) as { id?: unknown } | null;
    id = said?.id ?? null;
    const read = question.safeParse(said);
    const [issue] = read.error?.issues ?? [];
    check(read.success, `no question: ${issue?.path.map(String).join('.')}: ${issue?.message}`);
    return JSON.stringify({ id, ...(await answered(game, read.data)) });
  } catch (fault) {
    return JSON.stringify({ id, error: fault instanceof Error ? fault.message : String(fault) });
  }
}

async function answered(game: GameMaster, asked: z.infer<typeof question>) {
  if ('game' in asked) return game.stand(asked.game);
  const { split, count: wanted } = asked.problems;
  return { problems: split === 'train' ? game.trainingProblems(wanted) : game.validationProblems(wanted) };
}
