// From an answer's text to what it does, tried on its own copy of the state. Never throws: an answer that cannot be read is a
// result with format 0 that changes nothing (W5).
import type { Environment, Outcome } from '../environments/environment';
import type { Proposal, Role } from './role';

export interface Trial {
  readonly readable: boolean;
  /** 1 when the answer ended by itself, could be read, names at least one move and keeps to the budget; else 0. */
  readonly format: number;
  /** Moves in words; "" when it could not be read. */
  readonly moves: string;
  readonly outcome: Outcome<unknown>;
  /** For program roles: what the next role is shown. */
  readonly proposal?: Proposal;
  readonly programOutput?: string;
  readonly why: string;
}

export interface Answer {
  readonly environment: Environment;
  readonly role: Role;
  readonly state: unknown;
  readonly text: string;
  readonly stop: 'end' | 'length';
  readonly moveBudget: number;
}

/** Reads the answer and tries it on a copy of the state. */
export function tryAnswer(answer: Answer): Trial {
  const trial = answer.role.answers === 'program' ? tryProgram(answer) : tryMoves(answer);
  const { outcome } = trial;
  const lost = outcome.done && !outcome.solved;
  // Moves that lose the game are no legal play: else a dead end would earn as much as standing still, and nobody would learn to avoid it.
  return lost ? { ...trial, outcome: { ...outcome, terms: { ...outcome.terms, legal: 0 } } } : trial;
}

function nothing({ environment, state, moveBudget }: Answer): Outcome<unknown> {
  return environment.act(state, environment.wording.read(''), moveBudget);
}

function tryMoves(answer: Answer): Trial {
  const { environment, state, text, stop, moveBudget } = answer;
  const action = environment.wording.read(text);
  if (action === undefined) {
    return {
      readable: false,
      format: 0,
      moves: '',
      outcome: nothing(answer),
      why: `"${text}" is no list of moves: nothing happened`,
    };
  }
  const outcome = environment.act(state, action, moveBudget);
  const moves = environment.wording.write(action);
  const wellFormed = stop === 'end' && moves !== '' && outcome.excess === 0;
  return {
    readable: true,
    format: wellFormed ? 1 : 0,
    moves,
    outcome,
    why: moves === '' ? 'named no move: nothing happened' : outcome.why,
  };
}

function tryProgram(answer: Answer): Trial {
  const { environment, state, text, stop, moveBudget } = answer;
  const run = environment.calls.run(state, text, moveBudget);
  const moves = environment.wording.write(run.action);
  const outcome = run.readable ? environment.act(state, run.action, moveBudget) : nothing(answer);
  const proposal: Proposal = { program: text.replaceAll('\n', ' '), run, moves, after: outcome.state };
  const legal = run.readable && run.ran && moves !== '' ? 1 : 0;
  return {
    readable: run.readable,
    format: run.readable && stop === 'end' ? 1 : 0,
    moves,
    outcome: { ...outcome, terms: { ...outcome.terms, legal } },
    proposal,
    programOutput: `${moves || 'no moves'} – ${run.why}`,
    why: run.why,
  };
}
