// What a role is: whom it speaks as, what it may see, and what its answer stands for. It does not know tokens or
// policies.
import type { Environment, PlayerId, ProgramRun } from '../environments/environment';
import type { ChatMessage } from '../language/chat-template';
import type { RoleId } from '../rollouts/transcript';
import type { ProgramRequest, ProgramResult } from './program-runner';

/** How the last turn ended, told to the roles so that greedy play does not repeat its own mistake. */
export type LastTurn = 'start' | 'moved' | 'still';

/** How a turn from one state to another ended: "still" where they read alike. */
export function lastTurnOf({ wording: { describe } }: Environment, before: unknown, after: unknown): LastTurn {
  return describe(after) === describe(before) ? 'still' : 'moved';
}

/** What another role of the same turn put forward. */
export interface Proposal {
  /** Calls in one line, or real code as it was run. */
  readonly program: string;
  readonly run: ProgramRun<unknown>;
  /** Its moves in words. */
  readonly moves: string;
  /** The state those moves would lead to. */
  readonly after: unknown;
  /** What real code printed. */
  readonly output?: string;
}

/** What an earlier role of the same turn said, and what came of it. */
export interface Heard {
  readonly role: RoleId;
  /** The answer, word for word. */
  readonly text: string;
  /** Its moves in words; "" when it could not be read. */
  readonly moves: string;
  /** Of a program role. */
  readonly proposal?: Proposal;
  /** It is a draft: done at the end of the turn, if nothing is put forward after it (graph.ts). */
  readonly draft?: true;
  /** The state that a draft would lead to. */
  readonly after?: unknown;
  /** What its program printed, and how that ended. */
  readonly output?: string;
  /** A short sentence. */
  readonly why: string;
}

/** What a role may see when it answers. */
export interface View {
  /** As the role's player meets it, where there are several. */
  readonly environment: Environment;
  readonly state: unknown;
  readonly turn: number; // from 1
  /** How often it has spoken in this turn, this time included; absent the first time. */
  readonly visit?: number;
  readonly last: LastTurn;
  /** What earlier roles of this turn said, in order; nothing in a parallel team (G5); in a graph, what its edges
   *  brought here. */
  readonly earlier: readonly Heard[];
  /** The latest of theirs that is a program's; absent where there is none. */
  readonly proposal?: Proposal;
}

/** In which words roles are asked: a few dozen tokens, or full instructions in the model's own chat format. */
export type Wording = 'compact' | 'instruct';

export interface Role {
  readonly id: RoleId;
  readonly name: string;
  /** One sentence for its card. */
  readonly meaning: string;
  /** Whom it plays, in a world of several players. */
  readonly player?: PlayerId;
  /** "program": the answer is a program whose moves are a proposal. "action": the answer changes the world. "word": it
   *  is one of a few words. */
  readonly answers: 'program' | 'action' | 'word';
  /** Of a word role: what it may say, a verdict, a vote or a way. It changes nothing in the world; the team's graph
   *  reads it. */
  readonly words?: readonly string[];
  /** A word role whose word is a verdict on the latest draft it heard: these words take it, all others reject it. Its
   *  own reward is for being right about that. */
  readonly accepts?: readonly string[];
  /** Its answer is an action, and written in the world's calls; a program role without `program` writes them anyway. */
  readonly inCalls?: true;
  /** The answer is real code: what is to be run of it; undefined when there is none in it. A program role without this
   *  speaks the world's calls. */
  program?(view: View, text: string, seed: number): ProgramRequest | undefined;
  /** The world's action that the answer stands for; undefined when it cannot be read. Without this the world reads the
   *  answer, or what the answer's program printed. `result`: of the answer's program. */
  read?(view: View, text: string, result?: ProgramResult): unknown;
  /** Longest answer, in tokens, the end token included. `symbols`: letters and digits that the moves of a turn take at
   *  most. */
  maxTokens(symbols: number): number;
  prompt(view: View): string;
  /** The same in full words, for a model that is spoken to in its own chat format. */
  readonly instruct: {
    ask(view: View, moveBudget: number): readonly ChatMessage[];
    /** Other vocabularies, other words: longer than in the compact wording. */
    maxTokens(symbols: number): number;
  };
  /** Of a role whose action is no decision of the team's: what it would be if nobody came after it (alone.ts) – or, in
   *  a sentence, why the role has nothing to do by itself. */
  readonly alone?: ((action: unknown) => unknown) | string;
  /** True when the role passes its turn: no prompt, no sample (G6). */
  passes?(view: View): boolean;
}
