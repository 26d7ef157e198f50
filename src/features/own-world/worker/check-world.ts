// Whether a module can be played and trained on: it is loaded, its problems are drawn, played at random and to the end,
// asked twice. What was found is told function by function, with the state it happened in and what to do.
import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { present } from '../../../basics/check';
import { defaultsOf } from '../../../basics/knobs';
import { rngFrom } from '../../../basics/rng';
import { teamsFor } from '../../../learning/agents';
import { listed, unwritable } from '../../../learning/agents/writable';
import type { WorldModule } from '../../../learning/catalogue';
import type { EnvironmentSettings, Picture } from '../../../learning/environments/environment';
import { playersOf } from '../../../learning/environments/players';
import { splitsOfRun, worldSeed } from '../../../learning/environments/splits';
import type { Tokenizer } from '../../../learning/language/tokenizer';
import { lookedAtByAll, solvedByAll, solvedTogether } from './check-players';
import type { WorldDescription } from './description';
import type { Finding, Tell } from './finding';
import type { OwnState } from './own-wording';
import { moduleOf, type OwnAction, type OwnWorld, ownWorld } from './own-world';
import { loadWorld, WorldFault, type WorldProgram } from './world-program';

export interface WorldReport {
  readonly findings: readonly Finding[];
  /** Absent where there are problems. */
  readonly world?: {
    readonly module: WorldModule;
    /** A few problems of the test split. */
    readonly previews: readonly { readonly picture: Picture; readonly solution: string }[];
  };
}

export interface CheckParts {
  readonly quickjs: QuickJSWASMModule;
  /** Of the model that ships; without it nothing is said of its words. */
  readonly tokenizer?: Tokenizer;
  /** Milliseconds of a clock. */
  readonly now: () => number;
  readonly onProgress?: (done: number, total: number, what: string) => void;
  /** Problems of each split that are drawn. */
  readonly problems?: number;
}

const budget = 12;
const turns = 4;
const enough = 2_000;
/** Answers to a second from which on training is a matter of seconds a step. */
const fewestAnswers = 100;

export function checkWorld(
  source: string,
  { quickjs, tokenizer, now, onProgress, problems = 200 }: CheckParts,
): WorldReport {
  const findings: Finding[] = [];
  const tell: Tell = (kind, about, what, example) =>
    void findings.push({ kind, about, what, ...(example && example.length > 0 ? { example } : {}) });
  const loaded = loadWorld(quickjs, source);
  if ('faults' in loaded) {
    for (const { where, what } of loaded.faults) tell('problem', where, what);
    return { findings };
  }
  const { program } = loaded;
  const { description } = program;
  const several = description.players.length > 0;
  const module = moduleOf(description, source);
  const world = ownWorld(program, module);
  tell('ok', 'module', `“${description.name}” has everything a world needs: ${description.functions.join(', ')}.`);
  const total = 5;
  const parts: readonly (readonly [what: string, part: () => void])[] = [
    ['draws problems', () => drawn(world, problems, tell)],
    ['plays at random', () => played(world, description, tell)],
    [
      'plays to the end',
      () => (several ? solvedByAll(world, { tell, turns, moveBudget: budget }) : solvedAll(world, tell)),
    ],
    ['asks everything again', () => asksAgain(quickjs, source, program, tell)],
    ['measures', () => measured(world, { tokenizer, now, tell })],
  ];
  try {
    parts.forEach(([what, part], done) => {
      onProgress?.(done, total, what);
      part();
    });
    onProgress?.(total, total, 'done');
    if (findings.some(({ kind }) => kind === 'problem')) return { findings };
    return { findings, world: { module, previews: previewsOf(world) } };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof WorldFault) tell('problem', error.where, error.what, error.given);
    else tell('problem', 'start', error.message);
    return { findings };
  } finally {
    program.close();
  }
}

function drawn(world: OwnWorld, count: number, tell: Tell): void {
  const different: Record<string, number> = {};
  for (const split of splitsOfRun) {
    const boards = Array.from({ length: count }, (_, index) => world.start(worldSeed(split, index), {}).board);
    different[split] = new Set(boards).size;
  }
  const figures = splitsOfRun.map((split) => `${different[split]} ${split}`).join(', ');
  const few = splitsOfRun.some((split) => (different[split] as number) < Math.min(count / 10, 20));
  const what = `${splitsOfRun.length * count} problems can be drawn and solved; different ones among ${count} each: ${figures}.`;
  if (few)
    tell(
      'warning',
      'start',
      `${what} That is few: a team may learn them by heart. Let chance decide more of a problem.`,
    );
  else tell('ok', 'start', what);
  for (const settings of corners(world)) {
    for (let seed = 0; seed < 3; seed++) world.start(seed, settings);
  }
  const names = Object.keys(world.card.knobs);
  if (names.length > 0) tell('ok', 'settings', `Problems can be drawn at both ends of ${names.join(', ')}.`);
}

