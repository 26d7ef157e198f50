// From an answer's text to what it does, tried on its own copy of the state. Never throws: an answer that cannot be
// read is a result with format 0 that changes nothing (W5). Real code is run elsewhere: an answer says what is to be
// run, is read with what came of it, and may name programs once more by which its world judges it.
import type { Outcome, ProgramRun } from '../environments/environment';
import type { ProgramRequest, ProgramResult } from './program-runner';
import type { Proposal, Role, View } from './role';

export interface Answer {
  readonly role: Role;
  readonly view: View;
  readonly text: string;
  readonly stop: 'end' | 'length';
  readonly moveBudget: number;
  /** Of the answer's program, when it is one. */
  readonly programSeed: number;
}

/** The answer's own program; nothing when it is none, or none that has to be run elsewhere. */
export function programOf({ role, view, text, programSeed }: Answer): readonly ProgramRequest[] {
  const request = role.program?.(view, text, programSeed);
  return request ? [request] : [];
}

/** An answer with the action it stands for. */
export interface ReadAnswer extends Answer {
  /** Undefined when it cannot be read. */
  readonly action: unknown;
  /** Of an answer that is a program. */
  readonly run?: ProgramRun<unknown>;
  /** The program as it is shown, and what real code printed. */
  readonly program?: { readonly source: string; readonly output?: string };
}

/** Reads the answer; `program` and `result`: what had to be run of it, and what came of that. */
export function readAnswer(answer: Answer, program?: ProgramRequest, result?: ProgramResult): ReadAnswer {
  const { role, view, text, moveBudget } = answer;
  const { wording, calls } = view.environment;
  if (role.answers === 'word') return { ...answer, action: wordIn(role, text) };
  if (role.program) {
    const printed =
      result && (result.end === 'finished' || result.output.trim() !== '') ? wording.read(result.output) : undefined;
    const action = role.read ? role.read(view, text, result) : printed;
    if (program && result)
      return {
        ...answer,
        action,
        run: runOf(action, result),
        program: { source: program.source, output: result.output },
      };
    const why = 'there is no program in it';
    return role.answers === 'program'
      ? { ...answer, action: undefined, run: nothingRun(why), program: { source: text } }
      : { ...answer, action };
  }
  if (role.answers === 'program') {
    const run = calls.run(view.state, text, moveBudget);
    return {
      ...answer,
      action: run.readable ? run.action : undefined,
      run,
      program: { source: text.replaceAll('\n', ' ') },
    };
  }
  return { ...answer, action: role.read ? role.read(view, text) : wording.read(text) };
}

function runOf(action: unknown, result: ProgramResult): ProgramRun<unknown> {
  const readable = action !== undefined;
  const ran = result.end === 'finished';
  return { action, readable, ran, calls: 0, why: ran && !readable ? 'what it printed cannot be read' : result.why };
}

function nothingRun(why: string): ProgramRun<unknown> {
  return { action: undefined, readable: false, ran: false, calls: 0, why };
}

/** What its world must have run before it can judge the answer. */
export function graderPrograms({ view, action }: ReadAnswer): readonly ProgramRequest[] {
  return action === undefined ? [] : (view.environment.programs?.(view.state, action) ?? []);
}

export interface Trial {
  readonly readable: boolean;
  /** Undefined when it is not readable. */
  readonly action: unknown;
  /** 1 when the answer ended by itself or is as long as all are, could be read and keeps to the budget; moves must be
   *  at least one where nobody may stand still. Else 0. */
  readonly format: number;
  /** Moves in words, or the word of a word role; "" when it could not be read. */
  readonly moves: string;
  readonly outcome: Outcome<unknown>;
  /** For program roles: what the next role is shown. */
  readonly proposal?: Proposal;
  readonly programOutput?: string;
  readonly why: string;
}

/** Tries what was read on a copy of the state; `results`: to `graderPrograms`. */
export function tryAnswer(read: ReadAnswer, results: readonly ProgramResult[] = []): Trial {
  const { answers } = read.role;
  if (answers === 'word') return tryWord(read);
  const trial = answers === 'program' ? tryProgram(read, results) : tryAction(read, results);
  const { outcome } = trial;
  const lost = outcome.done && !outcome.solved && !read.view.environment.card.oneAnswer;
  // Moves that lose a game that could go on are no legal play: else a dead end would earn as much as standing still,
  // and nobody would learn to avoid it.
  return lost ? { ...trial, outcome: { ...outcome, terms: { ...outcome.terms, legal: 0 } } } : trial;
}

