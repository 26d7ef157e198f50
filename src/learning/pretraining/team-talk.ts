// How an untrained team talks, of whatever roles: every prompt is the role's own, every answer a beginner's – calls
// where the role writes calls, else the world's words, often a copy of what somebody said before. It does not know what
// a world is about.
import type { Rng } from '../../basics/rng';
import { teamById } from '../agents';
import { type Heard, lastTurnOf, type Role, type View } from '../agents/role';
import type { Environment, EnvironmentSettings } from '../environments/environment';
import { mixture, naiveProgram } from './naive';
import type { Piece } from './piece';

/** A problem to be talked about. */
export interface Problem {
  readonly seed: number;
  readonly settings: EnvironmentSettings;
  readonly rng: Rng;
  /** Of each role. */
  readonly answers: number;
  /** Share of the answers that are a habit; none when absent. */
  readonly habits?: number;
}

const mostTurns = 3;

/** A problem as it looks after zero to two turns of naive talk, and what every role that speaks then is asked and
 *  says. */
export function teamTalk(
  team: string,
  environment: Environment,
  { seed, settings, rng, answers }: Problem,
): { start: View; spoken: Piece[] } {
  const turn = 1 + rng.integer(mostTurns);
  const fresh: View = { environment, state: environment.start(seed, settings), turn: 1, last: 'start', earlier: [] };
  let start = fresh;
  for (let played = 1; played < turn; played++) {
    const { state, over } = turnOf(team, start, rng, answers);
    if (over) break;
    start = { ...fresh, state, turn: played + 1, last: lastTurnOf(environment, start.state, state) };
  }
  return { start, spoken: turnOf(team, start, rng, answers).spoken };
}

/** One turn: the first of a role's answers is what it does. */
function turnOf(
  team: string,
  start: View,
  rng: Rng,
  answers: number,
): { state: unknown; over: boolean; spoken: Piece[] } {
  const { roles, order } = teamById(team);
  const { environment } = start;
  const heard: Heard[] = [];
  const spoken: Piece[] = [];
  let { state } = start;
  let over = false;
  for (const role of roles) {
    const view: View = order === 'parallel' ? start : { ...start, state, earlier: [...heard] };
    if (over || role.passes?.(view)) continue;
    const texts = Array.from({ length: answers }, () => naiveAnswer(role, view, rng));
    spoken.push({ prompt: role.prompt(view), continuations: texts });
    const [text = ''] = texts;
    const action = (role.read ? role.read(view, text) : environment.wording.read(text)) ?? environment.wording.read('');
    heard.push({ role: role.id, text, moves: environment.wording.write(action), why: '' });
    const outcome = environment.act(state, action, mostMoves);
    [state, over] = [outcome.state, outcome.done];
  }
  return { state, over, spoken };
}

/** Moves that an answer may hold. */
const mostMoves = 12;

function naiveAnswer(role: Role, view: View, rng: Rng): string {
  const { environment, state, earlier } = view;
  if (role.inCalls) return naiveProgram(view, rng);
  const { copy, random } = mixture.plan;
  const heard = earlier.map(({ moves }) => moves).filter((moves) => moves !== '');
  const draw = rng.number();
  if (draw < copy && heard.length > 0) return withoutSpeaker(rng.pick(heard));
  if (draw < copy + random) return environment.wording.write(environment.random(state, 1, rng.number));
  return environment.beginner?.moves(state, rng) ?? '';
}

/** "tool: 19" as somebody else would say it: "19". */
function withoutSpeaker(moves: string): string {
  return moves.replace(/^[a-z][a-z0-9-]*: /, '');
}
