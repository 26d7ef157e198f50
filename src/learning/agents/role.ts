// What a role is: whom it speaks as, what it may see, and what its answer stands for. It does not know tokens or policies.
import type { Environment, ProgramRun } from '../environments/environment';
import type { ChatMessage } from '../language/chat-template';
import type { RoleId } from '../rollouts/transcript';

/** How the last turn ended, told to the roles so that greedy play does not repeat its own mistake. */
export type LastTurn = 'start' | 'moved' | 'still';

/** What another role of the same turn put forward. */
export interface Proposal {
  readonly program: string;
  readonly run: ProgramRun<unknown>;
  /** Its moves in words. */
  readonly moves: string;
  /** The state those moves would lead to. */
  readonly after: unknown;
}

/** What a role may see when it answers. */
export interface View {
  readonly environment: Environment;
  readonly state: unknown;
  readonly turn: number; // from 1
  readonly last: LastTurn;
  /** Absent where no role has answered before, or the team is parallel (G5). */
  readonly proposal?: Proposal;
}

/** In which words roles are asked: a few dozen tokens, or full instructions in the model's own chat format. */
export type Wording = 'compact' | 'instruct';

export interface Role {
  readonly id: RoleId;
  readonly name: string;
  /** One sentence for its card. */
  readonly meaning: string;
  /** "program": the answer is a program whose moves are a proposal. "action": the answer changes the world. */
  readonly answers: 'program' | 'action';
  /** Longest answer, in tokens, the end token included. `symbols`: letters and digits that the moves of a turn take at most. */
  maxTokens(symbols: number): number;
  prompt(view: View): string;
  /** The same in full words, for a model that is spoken to in its own chat format. */
  readonly instruct: {
    ask(view: View, moveBudget: number): readonly ChatMessage[];
    /** Other vocabularies, other words: longer than in the compact wording. */
    maxTokens(symbols: number): number;
  };
  /** True when the role passes its turn: no prompt, no sample (G6). */
  passes?(view: View): boolean;
}
