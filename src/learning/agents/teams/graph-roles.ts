// The roles of the built-in graphs. They play worlds of one player with a board or a question. What a solver writes are
// the world's calls; a verifier's verdict and a router's choice are words.
import { readCalls } from '../alone';
import type { Role, View } from '../role';
import { conversation, draftIn, draftInWords, draftLines, howTo, isQuestion, oneLine, sheetOf } from './graph-wording';

/** Three calls of up to five tokens, or two operations on numbers; unreadable babble is cut off here. */
const callTokens = 24;
/** A few words of a language model, whose tokens are not the shipped model's. */
const fewTokens = 16;
const reasoningTokens = 256;

/** Calls, one at least: a bare number, which a calculator takes as a program, shows nobody how it was found. */
const readDraft = (view: View, text: string): unknown => (/[a-z]/i.test(text) ? readCalls(view, text) : undefined);

function drafting(id: string, name: string, meaning: string): Omit<Role, 'prompt' | 'instruct'> {
  return { id, name, meaning, answers: 'action', inCalls: true, read: readDraft, maxTokens: () => callTokens };
}

/** What the verifier may say, in the words in which the shipped model knows what a call leads to: done; more is needed,
 *  nothing helps any more, or it cannot be carried out. */
export const verdicts = { taken: 'done', rejected: ['need', 'dead', 'fail'] } as const;

/** Writes a draft; knows its last one and what was said of it. */
export const solver: Role = {
  ...drafting('solver', 'Solver', 'Writes an answer; where it is rejected, another one.'),
  prompt: (view) => {
    const draft = draftIn(view);
    const verdict = verdictIn(view);
    const before = draft ? draftLines(view, draft, verdict) : '';
    return `${sheetOf(view)}${before}tool:`;
  },
  instruct: {
    ask: (view, moveBudget) => {
      const draft = draftIn(view);
      const verdict = verdictIn(view);
      return conversation(view, {
        who: 'You solve the problem.',
        how: howTo(view, 'calls', moveBudget),
        heard: draft
          ? [draftInWords(view, draft, 'Before, you'), `It was judged: ${verdict ?? 'nothing'}. Answer otherwise.`]
          : [],
        ask: 'Your answer:',
      });
    },
    maxTokens: () => reasoningTokens,
  },
};

const verdictIn = ({ earlier }: View): string | undefined =>
  earlier.findLast(({ draft, moves }) => !draft && moves !== '')?.moves;

/** Says whether a draft is to be taken. */
export const verifier: Role = {
  id: 'verifier',
  name: 'Verifier',
  meaning: 'Sees the draft and says whether it is done; its own reward is for being right about that.',
  answers: 'word',
  words: [verdicts.taken, ...verdicts.rejected],
  accepts: [verdicts.taken],
  alone: 'it says what it thinks of a draft, and nobody writes one',
  maxTokens: () => 1,
  prompt: (view) => `${sheetOf(view)}if ${oneLine(draftIn(view)?.text ?? '')}`,
  instruct: {
    ask: (view) => {
      const draft = draftIn(view);
      return conversation(view, {
        who: 'You check what another agent wrote.',
        how: `Answer with one word: "${verdicts.taken}" where it is right and gains something, "need" where it gains nothing, "dead" where nothing helps after it, "fail" where it cannot be carried out.`,
        heard: draft ? [draftInWords(view, draft, 'It')] : [],
        ask: 'Your verdict:',
      });
    },
    maxTokens: () => fewTokens,
  },
};

/** One of several who answer, see what the others answered, and answer again. */
export function debater(id: string, name: string): Role {
  return {
    ...drafting(id, name, 'Writes an answer; then sees the others’ and writes its own once more.'),
    prompt: (view) => `${debatedIn(view)}tool:`,
    instruct: {
      ask: (view, moveBudget) => {
        const others = view.earlier.filter(({ draft }) => draft);
        const heard = others.map((one) => draftInWords(view, one, one.role === id ? 'You' : `Agent "${one.role}"`));
        return conversation(view, {
          who: `You are agent "${id}", one of several who solve the same problem and see each other’s answers.`,
          how: howTo(view, 'calls', moveBudget),
          heard: heard.length > 0 ? [...heard, 'You did not all agree. Answer once more.'] : [],
          ask: 'Your answer:',
        });
      },
      maxTokens: () => reasoningTokens,
    },
  };
}