/** Each setting at both of its ends, the others as usual. */
function corners({ card }: OwnWorld): EnvironmentSettings[] {
  return Object.entries(card.knobs).flatMap(([name, knob]) =>
    'range' in knob ? knob.range.map((end) => ({ ...defaultsOf(card.knobs), [name]: end })) : [],
  );
}

function played(world: OwnWorld, { players }: WorldDescription, tell: Tell): undefined {
  const looks = lookedAtByAll(world, tell);
  const movers = playersOf(world.card);
  let moves = 0;
  let solved = 0;
  for (let index = 0; index < 40; index++) {
    const rng = rngFrom('check world', index);
    let state = world.start(worldSeed('train', index), {});
    let over = false;
    for (let act = 0; act < turns * movers.length && !over; act++) {
      const player = movers[act % movers.length];
      const { random, legal, wording } = player === undefined ? world : (world.players?.[player] ?? world);
      const action = random(state, budget, rng.number);
      for (const one of player === undefined ? [action] : [action, ...legal(state)])
        if (JSON.stringify(wording.read(wording.write(one))) !== JSON.stringify(one))
          return tell('problem', 'moves', `they cannot be told apart in words: ${wording.write(one)}`);
      if (players.some(({ id }) => looks.leaks(id, state, rng.number))) return;
      const outcome = world.act(state, action, budget);
      for (const [term, value] of Object.entries(outcome.terms))
        if (!(value >= 0 && value <= 1))
          return tell(
            'problem',
            'score',
            `the reward term "${term}" is ${value}, expected 0 to 1`,
            world.picture(state),
          );
      moves += movesIn(action).length;
      if (unpaid(world, { state, nothing: wording.read('') ?? [] }, tell)) return;
      state = outcome.state;
      over = outcome.done;
    }
    if (world.solved(state)) solved++;
  }
  tell('ok', 'step', `${moves} random moves broke nothing, and moves that change nothing earn nothing.`);
  const rate = Math.round((100 * solved) / 40);
  if (rate > 60)
    tell(
      'warning',
      'start',
      `Random moves solve ${rate} % of the problems: there is little left to learn. Make them harder.`,
    );
  else tell('ok', 'start', `Random moves solve ${rate} % of the problems.`);
  looks.tellAll(players);
}

function movesIn(action: OwnAction): readonly string[] {
  return 'player' in action ? action.moves : action;
}

/** A move that changes nothing, or one that is taken back, must not pay. */
function unpaid(world: OwnWorld, { state, nothing }: { state: OwnState; nothing: OwnAction }, tell: Tell): boolean {
  if (world.solved(state)) return false;
  const none = world.act(state, nothing, budget);
  if (none.terms.progress === 0 && none.terms.legal === 0) return false;
  tell('problem', 'step', 'doing nothing was paid', world.picture(state));
  return true;
}

function solvedAll(world: OwnWorld, tell: Tell): undefined {
  const lengths: number[] = [];
  for (let index = 0; index < 40; index++) {
    const state = world.start(worldSeed('train', index), {});
    const way = world.solve(state);
    const outcome = way && world.act(state, way, enough);
    if (!way || !outcome?.solved)
      return tell(
        'problem',
        'solve',
        `its moves ${way ? world.wording.write(way) : '(none)'} do not solve this problem`,
        world.picture(state),
      );
    if (world.solved(state))
      return tell('problem', 'solved', 'a problem is solved before the first move', world.picture(state));
    const best = world.calls.best(state);
    const first =
      best === undefined ? undefined : world.act(state, world.calls.run(state, best, budget).action, budget);
    if (first && !(world.remaining(first.state) < world.remaining(state)))
      return tell(
        'problem',
        'remaining',
        `it does not become less by the first move of the way, ${best}`,
        world.picture(state),
      );
    lengths.push(movesIn(way).length);
  }
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const longest = Math.max(...lengths);
  tell('ok', 'solved', `The way to the end takes ${mean.toFixed(1)} moves on average, ${longest} at most.`);
  if (longest > 40)
    tell(
      'warning',
      'start',
      `Some problems take ${longest} moves: a team has four turns of twelve. Make them shorter, or raise the budget.`,
    );
}

