// The contract of a world: its rules, and nothing of prompts, tokens, models or time. All functions are pure, on plain
// frozen data that survives JSON. `State` and `Action` are the environment's own; everyone else treats them as sealed.
import type { Knobs, KnobValue } from '../../basics/knobs';
import type { Rng } from '../../basics/rng';
import type { ProgramRequest, ProgramResult } from '../agents/program-runner';
import type { Split } from './splits';

/** Values of an environment's own knobs. */
export type EnvironmentSettings = Readonly<Record<string, KnobValue>>;

/** Rows of one-character symbols, drawn by the one generic board; every symbol is on the card. Of a world of texts: its
 *  lines. */
export type Picture = readonly string[];

export interface SymbolCard {
  readonly name: string; // "box on goal", read aloud by a screen reader
  readonly sprite:
    | 'wall'
    | 'floor'
    | 'goal'
    | 'box'
    | 'player'
    | 'box-on-goal'
    | 'player-on-goal'
    | 'second-player'
    | 'plate'
    | 'door' // closed
    | 'open-door'
    | 'blocked'
    | 'trail'
    | 'text' // the symbol itself
    | 'block'; // a block that bears the symbol
  /** What a box or a player stands on, where its sprite does not say so. */
  readonly on?: 'goal' | 'plate' | 'open-door';
}

export interface EnvironmentCard {
  readonly id: string; // kebab-case, e.g. "plan-path"
  readonly name: string; // "Plan-Path"
  /** One sentence: what is to be done here. */
  readonly sentence: string;
  readonly knobs: Knobs;
  /** "moves" (when absent): an action is a list of moves on a board. "text": problem and answer are texts, and pictures
   *  their lines. */
  readonly form?: 'moves' | 'text';
  /** What its states and actions are, for teams made for just these: "questions" answered by what is said
   *  (maths/sheet.ts), "tasks" by programs and tests (code/workbench.ts). Absent of a world that any team of moves
   *  plays. */
  readonly kind?: 'questions' | 'tasks';
  /** Whoever plays is shown the state as a picture alone: `wording.describe` writes patches (contract/patches.ts), and
   *  no prompt has a word of it. */
  readonly pictured?: true;
  readonly symbols: Readonly<Record<string, SymbolCard>>;
  /** What records call the term "legal" of an outcome, where actions are not made of moves (rollouts/term-names.ts). */
  readonly validity?: 'sound';
  /** How one problem is called, for texts: "room", "map". */
  readonly problem: string;
  /** What `remaining` counts: "pushes", "steps". */
  readonly remainingUnit: string;
  /** Who plays, in the order in which they move; absent: one player, who sees everything. */
  readonly players?: readonly PlayerCard[];
  /** Each player has rewards of its own (Z1): "zero-sum" where one gains what the other loses, so that their team terms
   *  sum to 1; absent: all share one. */
  readonly stakes?: 'zero-sum' | 'mixed';
  /** Of such a world: the player whose success alone is measured, beside the first script of the other; absent: each
   *  has a share of the problems. */
  readonly measured?: PlayerId;
  /** Of a world that measures each player beside a script: what counts as success there, in words. */
  readonly success?: string;
  /** Of a world of several players in which nothing is hidden from anybody: why, in a sentence. */
  readonly openInformation?: string;
  /** Why test problems are those that are trained on, in a sentence that stands beside every figure: the exception to
   *  V1. */
  readonly sameProblems?: string;
  /** Every game ends with one answer, right or wrong: a wrong one is as legal as the right one. Elsewhere a move that
   *  loses the game is no legal play. */
  readonly oneAnswer?: true;
}

export type PlayerId = string;

/** Someone in a world of several players. */
export interface PlayerCard {
  readonly id: PlayerId; // one lower-case word, "listener"
  readonly name: string;
  /** One sentence: what it sees, and what it does. */
  readonly sentence: string;
  /** Its actions are messages to the others (`says` of its part). */
  readonly speaks?: true;
}

