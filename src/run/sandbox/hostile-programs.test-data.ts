// Programs that mean harm, or that a model that learns to write programs writes by accident. Each names how it may end;
// whatever it does, the program after it must not notice.
import type { ProgramLanguage, ProgramResult } from '../../learning/agents/program-runner';

export interface HostileProgram {
  readonly name: string;
  readonly language: ProgramLanguage;
  readonly source: string;
  readonly end: ProgramResult['end'];
  /** What the sentence says, where it matters. */
  readonly why?: RegExp;
  /** What it prints, where it matters. */
  readonly output?: string;
}

type Entry = readonly [name: string, end: ProgramResult['end'], source: string, said?: RegExp | string];

const javascript: readonly Entry[] = [
  ['an endless loop', 'out-of-time', 'for (;;) {}'],
  ['an endless loop in finally', 'out-of-time', 'try { for (;;) {} } finally { for (;;) {} }'],
  ['an endless loop that catches', 'out-of-time', 'for (;;) { try { for (;;) {} } catch {} }'],
  ['promises without end', 'out-of-time', 'const again = () => { Promise.resolve().then(again); }; again();'],
  [
    'promises that wait for one another',
    'out-of-memory',
    'const again = () => Promise.resolve().then(again); again();',
  ],
  ['an interval without end', 'out-of-time', 'setInterval(() => {}, 0);'],
  [
    'a generator without end',
    'out-of-time',
    'function* all() { let n = 0; for (;;) yield n++; } for (const n of all()) n;',
  ],
  ['a catastrophic regular expression', 'out-of-time', '/^(a+)+$/.test("a".repeat(40) + "b")'],
  ['a getter that loops when shown', 'out-of-time', 'throw { get a() { for (;;) {} } };'],
  ['one giant buffer', 'out-of-memory', 'new Uint8Array(1e9)'],
  ['many buffers', 'out-of-memory', 'const all = []; for (;;) all.push(new Uint8Array(16e6));'],
  ['a giant string', 'out-of-memory', '"x".repeat(5e8)'],
  ['a doubling string', 'failed', 'let text = "x"; for (;;) text += text;', /too long/],
  ['a giant whole number', 'failed', '2n ** 100000000n', /too large/],
  ['a sparse array', 'failed', 'new Array(-1)', /RangeError/],
  ['a flood of lines', 'out-of-output', 'for (;;) console.log("x".repeat(500))'],
  ['a flood that catches', 'out-of-output', 'for (;;) { try { print("x".repeat(500)) } catch {} }'],
  ['one giant line', 'out-of-output', 'console.log("y".repeat(1e6))'],
  ['deep recursion', 'failed', 'const deeper = () => deeper() + 1; deeper();', /stack overflow/],
  ['deep nesting in text', 'failed', 'JSON.parse("[".repeat(200000))'],
  ['deep nesting in code', 'failed', 'eval("(".repeat(200000))'],
  ['an array in itself', 'failed', 'const a = []; a[0] = a; for (;;) a.toString.call({ join: a.toString });'],
  ['fetch', 'failed', 'fetch("https://example.com/")', /not defined/],
  ['indexedDB', 'failed', 'indexedDB.open("grove")', /not defined/],
  ['postMessage', 'failed', 'postMessage("out")', /not defined/],
  ['importScripts', 'failed', 'importScripts("https://example.com/x.js")', /not defined/],
  ['BroadcastChannel', 'failed', 'new BroadcastChannel("grove")', /not defined/],
  ['import', 'failed', 'import "fs";'],
  ['require', 'failed', 'require("node:fs")', /not defined/],
  ['process', 'failed', 'process.exit(1)', /not defined/],
  [
    'an escape through constructors',
    'failed',
    'console.log.constructor.constructor("return process")()',
    /not defined/,
  ],
  [
    'import() in a promise',
    'finished',
    'import("outside").then(() => console.log("in"), () => console.log("shut"))',
    'shut\n',
  ],
  ['a worker', 'failed', 'new Worker("data:text/javascript,1")', /not defined/],
  ['an interpreter of its own', 'failed', 'WebAssembly.compile(new Uint8Array())', /not defined/],
  ['shared memory', 'failed', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'],
  [
    'pollution of prototypes',
    'finished',
    'Object.prototype.x = 1; Array.prototype.push = () => 0; Function.prototype.call = null; JSON.parse = () => ({});',
  ],
  [
    'a thenable prototype',
    'finished',
    'Object.prototype.then = (resolve) => resolve("mine"); Object.prototype.toJSON = () => "mine";',
  ],
  [
    'new built-ins',
    'finished',
    'globalThis.Object = globalThis.Promise = globalThis.JSON = undefined; Math.random = () => 0.5;',
  ],
  [
    'a frozen world',
    'finished',
    'Object.getOwnPropertyNames(globalThis).forEach((name) => { try { Object.freeze(globalThis[name]) } catch {} })',
  ],
  ['a promise that never comes', 'finished', 'new Promise(() => {}).then(() => console.log("never"))', ''],
  [
    'a rejection nobody handles',
    'failed',
    'async function main() { throw new TypeError("no") } main();',
    /TypeError: no/,
  ],
  ['something thrown that is no error', 'failed', 'throw { toString() { throw 1 }, message: 5 }', /it threw/],
  [
    'an error that cannot be shown',
    'failed',
    'throw Object.defineProperty(new Error(), "message", { get() { throw 1 } })',
  ],
  ['nothing thrown', 'failed', 'throw null', /it threw null/],
  ['raise inside finally', 'failed', 'try { throw 1 } finally { throw new Error("second") }', /second/],
  ['no program', 'failed', 'this is not JavaScript', /SyntaxError.*line 1/],
  ['NUL and half characters', 'finished', 'console.log("a\\0b\\ud800c\\u0007")', 'a\0b\ufffdc\u0007\n'],
  ['NUL in the program', 'failed', '1\0 + x.y'],
  ['a half character in the program', 'finished', '"\ud800".length'],
];

const python: readonly Entry[] = [
  ['an endless loop', 'out-of-time', 'while True: pass'],
  [
    'an endless loop that catches',
    'out-of-time',
    'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
  ],
  ['a catastrophic regular expression', 'out-of-time', 'import re\nre.match("(a+)+$", "a" * 40 + "b")'],
  ['a giant whole number', 'out-of-time', 'print(len(str(7 ** 10 ** 8)))'],
  ['a generator without end', 'out-of-time', 'def all():\n  while True: yield 1\nfor x in all(): pass'],
  [
    'an error whose words loop',
    'out-of-time',
    'class E(Exception):\n  def __str__(self):\n    while True: pass\nraise E',
  ],
  ['a giant list', 'out-of-memory', '[0] * 10 ** 9'],
  ['many strings', 'out-of-memory', 'all = []\nwhile True: all.append("x" * 10 ** 7 + str(len(all)))'],
  ['a giant string', 'out-of-memory', '"x" * 10 ** 9'],
  ['a flood of lines', 'out-of-output', 'while True: print("x" * 500)'],
  ['a flood that catches', 'out-of-output', 'while True:\n  try: print("x" * 500)\n  except BaseException: pass'],
  ['a flood past print', 'out-of-output', 'import os\nwhile True: os.write(2, b"x" * 500)'],
  ['deep recursion', 'failed', 'def deeper(): return deeper() + 1\ndeeper()', /RecursionError/],
  [
    'recursion beyond its limit',
    'failed',
    'import sys\nsys.setrecursionlimit(10 ** 8)\ndef deeper(): return deeper() + 1\ndeeper()',
  ],
  ['deep nesting in code', 'failed', 'eval("(" * 100000)'],
  ['deep nesting in data', 'failed', 'x = []\nfor _ in range(10 ** 5): x = [x]\nrepr(x)'],
  ['sys.exit', 'failed', 'import sys\nsys.exit(3)', /exit status 3/],
  ['os._exit', 'failed', 'import os\nos._exit(4)', /exit status 4/],
  ['abort', 'failed', 'import os\nos.abort()', /abort/],
  [
    'raise inside finally',
    'failed',
    'try:\n  raise ValueError("first")\nfinally:\n  raise KeyError("second")',
    /KeyError.*second/,
  ],
  ['an error that cannot be shown', 'failed', 'class E(Exception):\n  def __str__(self): raise self\nraise E', /^E/],
  ['no program', 'failed', 'def (', /SyntaxError.*line 1/],
  ['js', 'failed', 'import js\njs.fetch("https://example.com/")', /js/],
  ['pyodide', 'failed', 'from pyodide.code import run_js\nrun_js("fetch")', /pyodide/],
  [
    'JavaScript through leftovers',
    'failed',
    'import sys\nfor n in ("js", "_pyodide_core"): sys.modules.pop(n, None)\nimport js\njs.fetch',
  ],
  [
    'JavaScript through the collector',
    'failed',
    'import gc\nfor d in gc.get_objects():\n  if type(d) is dict:\n    for v in list(d.values()):\n      if "JsProxy" in [c.__name__ for c in type(v).__mro__]: v.constructor',
    /reached out of the sandbox/,
  ],
  [
    'the bridge itself',
    'failed',
    'import sys\nfor n in list(sys.modules):\n  if sys.modules[n] is None: del sys.modules[n]\nimport _pyodide_core\n_pyodide_core.create_proxy(print)',
    /reached out of the sandbox/,
  ],
  [
    'foreign functions',
    'failed',
    'import ctypes\nctypes.CDLL(None).emscripten_run_script(b"postMessage(1)")',
    /reached out of the sandbox/,
  ],
  ['a file to write', 'failed', 'open("/lib/x.py", "w").write("1")', /PermissionError|OSError/],
  ['a file to read', 'failed', 'open("/dev/urandom", "rb").read(4)', /PermissionError/],
  ['a folder to make', 'failed', 'import os\nos.mkdir("/lib/x")', /PermissionError/],
  ['its library to remove', 'failed', 'import os\nos.unlink("/lib/python314.zip")', /PermissionError/],
  ['a subprocess', 'failed', 'import subprocess\nsubprocess.run(["ls"])'],
  ['a shell', 'failed', 'import os\nraise SystemExit(os.system("ls"))'],
  ['a socket', 'failed', 'import socket\nsocket.create_connection(("127.0.0.1", 80))'],
  ['a web page', 'failed', 'import urllib.request\nurllib.request.urlopen("http://example.com/")'],
  ['a thread', 'failed', 'import threading\nthreading.Thread(target=print).start()'],
  ['a signal', 'failed', 'import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\nraise RuntimeError("alive")'],
  [
    'a future that never comes',
    'failed',
    'import asyncio\nasync def main(): await asyncio.Future()\nasyncio.run(main())',
    /never comes/,
  ],
  ['tampering with built-ins', 'finished', 'import builtins\nbuiltins.print = builtins.len = builtins.exec = None'],
  [
    'tampering with modules',
    'finished',
    'import random, json, sys, io\nrandom.seed = json.loads = io.FileIO = None\nsys.path.clear()',
  ],
  ['no modules left', 'finished', 'import sys\nsys.modules.clear()'],
  ['closed streams', 'finished', 'import os, sys\nsys.stdout.close()\nos.close(1)\nos.close(2)'],
  ['a driver of its own', 'finished', 'import sys\nsys._getframe(1).f_globals["run_program"] = None'],
  ['printing NUL', 'finished', 'print("a\\0b\\a")', 'a\0b\u0007\n'],
  ['printing half a character', 'failed', 'print("\\ud800")', /UnicodeEncodeError/],
  ['bytes that are no text', 'finished', 'import os\nos.write(1, b"a\\xffb")', 'a\ufffdb'],
  ['NUL in the program', 'failed', 'x = 1\0'],
  ['a half character in the program', 'failed', 'x = "\ud800"'],
];

/** Never looks at the clock: only stopping its thread ends it. One of each, because the next one has to start. */
const deaf: readonly Entry[] = [['one long native call', 'out-of-time', 'sum(range(10 ** 13))']];
const deafJavascript: readonly Entry[] = [
  ['one long native call', 'out-of-time', '[].indexOf.call({ length: 2 ** 53 - 1 }, 1)'],
];

const listed = (language: ProgramLanguage, entries: readonly Entry[]): HostileProgram[] =>
  entries.map(([name, end, source, said]) => ({
    name,
    language,
    source,
    end,
    ...(said instanceof RegExp ? { why: said } : {}),
    ...(typeof said === 'string' ? { output: said } : {}),
  }));

export const hostilePrograms: readonly HostileProgram[] = [
  ...listed('javascript', javascript),
  ...listed('python', python),
];
export const deafPrograms: readonly HostileProgram[] = [
  ...listed('javascript', deafJavascript),
  ...listed('python', deaf),
];

/** An ordinary program in each language, and what it prints: any trace of another program would show. */
export const ordinary: Readonly<Record<ProgramLanguage, { readonly source: string; readonly output: string }>> = {
  javascript: {
    source:
      'const keys = []; for (const key in {}) keys.push(key); console.log([3, 1, 2].sort().map((n) => n * 2), JSON.parse("[1]"), keys, Object.keys(globalThis)); print(readLine(), Math.max(...given), Math.random() < 1, Date.now());',
    output: '[2,4,6] [1] [] ["given"]\nhello 5 true 1735689600000\n',
  },
  python: {
    source:
      'import sys, json, random, re, time\nprint(sorted([3, 1, 2]), json.loads("[1]"), len("four"), sorted(n for n in globals() if n[0] != "_"))\nprint(input(), max(given), random.random() < 1, re.sub("a", "b", "aa"), int(time.time()), sys.getrecursionlimit())',
    output: "[1, 2, 3] [1] 4 ['given', 'json', 'random', 're', 'sys', 'time']\nhello 5 True bb 1735689600 1000\n",
  },
};