/** A second copy of the module, asked in another order, has to answer alike. */
function asksAgain(quickjs: QuickJSWASMModule, source: string, first: WorldProgram, tell: Tell): undefined {
  const again = loadWorld(quickjs, source);
  if ('faults' in again) return tell('problem', 'module', 'it cannot be loaded a second time');
  const settings = defaultsOf(first.description.knobs);
  const { moves, players } = first.description;
  const answers = (program: WorldProgram, seed: number): (readonly [about: string, answer: string])[] => {
    const state = program.start(settings, seed);
    const seen = players.filter(({ functions }) => functions.includes('picture'));
    return [
      ['start', state],
      ...moves.slice(0, 20).map((move) => ['step', program.step(state, move)] as const),
      ...players.flatMap((one) =>
        one.moves.slice(0, 20).map((move) => ['step', program.step(state, move, one.id)] as const),
      ),
      ['picture', JSON.stringify(program.look(state))],
      ...seen.map(({ id }) => [`${id}.picture`, JSON.stringify(program.seen(id, state))] as const),
    ];
  };
  const seeds = Array.from({ length: 30 }, (_, seed) => seed);
  const before = seeds.map((seed) => answers(first, seed));
  const after = [...seeds]
    .reverse()
    .map((seed) => answers(again.program, seed))
    .reverse();
  again.program.close();
  const [place] = seeds.filter((seed) => JSON.stringify(before[seed]) !== JSON.stringify(after[seed]));
  if (place === undefined) return tell('ok', 'module', 'Asked again in another order, it answers the same.');
  const at = before[place]?.findIndex(([, answer], index) => answer !== after[place]?.[index]?.[1]) ?? 0;
  const [about, answer] = before[place]?.[at] ?? ['start', ''];
  const what =
    'it answers differently when asked again: keep nothing outside the state, and take chance only from the random that start is given';
  tell('problem', about, what, [answer, after[place]?.[at]?.[1] ?? '']);
}

interface Measure extends Pick<CheckParts, 'now' | 'tokenizer'> {
  readonly tell: Tell;
}

function measured(world: OwnWorld, { tokenizer, now, tell }: Measure): undefined {
  const rng = rngFrom('check world', 'speed');
  const states = Array.from({ length: 30 }, (_, index) => world.start(worldSeed('train', 1000 + index), {}));
  const began = now();
  let count = 0;
  for (const state of states) {
    for (let answer = 0; answer < 4; answer++, count++)
      world.act(state, world.random(state, budget, rng.number), budget);
    if (now() - began > 5_000) break;
  }
  const perSecond = Math.round((1000 * count) / Math.max(1, now() - began));
  if (perSecond < fewestAnswers)
    tell(
      'warning',
      'step',
      `It judges ${perSecond} answers a second, and a training step may have a thousand: make step() and picture() cheaper, or write remaining(state).`,
    );
  else tell('ok', 'step', `It judges ${perSecond} answers a second.`);
  if (!tokenizer) return;
  const spoken = {
    environment: world as never,
    environmentSettings: defaultsOf(world.card.knobs),
    team: present(teamsFor(world.card)[0], 'some team plays every world'),
    moveBudget: budget,
  };
  const missing = unwritable(tokenizer, spoken);
  if (missing.length === 0) return tell('ok', 'symbols', 'The model that ships can read and write all of its words.');
  tell(
    'warning',
    'symbols',
    `The model that ships has no tokens for ${listed(missing)}: take symbols out of # - . $ @ * + : ; ?, digits and U D L R, and “map” as the title, or train with a language model.`,
  );
}

function previewsOf(world: OwnWorld): { picture: Picture; solution: string }[] {
  return Array.from({ length: 6 }, (_, index) => {
    const state = world.start(worldSeed('test', index), {});
    const solution = world.players
      ? (solvedTogether(world, state, budget)?.words ?? '')
      : world.wording.write(world.solve(state) ?? []);
    return { picture: world.picture(state), solution };
  });
}

/** The report as lines, for a terminal. */
export function linesOf({ findings }: Pick<WorldReport, 'findings'>): string[] {
  const marks = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' };
  return findings.flatMap(({ kind, about, what, example = [] }) => [
    `${marks[kind]}  ${about}: ${what}`,
    ...example.map((line) => `             ${line}`),
  ]);
}