/** What an action did. Every reward term lies in [0, 1] (W1). */
export interface Outcome<State> {
  readonly state: State;
  readonly terms: {
    /** 1 when solved, else the environment's own share of the task that is done. */
    readonly team: number;
    /** Share of the action's moves that changed something, or what stands in its place (`validity` of the card); 0 of
     *  an empty action. */
    readonly legal: number;
    /** Share of the way that this action gained; 0 when it gained nothing, lost ground or ended in a dead end. */
    readonly progress: number;
  };
  /** As it stands. */
  readonly solved: boolean;
  /** Nothing can follow: solved, or lost for good. Where nobody is told what is right (V8), a solved problem may go
   *  on. */
  readonly done: boolean;
  /** A short sentence for people: "pushed the box twice", "bumped into a wall". */
  readonly why: string;
  /** One picture after each move carried out, for playing it back. */
  readonly frames: readonly Picture[];
  /** Moves beyond the budget, which were not carried out (W2). */
  readonly excess: number;
}

/** What a program in the environment's *calls* language did when it was run on a copy of the state. */
export interface ProgramRun<Action> {
  /** The moves it made. */
  readonly action: Action;
  /** False when the text is no program at all; the action is then empty. */
  readonly readable: boolean;
  /** False when a call could not be carried out: what came before it still counts. */
  readonly ran: boolean;
  /** Calls carried out. */
  readonly calls: number;
  /** A short sentence for people: where and why it stopped. */
  readonly why: string;
}

export interface CallLanguage<State, Action> {
  /** One line per call for people and instruct prompts: "push D 2 – walk to the box and push it down twice". */
  readonly help: readonly string[];
  /** What rows and columns are counted from: 0 or 1. */
  readonly firstIndex: 0 | 1;
  /** Runs a program, calls separated by ";", with at most `moveLimit` moves. Never throws. */
  run(state: State, program: string, moveLimit: number): ProgramRun<Action>;
  /** One call that starts a best solution, e.g. "push D 2"; undefined when there is none. */
  best(state: State): string | undefined;
  /** Every call that would run and change the state. */
  possible(state: State): readonly string[];
}

/** How somebody plays who has only just heard of the rules: the shipped model is pretrained on it, so that there is
 *  something to learn. */
export interface Beginner<State> {
  /** A call by habit, which hardly looks. */
  call(state: State, rng: Rng): string;
  /** A call drawn blindly: often it cannot be carried out. */
  blindCall(state: State, rng: Rng): string;
  /** Calls in a program, at most. */
  readonly callsAtOnce: number;
  /** Moves by the same habit, in words, whatever stands between. */
  moves(state: State, rng: Rng): string;
}

/** A cell of a picture, both counted from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** A move as a person makes it: cells pointed at one after the other – any of a step's will do – and a value named at
 *  the end. */
export interface Pointing {
  readonly cells: readonly (readonly Cell[])[];
  /** One symbol, "3"; absent where the cells say it all. */
  readonly value?: string;
}

/** What a person writes in place of a move, in one state. */
export interface WrittenForm {
  /** What is written, for a sentence that begins with "Write": "up to 3 words to search for". */
  readonly help: string;
  /** What the button says that hands it in: "Search", "Run on the tests". */
  readonly button: string;
  /** Words that it can be put together from. */
  readonly words?: readonly string[];
  /** Of a text of several lines: what it begins with. */
  readonly begins?: string;
}

/** How a person makes a move: "walk" with U D L R as words, by arrow keys and swipes; by pointing at the picture; by
 *  choosing one of a few that have names; or in writing. */
export type ByHand<State, Action> =
  | { readonly kind: 'walk' }
  | {
      readonly kind: 'point';
      /** One sentence: "Click a cell, then type its digit." */
      readonly how: string;
      /** Of an action of one move, as `legal` lists them; different moves have different pointings. */
      pointing(state: State, move: Action): Pointing;
    }
  | {
      readonly kind: 'choose';
      /** What the button of a legal action says: "Bet". */
      named(state: State, action: Action): string;
    }
  | { readonly kind: 'write'; form(state: State): WrittenForm };

