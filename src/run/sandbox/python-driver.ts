// The Python side of running a program, as text. Evaluated once, before the image that every program begins from is
// taken; it shuts what belongs to Pyodide, replaces what would wait for a clock that stands, and runs a program given
// as JSON. Whatever a program does to it is undone with the image; the closed doors themselves are in python-doors.ts.

/** A descriptor of no file: what is written there is the driver's own report. */
export const reportDescriptor = 1000;

export const pythonDriver = `
import asyncio, base64, bisect, builtins, cmath, collections, contextlib, copy, dataclasses, datetime, decimal, enum, fractions, functools
import hashlib, heapq, inspect, io, itertools, json, math, numbers, operator, os, pprint, queue, random, re, statistics, string, struct
import sys, textwrap, time, traceback, types, typing, unicodedata, warnings

warnings.simplefilter('ignore')
for name in [name for name in sys.modules if name.split('.')[0] in ('js', 'pyodide', '_pyodide', 'pyodide_js', '_pyodide_core', 'micropip')]:
    sys.modules[name] = None
for name in ('js', 'pyodide', '_pyodide', 'pyodide_js', '_pyodide_core', 'micropip'):
    sys.modules[name] = None
sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ not in ('_pyodide._importhook', 'pyodide._importhook')]
sys.path[:] = [place for place in sys.path if place.startswith('/lib/')]

def standing_sleep(seconds):
    if seconds < 0:
        raise ValueError('sleep length must be non-negative')
time.sleep = standing_sleep

class StandingLoop(asyncio.BaseEventLoop):
    """Asyncio on a time of its own: where everything sleeps, the next one wakes at once."""
    def __init__(self):
        super().__init__()
        self.passed = 0.0
        self._selector = self
    def time(self):
        return self.passed
    def select(self, timeout):
        if timeout is None:
            raise RuntimeError('everything awaits something that never comes')
        self.passed += max(0, timeout)
        return []
    def _process_events(self, events):
        pass
    def _write_to_self(self):
        pass

import asyncio.runners, importlib
importlib.reload(asyncio.runners)
asyncio.run, asyncio.Runner = asyncio.runners.run, asyncio.runners.Runner

class StandingPolicy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = StandingLoop
asyncio.events._set_running_loop(None)
asyncio.set_event_loop_policy(StandingPolicy())

def run_program(text, *, write=os.write, dumps=json.dumps, Interrupt=SystemExit, NoMemory=MemoryError, Anything=BaseException):
    request = json.loads(text)
    stream = lambda descriptor, mode, errors: io.TextIOWrapper(
        io.FileIO(descriptor, mode, closefd=False), encoding='utf-8', errors=errors, newline=None if mode == 'r' else '\\n', write_through=mode == 'w')
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, 'r', closefd=False)), encoding='utf-8', errors='surrogatepass')
    sys.stdout = sys.__stdout__ = stream(1, 'w', 'strict')
    sys.stderr = sys.__stderr__ = stream(2, 'w', 'backslashreplace')
    sys.argv = ['program.py']
    sys.excepthook = sys.__excepthook__
    random.seed(request['seed'])
    module = types.ModuleType('__main__')
    space = module.__dict__
    space.update(request['globals'])
    space['__builtins__'] = builtins
    sys.modules['__main__'] = module
    source = request['source']
    del request, text
    ending = ['finished', '', 0]
    try:
        exec(compile(source, 'program.py', 'exec', dont_inherit=True), space)
    except Interrupt as interrupt:
        if interrupt.code not in (None, 0):
            ending = ['failed', 'it left with exit status ' + repr(interrupt.code), 0]
    except NoMemory:
        ending = ['out-of-memory', '', 0]
    except Anything as error:
        ending = ['failed', name_of(error), line_of(error)]
    write(${reportDescriptor}, dumps(ending).encode())

def name_of(error):
    name = type(error).__name__
    try:
        said = error.msg if isinstance(error, SyntaxError) else str(error)
    except BaseException:
        said = ''
    return f'{name}: {said[:1000]}' if said else name

def line_of(error):
    if isinstance(error, SyntaxError) and error.filename == 'program.py':
        return error.lineno or 0
    line, step = 0, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == 'program.py':
            line = step.tb_lineno
        step = step.tb_next
    return line
`;