/** The sheet and the drafts of a debate. All are the tool's, as the shipped model knows them: who wrote which, their
 *  order says. */
const debatedIn = (view: View): string => {
  const lines = view.earlier.filter(({ draft }) => draft).map((one) => draftLines(view, one));
  return `${sheetOf(view)}${lines.join('')}`;
};

/** Decides between what others wrote: of a question in calls, as they do, else in the world's words. */
export const judge: Role = {
  id: 'judge',
  name: 'Judge',
  meaning: 'Sees the last answers of those who did not agree, and decides.',
  answers: 'action',
  alone: 'it decides between what others wrote, and nobody else writes',
  read: (view, text) => (isQuestion(view) ? readDraft(view, text) : view.environment.wording.read(text)),
  maxTokens: (symbols) => Math.max(symbols + 2, callTokens),
  prompt: (view) => `${debatedIn(view)}${isQuestion(view) ? 'tool' : 'plan'}:`,
  instruct: {
    ask: (view, moveBudget) =>
      conversation(view, {
        who: 'You are the judge. Several agents solved the problem and did not agree. Compare what they wrote, and decide; they may all be wrong.',
        how: howTo(view, isQuestion(view) ? 'calls' : 'words', moveBudget),
        heard: view.earlier.filter(({ draft }) => draft).map((one) => draftInWords(view, one, `Agent "${one.role}"`)),
        ask: 'Your decision:',
      }),
    maxTokens: (symbols) => 2 * symbols + 2,
  },
};

/** The templates that a designer may choose, by the word that names each. */
export const templates = { alone: '1', checked: '2', voted: '3' } as const;

/** Chooses how the problem is worked on. */
export const designer: Role = {
  id: 'designer',
  name: 'Designer',
  meaning: 'Sees the question and chooses one of three ways to work on it.',
  answers: 'word',
  words: Object.values(templates),
  alone: 'it chooses how others work, and nobody works',
  maxTokens: () => 1,
  prompt: (view) => `${sheetOf(view)}pair:`, // after which the shipped model says a digit
  instruct: {
    ask: (view) =>
      conversation(view, {
        who: 'You do not solve the problem. You choose how it is worked on.',
        how: `Answer with one digit: ${templates.alone} for one agent who answers at once, ${templates.checked} for one whose answer is checked and sent back, ${templates.voted} for three answers and a vote.`,
        heard: [],
        ask: 'Your choice:',
      }),
    maxTokens: () => fewTokens,
  },
};

/** The operations of the calculator that a specialist masters. */
export const specialities = ['add', 'sub', 'mul', 'div'] as const;

/** Names the specialist who answers. */
export const router: Role = {
  id: 'router',
  name: 'Router',
  meaning: 'Sees the question and names the specialist who is to answer it.',
  answers: 'word',
  words: specialities,
  alone: 'it names who answers, and nobody answers',
  maxTokens: () => 1,
  prompt: (view) => `${sheetOf(view)}tool:`,
  instruct: {
    ask: (view) =>
      conversation(view, {
        who: 'You do not solve the problem. You name the specialist who does.',
        how: `The specialists are ${specialities.map((one) => `"${one}"`).join(', ')}; each can do that operation and no other. Answer with one of these words.`,
        heard: [],
        ask: 'The specialist:',
      }),
    maxTokens: () => fewTokens,
  },
};

/** Two numbers for the one operation it has. */
export function specialist(operation: (typeof specialities)[number]): Role {
  return {
    id: operation,
    name: `Specialist “${operation}”`,
    meaning: `Names the two numbers on which the calculator does its one operation, ${operation}.`,
    answers: 'action',
    inCalls: true,
    read: (view, text) => readCalls(view, `${operation} ${oneLine(text)}`),
    maxTokens: () => callTokens,
    prompt: (view) => `${sheetOf(view)}tool:${operation}`,
    instruct: {
      ask: (view) =>
        conversation(view, {
          who: `You are the specialist for "${operation}": a calculator does this one operation on the two numbers that you name.`,
          how: 'Answer with two numbers, a space between them, and nothing else.',
          heard: [],
          ask: 'The two numbers:',
        }),
      maxTokens: () => fewTokens,
    },
  };
}