/** What one player may say: a message is at most `length` of these words. */
export interface Alphabet {
  readonly symbols: readonly string[];
  readonly length: number;
  /** They mean nothing before a team makes them mean something, and stand in no pretraining text. */
  readonly meaningless?: true;
}

/** How far a team may go in one problem. */
export interface Limits {
  readonly turns: number;
  readonly moveBudget: number;
}

/** The world as one of several players meets it: what it observes, in words and as a picture, and what it may do. In
 *  PettingZoo's terms `wording.describe` and `picture` are `observe`, `legal` the action mask. What is not here is the
 *  world's own: states, `act`, who has solved – but where players have stakes of their own, `team` is what the state is
 *  worth to this one, and `solved` whether it came off at least even. */
export interface PlayerPart<State, Action>
  extends Pick<Environment<State, Action>, 'legal' | 'random' | 'solve' | 'picture' | 'wording'>,
    Partial<Pick<Environment<State, Action>, 'calls' | 'byHand' | 'beginner' | 'facts' | 'team' | 'solved'>> {
  /** Of a game: players of it who need no model, "minimax", by name. */
  readonly scripts?: readonly string[];
  /** What one of them does where it is this player's move. */
  script?(name: string, state: State, random: () => number): Action;
  /** Another state of the same world that this player cannot tell from the given one: what it does not observe is drawn
   *  anew. Absent only where somebody else wrote the world and did not say. */
  alike?(state: State, random: () => number): State;
  /** What an answer is worth to this player after which the team term came to `share`, on average over the plays that
   *  follow, and which is said in the share `said` of its group's answers; absent: that average. With this its answers
   *  are followed whatever the credit. */
  fromPlays?(share: number, said: number): number;
  /** The chance to solve this problem, from its start, that no policy of this player exceeds while the others do
   *  nothing at all. Absent as `alike` is: then no ceiling is stated of the world. */
  ceiling?(start: State, limits: Limits): number;
  /** Of a player whose actions are messages to the others. */
  says?(state: State): Alphabet;
  /** There is nothing for this player to do before somebody else has moved: its role passes (G6). */
  waits?(state: State): boolean;
  /** For a pretraining text: what a beginner does who hardly looks. */
  habit?(state: State): Action;
  /** For a pretraining text: a state in which this player has heard a word that has a meaning, and the answers that fit
   *  it. */
  hears?(state: State, random: () => number): { readonly state: State; readonly answers: readonly Action[] };
}

/** A figure that is computed from the probabilities of answers in every view that the players can have. */
export interface ExactMeasure<State> {
  readonly name: string; // "exploitability"
  /** One sentence: what it is, its unit, and what is good. */
  readonly sentence: string;
  readonly views: readonly {
    readonly player: PlayerId;
    readonly state: State;
    /** In words; what else is said there is no legal move. */
    readonly answers: readonly string[];
  }[];
  /** probability_Q_A[q][a]: of answer a in view q. */
  value(probability_Q_A: readonly (readonly number[])[]): number;
}

/** What a text asks and answers: "need" and " 5". What nobody asks about, "", is said where the player answers. */
export type Fact = readonly [asked: string, answer: string];

