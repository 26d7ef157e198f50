// What a JavaScript program finds beside the language itself: console, readLine, readAll, timers, chance. Evaluated in
// QuickJS before the program, as text. A program that tampers with the built-ins this uses harms its own output only:
// every program gets all of it afresh.

/** An expression: (print, random, requestJson) → { nextTimer, explain }. What is printed crosses as JSON, because a C
 *  string ends at a NUL. */
export const javascriptPrelude = `(function (print, random, requestJson) {
  'use strict';
  const { stringify } = JSON;
  const { apply, defineProperty } = Reflect;
  const evaluate = eval;
  const text = String;
  const { globals, stdin } = JSON.parse(requestJson);
  const define = (where, name, value, enumerable) =>
    defineProperty(where, name, { value, writable: true, enumerable, configurable: true });

  // As console.log shows it, in JSON.
  const plain = (value, seen) => {
    if (typeof value === 'bigint') return text(value) + 'n';
    if (typeof value === 'symbol') return text(value);
    if (typeof value === 'function') return '[function ' + (value.name || 'without a name') + ']';
    if (typeof value !== 'object' || value === null) return value;
    if (seen.includes(value)) return '[circular]';
    if (seen.length > 50) return '[too deep]';
    if (value instanceof Error) return text(value);
    if (typeof value.toJSON === 'function') return value.toJSON();
    const inside = [...seen, value];
    const each = (values) => Array.from(values, (entry) => plain(entry, inside));
    if (value instanceof Map) return { Map: each(value) };
    if (value instanceof Set) return { Set: each(value) };
    if (Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)) return each(value);
    const out = {};
    for (const name of Object.keys(value)) define(out, name, plain(value[name], inside), true);
    return out;
  };
  const shown = (value) => {
    if (typeof value === 'string') return value;
    if (Object.is(value, -0)) return '-0';
    const simple = plain(value, []);
    return typeof simple === 'object' && simple !== null ? stringify(simple) : text(simple);
  };
  const log = (...values) => print(stringify(values.map(shown).join(' ') + '\\n'));
  const console = {};
  for (const name of ['log', 'info', 'debug', 'warn', 'error', 'dir', 'table', 'trace']) define(console, name, log);
  define(globalThis, 'console', console);
  define(globalThis, 'print', log);

  let read = 0;
  define(globalThis, 'readLine', () => {
    if (read >= stdin.length) return null;
    const found = stdin.indexOf('\\n', read);
    const end = found < 0 ? stdin.length : found;
    const line = stdin.slice(read, end);
    read = end + 1;
    return line;
  });
  define(globalThis, 'readAll', () => {
    const rest = stdin.slice(read);
    read = stdin.length;
    return rest;
  });
  define(Math, 'random', random);

  // Timers fire in the order of their time once the program has run; the clock stands all the while.
  const timers = [];
  let count = 0;
  let passed = 0;
  const later = (repeats) => (job, wait, ...values) => {
    const every = wait > 1 ? +wait : 1;
    timers.push({ id: ++count, at: passed + every, job, values, every, repeats });
    return count;
  };
  const forget = (id) => {
    const place = timers.findIndex((timer) => timer.id === id);
    if (place >= 0) timers.splice(place, 1);
  };
  define(globalThis, 'setTimeout', later(false));
  define(globalThis, 'setInterval', later(true));
  define(globalThis, 'clearTimeout', forget);
  define(globalThis, 'clearInterval', forget);
  const nextTimer = () => {
    if (timers.length === 0) return false;
    const next = timers.reduce((first, timer) => (timer.at < first.at ? timer : first));
    passed = next.at;
    if (next.repeats) next.at += next.every;
    else forget(next.id);
    if (typeof next.job === 'function') apply(next.job, undefined, next.values);
    else (0, evaluate)(text(next.job));
    return true;
  };

  /** "TypeError: x is not a function", and where it came from. */
  const explain = (error) => {
    let what = 'it threw something that cannot be shown';
    let stack = '';
    try {
      const isError = error instanceof Error;
      what = isError ? text(error) : 'it threw ' + shown(error);
      if (isError) stack = text(error.stack);
    } catch {}
    return stringify([what, stack]);
  };
  for (const name of Object.keys(globals)) define(globalThis, name, globals[name], true);
  return { nextTimer, explain };
})`;
