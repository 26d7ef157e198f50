// A world in Python as data: what was made once in the sandbox – questions, or openings of a game – and what is needed
// to ask again: a package, or the text that somebody pasted. It is the source of a module, as a run carries it.
import { z } from 'zod';
import '../../../basics/without-eval';
import { check, ExpectationError } from '../../../basics/check';
import { seedFrom } from '../../../basics/rng';
import type { Origin } from './images';

const format = 'grove-python-world';
export const mostSourceLength = 4_000_000;

/** Exactly one of the two. */
const origin = { image: z.string().optional(), code: z.string().min(1).optional() };
const settings = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const questions = z.object({
  kind: z.literal('questions'),
  ...origin,
  /** The data set's name in its package. */
  name: z.string().min(1),
  sentence: z.string(),
  config: settings,
  questions: z
    .array(
      z.object({
        /** Its place in the data set. */
        index: z.int().min(0),
        question: z.string().min(1),
        answer: z.string(),
      }),
    )
    .min(1),
});

const game = z.object({
  kind: z.literal('game'),
  ...origin,
  /** The game's id in its package. */
  name: z.string().min(1),
  sentence: z.string(),
  players: z.int().min(1).max(2),
  /** For a model of few words: what is seen is told in its numbers and these words alone, each as it stands here. */
  words: z.record(z.string(), z.string()).optional(),
  openings: z
    .array(
      z.object({
        seed: z.int().min(0),
        player: z.int().min(0),
        seen: z.string(),
        /** The actions that are legal, where they are known. */
        moves: z.array(z.string()).optional(),
      }),
    )
    .min(1),
});

const shape = z
  .discriminatedUnion('kind', [questions, game])
  .and(z.object({ format: z.literal(format), version: z.literal(1) }));

export type QuestionsSource = z.infer<typeof questions>;
export type GameSource = z.infer<typeof game>;
export type WorldSource = QuestionsSource | GameSource;

/** Whom to ask. */
export function originOf({ image, code }: Pick<WorldSource, 'image' | 'code'>): Origin {
  return image === undefined ? { code: code ?? '' } : { image };
}

export function writeSource(source: WorldSource): string {
  return JSON.stringify({ format, version: 1, ...source });
}

/** Throws an ExpectationError that says what is wrong with it. */
export function readSource(text: string): WorldSource {
  check(
    text.length <= mostSourceLength,
    `a Python world has at most ${mostSourceLength} characters, got ${text.length}: make one with fewer questions`,
  );
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ExpectationError('a Python world is JSON, as "lab python-worlds make" writes it; this is none');
  }
  const read = shape.safeParse(json);
  check(read.success, () => {
    const [issue] = read.error?.issues ?? [];
    return `this is no Python world: ${issue ? `${issue.path.join('.') || 'its top'}: ${issue.message}` : 'unknown'}`;
  });
  const { image, code } = read.data;
  check((image === undefined) !== (code === undefined), 'a Python world names either a package or a text of its own');
  return read.data;
}

export const idPrefix = 'python/';

/** Another text is another world. */
export function idOfSource({ name }: WorldSource, text: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${idPrefix}${slug}-${seedFrom('python world', text).toString(16).padStart(8, '0')}`;
}