export interface Environment<State = unknown, Action = unknown> {
  readonly card: EnvironmentCard;
  /** Of a world with several players, by their ids. Its actions then say whose they are, `act` carries out any of them,
   *  and everything else here is a spectator's, who sees the whole state: `legal`, `random` and `solve` are those of
   *  the player whose move it is. */
  readonly players?: Readonly<Record<PlayerId, PlayerPart<State, Action>>>;
  /** The team term of all that was done between two states, for what several roles do in a turn (W1). Absent: that of
   *  the last action. */
  team?(before: State, after: State): number;
  /** A fresh problem, always solvable. The seed's split (splits.ts) and the problem's split agree (V1). */
  start(seed: number, settings: EnvironmentSettings): State;
  /** How many different problems a split has, where they are a set: an evaluation plays none of them twice (V3). Absent
   *  or undefined where they are drawn without end. */
  problems?(split: Split, settings: EnvironmentSettings): number | undefined;
  /** What no action changes – walls and goals, not boxes and player –, equal for mirrors and turns: a problem's split
   *  is read off it, so no board that play leads to is a problem of another split (V6). Absent: the problem as it is
   *  described. */
  layout?(state: State): string;
  /** The whole board, equal for its mirrors and turns: where it is equal, problems are the same (V6). Absent: as it is
   *  described. */
  canonical?(state: State): string;
  /** What must be run before `act` can judge the action, e.g. hidden tests; absent where nothing ever must. Never of
   *  the action that `wording.read('')` is. */
  programs?(state: State, action: Action): readonly ProgramRequest[];
  /** Carries out at most `budget` moves. Illegal moves cost and change nothing; never throws. `results`: to `programs`,
   *  in order. */
  act(state: State, action: Action, budget: number, results?: readonly ProgramResult[]): Outcome<State>;
  solved(state: State): boolean;
  /** Least further work, in `card.remainingUnit`; Infinity in a dead end. */
  remaining(state: State): number;
  /** Whether `remaining` is only a bound from below here, so that a dead end may go unnoticed and `solve` may give up;
   *  absent: never. */
  estimated?(state: State): boolean;
  /** The actions of one move that would change the state. */
  legal(state: State): readonly Action[];
  /** A random action of `moves` moves, drawn with `random` in [0, 1): random play, the lowest reference line. */
  random(state: State, moves: number, random: () => number): Action;
  /** The world's own solver: one complete action that solves, or undefined. */
  solve(state: State): Action | undefined;
  picture(state: State): Picture;
  /** Absent: moves are written in words. */
  readonly byHand?: ByHand<State, Action>;
  readonly wording: {
    /** The word that compact prompts begin with: "map". */
    readonly title: string;
    /** The state in compact words: a few dozen characters, lines end with "\n". */
    describe(state: State): string;
    /** What stands on the described board and is worth telling by row and column: its name, and the symbols that show
     *  it. */
    readonly landmarks?: Readonly<Record<string, string>>;
    /** What a player would note beside the described state, for a tiny model that need not find it out itself: the
     *  values still open in each cell of a Sudoku. One line ended by "\n", or nothing. */
    notes?(state: State): string;
    /** What is new after a proposal, as compact as it can be told: Sokoban the whole board, Plan-Path where one would
     *  stand. */
    describeAfter(state: State): string;
    /** The action in words, e.g. "UURD". */
    write(action: Action): string;
    /** The action, or undefined when the text cannot be read. Round trip: read(write(a)) equals a. */
    read(text: string): Action | undefined;
    /** What `write` writes, told to somebody who has to write it: 'letters U (up), D (down) …, for example "UUR"'. */
    readonly help: string;
    /** Letters and digits that one move takes in words. */
    readonly symbolsPerMove: number;
    /** Words in every action, where they are always as many: an answer that writes them all needs no end. Without this
     *  the first thing that training teaches is when to stop, and it prefers the words that are followed by a stop. */
    words?(state: State): number | undefined;
    /** What a compact prompt of this player ends with in place of its id: a word that the shipped model answers to. */
    readonly cue?: string;
    /** Standing still is an action like any other: with several players somebody may have to wait. */
    readonly mayStandStill?: true;
  };
  readonly calls: CallLanguage<State, Action>;
  /** What is computed of the players' policies themselves, not of plays (Z5). */
  readonly exact?: ExactMeasure<State>;
  /** Absent where no shipped model has to be taught. */
  readonly beginner?: Beginner<State>;
  /** What a look at a player's view would find out, for a pretraining text of a world of several. */
  facts?(state: State): readonly Fact[];
}

/** Of a world that has no calls language: no text is a program. */
export const noCalls: CallLanguage<unknown, never> = {
  help: [],
  firstIndex: 1,
  run: () => ({ action: undefined as never, readable: false, ran: false, calls: 0, why: 'this world has no calls' }),
  best: () => undefined,
  possible: () => [],
};