/** The first of a text's words, where the role may say it. */
function wordIn({ words = [] }: Role, text: string): string | undefined {
  const [first] = text.trim().split(/\s+/);
  return words.find((word) => word === first);
}

/** A word changes nothing. A verdict is worth something where it is right about the draft; what another word is worth
 *  is only found out by what follows it (rollouts/credit.ts). */
function tryWord(read: ReadAnswer): Trial {
  const { view, role, action, text } = read;
  const { environment, state } = view;
  const idle = environment.act(state, environment.wording.read(''), read.moveBudget);
  const outcome = { ...idle, terms: { team: 0, legal: 0, progress: 0 }, solved: false, done: false };
  const nothing = { readable: false, action: undefined, format: 0, moves: '', outcome };
  if (typeof action !== 'string') {
    const known = (role.words ?? []).map((word) => `"${word}"`).join(', ');
    return { ...nothing, why: `"${text.trim()}" is none of its words: ${known}` };
  }
  const worth = role.accepts && isRightAbout(read, role.accepts.includes(action)) ? 1 : 0;
  const terms = { team: worth, legal: 1, progress: worth };
  const format = text.trim() === action ? 1 : 0;
  const why = role.accepts ? `said ${action}, and is ${worth === 1 ? 'right' : 'wrong'} about it` : `said ${action}`;
  return { ...nothing, readable: true, format, moves: action, outcome: { ...outcome, terms }, why };
}

/** Whether it accepts a draft that gains something, or rejects one that gains nothing. */
function isRightAbout({ view: { environment, state, earlier }, moveBudget }: ReadAnswer, accepted: boolean): boolean {
  const { wording } = environment;
  const draft = earlier.findLast(({ draft }) => draft);
  const action = draft === undefined || draft.moves === '' ? undefined : wording.read(draft.moves);
  if (action === undefined) return !accepted;
  const { solved, terms } = environment.act(state, action, moveBudget);
  return (solved || terms.progress > 0) === accepted;
}

/** An answer that cannot be read does what the empty one does: nothing. */
function outcomeOf({ view, action, moveBudget }: ReadAnswer, results: readonly ProgramResult[]): Outcome<unknown> {
  const { environment, state } = view;
  if (action === undefined) return environment.act(state, environment.wording.read(''), moveBudget);
  return environment.act(state, action, moveBudget, results);
}

function tryAction(read: ReadAnswer, results: readonly ProgramResult[]): Trial {
  const { view, role, action, text, stop } = read;
  const outcome = outcomeOf(read, results);
  const output = read.run ? { programOutput: outputOf(read, read.run) } : {};
  if (action === undefined) {
    const fault = read.run?.why ?? (role.read ? 'the answer cannot be read' : `"${text}" is no list of moves`);
    return {
      readable: false,
      action,
      format: 0,
      moves: '',
      outcome,
      ...output,
      why: `${fault}: ${view.environment.card.stakes ? outcome.why : 'nothing happened'}`,
    };
  }
  const { wording } = view.environment;
  const moves = wording.write(action);
  const ended = stop === 'end' || moves.trim().split(' ').length === wording.words?.(view.state);
  const acted = moves !== '' || wording.mayStandStill === true;
  const wellFormed = ended && acted && outcome.excess === 0;
  const why = acted ? outcome.why : 'named no move: nothing happened';
  return { readable: true, action, format: wellFormed ? 1 : 0, moves, outcome, ...output, why };
}

function tryProgram(read: ReadAnswer, results: readonly ProgramResult[]): Trial {
  const { view, action, stop, program } = read;
  const run = read.run ?? nothingRun('there is no program');
  const moves = action === undefined ? '' : view.environment.wording.write(action);
  const outcome = outcomeOf(read, results);
  const printed = program?.output === undefined ? {} : { output: program.output };
  const proposal: Proposal = { program: program?.source ?? '', run, moves, after: outcome.state, ...printed };
  const legal = run.readable && run.ran && moves !== '' ? 1 : 0;
  return {
    readable: run.readable,
    action,
    format: run.readable && stop === 'end' && outcome.excess === 0 ? 1 : 0,
    moves,
    outcome: { ...outcome, terms: { ...outcome.terms, legal } },
    proposal,
    programOutput: printed.output === undefined ? `${moves || 'no moves'} – ${run.why}` : outputOf(read, run),
    why: run.why,
  };
}

function outputOf({ program }: ReadAnswer, run: ProgramRun<unknown>): string {
  return `${program?.output?.trimEnd() || 'printed nothing'} – ${run.why}`;
}
