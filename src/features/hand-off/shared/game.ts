// A game told from outside: the seed of a problem, and what was answered so far. From that alone it says what every
// answer is worth – term by term, as in training – and who is asked next. The play is the one of training
// (rollouts/play.ts), so there is one source of rules and rewards; nothing is kept between two questions. It does not
// know who asks, nor how.
import { check } from '../../../basics/check';
import type { Completion } from '../../../contract/learner';
import type { catalogueOf, Definitions } from '../../../learning/catalogue';
import type { RunConfig } from '../../../learning/config/run-config';
import { worldSeed } from '../../../learning/environments/splits';
import type { ChatMessage } from '../../../learning/language/chat-template';
import type { Tokenizer } from '../../../learning/language/tokenizer';
import { groupOf, type Tried, tryAnswers } from '../../../learning/rollouts/answers';
import { type AskedQuestion, playGames } from '../../../learning/rollouts/play';
import type { PlaySettings } from '../../../learning/rollouts/play-settings';
import { playsOf } from '../../../learning/training/step';

/** What a file `game.json` holds: a run's configuration, and all that it names beside the built-in. */
export interface GameFile {
  readonly format: 'grove-game';
  readonly name: string;
  readonly config: RunConfig;
  readonly definitions: Definitions;
  /** Steps the run has done: training problems are those that it would go on with. */
  readonly step: number;
}

/** One problem of one of the run's worlds. */
export interface Problem {
  /** Which of the run's worlds, counted from 0. */
  readonly world: number;
  readonly seed: number;
}

export interface Said {
  readonly text: string;
  /** It ended by itself and was not cut at the longest answer. */
  readonly ended: boolean;
}

export interface Game extends Problem {
  /** In the order of the questions. */
  readonly said: readonly Said[];
}

/** What an answer came to, tried on its own copy of the state. */
export interface Scored {
  readonly role: string;
  readonly turn: number;
  readonly terms: Readonly<Record<string, number>>;
  readonly reward: number;
  /** Whether this answer's own copy is solved by it. */
  readonly solved: boolean;
  readonly moves: string;
  readonly why: string;
}

export interface Asked {
  readonly role: string;
  readonly turn: number;
  /** As a conversation; in the compact wording one message, the prompt as it is. */
  readonly messages: readonly ChatMessage[];
  /** Longest answer in tokens, the end included. */
  readonly maxTokens: number;
}

export interface Standing {
  readonly answers: readonly Scored[];
  /** Absent when the game is over. */
  readonly next?: Asked;
  readonly end?: 'solved' | 'lost' | 'out-of-turns';
}

/** Plays the games of a run. Throws where something would have to be run that has no place outside the lab. */
export function gameMaster(
  { config, step }: Pick<GameFile, 'config' | 'step'>,
  catalogue: ReturnType<typeof catalogueOf>,
) {
  // Whoever plays there has no earlier checkpoints.
  const without = { ...config, settings: { ...config.settings, pastOpponents: 0 } };
  const plays = (at: number) => playsOf({ config: without, step: at, tokenizer: letters, catalogue });
  // Chains: one answer each, and its own team term.
  const settings = plays(1).map((play): PlaySettings => ({ ...play.settings, branches: 1, games: 1, credit: 'own' }));
  for (const { team, environment } of settings) checkRunsNothing(team.roles, environment);
  return {
    stand: async ({ world, seed, said }: Game): Promise<Standing> => {
      const played = settings[world];
      check(played, `a run of ${settings.length} worlds has none of number ${world}: they count from 0`);
      return standOf(played, seed, said);
    },
    /** In the order of the run's steps. */
    trainingProblems: (count: number): Problem[] => {
      const found: Problem[] = [];
      for (let at = step + 1; found.length < count; at++)
        found.push(...plays(at).flatMap(({ seeds }, world) => seeds.map((seed) => ({ world, seed }))));
      return found.slice(0, count);
    },
    validationProblems: (count: number): Problem[] =>
      Array.from({ length: count }, (_, index) => ({
        world: index % settings.length,
        seed: worldSeed('validation', Math.floor(index / settings.length)),
      })),
  };
}

export type GameMaster = ReturnType<typeof gameMaster>;

/** What a play is stopped with when nobody has answered yet. */
class Unanswered {
  constructor(readonly question: AskedQuestion) {}
}

async function standOf(settings: PlaySettings, seed: number, said: readonly Said[]): Promise<Standing> {
  const answers: Scored[] = [];
  const settled = async (asked: readonly AskedQuestion[]) => {
    const heard = said.slice(answers.length, answers.length + asked.length);
    const questions = heard.map((one, index) => ({
      ...(asked[index] as AskedQuestion),
      completions: [completion(one)],
    }));
    const tried = await tryAnswers(settings, questions, undefined);
    const scored = questions.map((question, index) => groupOf(settings, question, tried[index] as Tried[]));
    for (const { group } of scored) {
      const [{ terms, reward, solved, moves, why }] = group.branches as [(typeof group.branches)[number]];
      answers.push({ role: group.role, turn: group.turn, terms, reward, solved, moves, why });
    }
    if (heard.length < asked.length) throw new Unanswered(asked[heard.length] as AskedQuestion);
    return scored;
  };
  const nobody = { sample: () => Promise.reject(new Error('every question is answered from what was said')) };
  try {
    const [world] = await playGames(settings, [{ seed, game: 0 }], nobody, { settled });
    check(
      answers.length === said.length,
      `the game ended after ${answers.length} answers, and ${said.length} are given: leave the others out`,
    );
    return { answers, end: world?.end ?? 'out-of-turns' };
  } catch (stopped) {
    if (stopped instanceof Unanswered) return { answers, next: askedIn(settings, stopped.question) };
    throw stopped;
  }
}

function askedIn({ wording }: PlaySettings, { role, view, prompt, group }: AskedQuestion): Asked {
  const messages = wording === 'compact' ? [{ role: 'user' as const, content: prompt }] : JSON.parse(prompt);
  return { role: role.id, turn: view.turn, messages, maxTokens: group.maxTokens };
}

const completion = ({ text, ended }: Said): Completion => {
  const token_T = letters.encode(text);
  return { token_T, logp_T: token_T.map(() => 0), stop: ended ? 'end' : 'length' };
};

/** Text as it is, a token for each character: whoever asks has tokens of their own. A conversation stays one. */
const letters: Tokenizer = {
  encode: (text) => Array.from(text, (letter) => letter.codePointAt(0) as number),
  decode: (token_T) => String.fromCodePoint(...token_T),
  pieces: (token_T) => token_T.map((letter) => String.fromCodePoint(letter)),
  endToken: -1,
  size: 0x110000,
  chat: (messages) => JSON.stringify(messages),
};

function checkRunsNothing(roles: PlaySettings['team']['roles'], { card, programs }: PlaySettings['environment']): void {
  const writes = roles.find(({ program }) => program !== undefined);
  check(
    !writes,
    `the role "${writes?.id}" writes programs that are run in the Lab's sandbox: a run whose tool speaks the world's calls can be handed off this way`,
  );
  check(
    programs === undefined,
    `the world "${card.id}" judges by running programs in the Lab's sandbox: it cannot be served elsewhere`,
  );
}
