// The sandbox's inside of an author's world: calls the author's functions on frozen copies, looks at what comes back,
// and searches the way to the end where the author wrote none. Evaluated in QuickJS before the module, as text; only
// texts cross.

/** An expression: (limits) → { take, ready, ask, where }. `ask(what, …texts)` gives JSON: { ok } or { fault }. */
export const driver = `(function (limits) {
  'use strict';
  const { parse, stringify } = JSON;
  const { freeze, keys, isFrozen } = Object;
  const { isFinite: finite } = Number;
  const isArray = Array.isArray;
  const Text = String;
  const { floor, imul } = Math;
  const BaseError = Error;
  const Table = Map;
  let world;
  /** The author's function at work, and what it was given. */
  let at = '';
  let given = [];

  Math.random = () => { throw new BaseError('Math.random is not here: use the random that start() is given') };
  // Mulberry32, by Tommy Ettinger, in the public domain: every draw begins with a seed of its own.
  let chance = 0;
  const random = () => {
    chance = (chance + 0x6d2b79f5) | 0;
    let mixed = imul(chance ^ (chance >>> 15), 1 | chance);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  random.integer = (count) => floor(random() * count);
  random.pick = (list) => {
    if (!isArray(list) || list.length === 0) throw new BaseError('random.pick wants a list that is not empty');
    return list[floor(random() * list.length)];
  };
  random.shuffle = (list) => {
    const all = [...list];
    for (let last = all.length - 1; last > 0; last--) {
      const other = floor(random() * (last + 1));
      [all[last], all[other]] = [all[other], all[last]];
    }
    return all;
  };
  freeze(random);

  const frozen = (value) => {
    if (typeof value === 'object' && value !== null && !isFrozen(value)) {
      for (const name of keys(value)) frozen(value[name]);
      freeze(value);
    }
    return value;
  };
  class Fault {
    constructor(what) { this.what = what }
  }
  const fail = (what) => { throw new Fault(what) };
  const kindOf = (value) => {
    if (value === undefined) return 'nothing';
    if (typeof value === 'function') return 'a function';
    let text;
    try { text = typeof value === 'bigint' ? value + 'n' : typeof value === 'number' ? Text(value) : stringify(value) } catch {}
    text = text === undefined ? typeof value : text;
    return text.length > 120 ? text.slice(0, 117) + '…' : text;
  };
  const call = (name, ...values) => callOf(world, name, name, values);
  const callOf = (owner, name, place, values) => {
    at = place;
    given = values;
    try {
      return owner[name](...values);
    } catch (error) {
      if (error instanceof Fault) throw error;
      let what = 'something that cannot be shown';
      let line;
      try {
        what = error instanceof BaseError ? Text(error) : kindOf(error);
        line = /world\\.js:(\\d+)/.exec(Text(error.stack));
      } catch {}
      throw new Fault('threw ' + what + (line ? ' (line ' + line[1] + ')' : ''));
    }
  };

  /** What is no plain JSON, by its place: undefined where all is. */
  const impure = (value, place) => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
    if (typeof value === 'number') return finite(value) ? undefined : place + ' is ' + value;
    if (typeof value !== 'object') return place + ' is ' + kindOf(value);
    if (isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        const found = impure(value[index], place + '[' + index + ']');
        if (found) return found;
      }
      return undefined;
    }
    const kind = Object.getPrototypeOf(value);
    if (kind !== Object.prototype && kind !== null) return place + ' is a ' + ((kind.constructor && kind.constructor.name) || 'special object');
    for (const name of keys(value)) {
      const found = impure(value[name], place + '.' + name);
      if (found) return found;
    }
    return undefined;
  };
  const textOf = (state) => {
    if (state === undefined) fail('expected a state, got nothing: is there a return?');
    let found;
    try { found = impure(state, 'the state') } catch { found = 'the state nests without end' }
    if (found) fail('expected a state of plain data (numbers, texts, true and false, null, lists, objects), but ' + found);
    const text = stringify(state);
    if (text.length > limits.stateLength) fail('expected a state of at most ' + limits.stateLength + ' characters in JSON, got ' + text.length);
    return text;
  };
  const stateOf = (text) => frozen(parse(text));

  const start = (settings, seed) => {
    chance = seed | 0;
    return textOf(call('start', random, stateOf(settings)));
  };
  /** An act is a move, and in a world of several players whose it is. */
  const stepped = (state, ...act) => {
    const next = call('step', state, ...act);
    return next === state ? undefined : textOf(next);
  };
  const isSolved = (state) => {
    const answer = call('solved', state);
    if (typeof answer !== 'boolean') fail('expected true or false, got ' + kindOf(answer));
    return answer;
  };
  const look = (text) => {
    const state = stateOf(text);
    const solved = isSolved(state);
    const rows = rowsOf(call('picture', state));
    let score = null;
    if (world.score) {
      score = call('score', state);
      if (typeof score !== 'number' || !(score >= 0 && score <= 1)) fail('expected a number from 0 to 1, got ' + kindOf(score));
    }
    return { solved, picture: rows, score };
  };
  const rowsOf = (rows) => {
    if (!isArray(rows) || rows.length === 0 || rows.length > limits.boardSide || !rows.every((row) => typeof row === 'string'))
      fail('expected a list of 1 to ' + limits.boardSide + ' texts, one for each row, got ' + kindOf(rows));
    const widths = rows.map((row) => [...row].length);
    if (widths[0] === 0 || widths[0] > limits.boardSide || widths.some((width) => width !== widths[0]))
      fail('expected rows of the same length, 1 to ' + limits.boardSide + ', got lengths ' + widths.join(', '));
    for (const row of rows) for (const symbol of row)
      if (!(symbol in world.symbols)) fail('the symbol "' + symbol + '" is not among symbols: name it there');
    return rows;
  };

  /** Texts of states → { left, move }: moves to the end (-1: there is no way) and the first of them. */
  let known = new Table();
  const learn = (text, left, move) => void known.set(text, { left, move });
  /** Breadth first. A small world is explored to its last state, and all ways in it are known then; in a large one, the
   *  nearest end. */
  const search = (first) => {
    const texts = [first];
    const indexOf = new Table([[first, 0]]);
    const cameFrom = [[]];
    const ends = [];
    for (let here = 0; here < texts.length; here++) {
      if (texts.length > limits.explored && ends.length > 0) return remember(texts, cameFrom, ends[0]);
      if (texts.length > limits.searched) {
        at = 'step';
        given = [stateOf(first)];
        fail('no end was found among the ' + limits.searched + ' states nearest to this one: write remaining(state), or let start() make problems that are nearer to their end');
      }
      const state = stateOf(texts[here]);
      if (isSolved(state)) {
        ends.push(here);
        continue;
      }
      for (let move = 0; move < acts.length; move++) {
        const after = call('step', state, ...acts[move]);
        if (after === state) continue;
        const next = after === undefined ? textOf(after) : stringify(after);
        if (next === texts[here]) continue;
        let there = indexOf.get(next);
        if (there === undefined) {
          textOf(after); // is it plain data? asked once for each state
          there = texts.length;
          indexOf.set(next, there);
          texts.push(next);
          cameFrom.push([]);
        }
        cameFrom[there].push([here, move]);
      }
    }
    settle(texts, cameFrom, ends);
  };
  /** The way from the first state to this end, by whom each was found first. */
  const remember = (texts, cameFrom, end) => {
    if (known.size > limits.remembered) known = new Table();
    let there = end;
    let move = null;
    for (let left = 0; ; left++) {
      learn(texts[there], left, move);
      if (there === 0) return;
      [there, move] = cameFrom[there][0];
    }
  };
  /** Backwards from all ends: the shortest way of every state. */
  const settle = (texts, cameFrom, ends) => {
    const left = texts.map(() => -1);
    const first = texts.map(() => null);
    for (const end of ends) left[end] = 0;
    const order = [...ends];
    for (let place = 0; place < order.length; place++) {
      const there = order[place];
      for (const [here, move] of cameFrom[there]) {
        if (left[here] >= 0) continue;
        left[here] = left[there] + 1;
        first[here] = move;
        order.push(here);
      }
    }
    if (known.size + texts.length > limits.remembered) known = new Table();
    texts.forEach((text, place) => learn(text, left[place], first[place]));
  };
  const numberLeft = (state) => {
    const left = call('remaining', state);
    if (left === Infinity) return -1;
    if (typeof left !== 'number' || !(left >= 0)) fail('expected a number of at least 0, or Infinity where there is no way, got ' + kindOf(left));
    if ((left === 0) !== isSolved(state)) {
      at = 'remaining';
      given = [state];
      fail('expected 0 where solved(state) is true and only there, got ' + left);
    }
    return left;
  };
  const ownWay = (state) => {
    const moves = call('solve', state);
    if (moves === undefined || moves === null) return undefined;
    if (!isArray(moves) || !moves.every((move) => world.moves.includes(move)))
      fail('expected a list of moves, or undefined where there is no way, got ' + kindOf(moves));
    return moves;
  };
  /** All acts of all players. */
  let acts = [];
  const movesOf = (player) => (player.says ? player.says.symbols : player.moves);
  const ofPlayer = (id, name, ...values) => {
    const player = world.players.find((one) => one.id === id);
    return { player, answer: callOf(player, name, id + '.' + name, values) };
  };
  const plan = (id, text) => {
    const { player, answer } = ofPlayer(id, 'solve', stateOf(text));
    if (answer === undefined || answer === null) return null;
    if (!isArray(answer) || !answer.every((move) => movesOf(player).includes(move)))
      fail('expected a list of its own moves or symbols, or undefined where there is none, got ' + kindOf(answer));
    if (player.says && answer.length > player.says.length)
      fail('expected a message of at most ' + player.says.length + ' symbols, got ' + answer.length);
    return answer;
  };
  const ceiling = (id, text, limits) => {
    const { answer } = ofPlayer(id, 'ceiling', stateOf(text), stateOf(limits));
    if (typeof answer !== 'number' || !(answer >= 0 && answer <= 1)) fail('expected a chance from 0 to 1, got ' + kindOf(answer));
    return answer;
  };
  const alike = (id, text, seed) => {
    chance = seed | 0;
    return textOf(ofPlayer(id, 'alike', stateOf(text), random).answer);
  };

  /** Moves left, -1 where there is no way. */
  const left = (text) => {
    const state = stateOf(text);
    if (world.remaining) return numberLeft(state);
    if (world.solve) {
      if (isSolved(state)) return 0;
      const moves = ownWay(state);
      return moves ? moves.length : -1;
    }
    if (!known.has(text)) search(text);
    return known.get(text).left;
  };
  /** Moves to the end, null where there is no way. */
  const way = (text) => {
    if (left(text) < 0) return null;
    let state = stateOf(text);
    if (world.solve) return isSolved(state) ? [] : ownWay(state) || null;
    const moves = [];
    if (!world.remaining) {
      for (let here = text; ; ) {
        if (!known.has(here)) search(here);
        const { left, move } = known.get(here);
        if (left === 0) return moves;
        moves.push(world.moves[move]);
        here = textOf(call('step', stateOf(here), world.moves[move]));
      }
    }
    for (let here = numberLeft(state); here > 0; ) {
      let best;
      for (const move of world.moves) {
        const next = stepped(state, move);
        if (next === undefined) continue;
        const after = numberLeft(stateOf(next));
        if (after >= 0 && after < (best ? best.after : here)) best = { after, move, next };
      }
      if (!best || moves.length >= limits.wayLength) {
        at = 'remaining';
        given = [state];
        fail('expected that some move lowers it, but it is ' + here + ' and no move does');
      }
      moves.push(best.move);
      here = best.after;
      state = stateOf(best.next);
    }
    return moves;
  };

  const asks = {
    start,
    step: (text, ...act) => { const next = stepped(stateOf(text), ...act); return next === undefined ? null : next },
    look,
    left,
    way,
    seen: (id, text) => rowsOf(ofPlayer(id, 'picture', stateOf(text)).answer),
    plan,
    alike,
    ceiling,
  };
  const plainly = (values) => values.filter((value) => typeof value !== 'function');
  return {
    /** The module's world; what it says of itself, functions as "function". */
    take: (given) => {
      world = given;
      return stringify(given, (name, value) => (typeof value === 'function' ? 'function' : value));
    },
    ready: () => {
      const players = (world.players || []).map((player) => ({ ...player }));
      world = frozen({ ...world, players, moves: [...(world.moves || [])], symbols: { ...world.symbols } });
      acts = [...world.moves.map((move) => [move]), ...players.flatMap((one) => movesOf(one).map((move) => [move, one.id]))];
    },
    ask: (what, ...texts) => {
      at = what;
      given = [];
      try {
        return stringify({ ok: asks[what](...texts) });
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        return stringify({ fault: { at, given: plainly(given), what: error.what } });
      }
    },
    where: () => stringify({ at, given: plainly(given) }),
  };
})`;
