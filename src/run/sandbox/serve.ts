// A sandbox's thread, from the inside: opens the interpreter it is told to, seals the realm, then answers. Questions
// are answered in order, each by one message. It knows no kind of thread: a port is handed in, and a way to read files,
// which is gone after the sealing.
import type { ProgramResult } from '../../learning/agents/program-runner';
import type { Interpreter, InterpreterFiles, Program, ReadFile } from './interpreter';
import type { SandboxLimits } from './limits';
import { openPython } from './python';
import { openQuickJs } from './quickjs';
import { openDoors, sealRealm } from './seal';
import { openSqlite } from './sqlite';

export interface Port {
  post(message: unknown): void;
  listen(listener: (message: unknown) => void): void;
}

export type Question =
  | { readonly kind: 'open'; readonly files: InterpreterFiles }
  | { readonly kind: 'run'; readonly program: Program; readonly limits: SandboxLimits }
  | { readonly kind: 'doors' };

export type Answer =
  | { readonly kind: 'opened'; readonly snapshot?: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'ran'; readonly result: ProgramResult }
  | { readonly kind: 'doors'; readonly open: readonly string[] }
  | { readonly kind: 'broken'; readonly why: string };

export function serveSandbox(port: Port, read: ReadFile): void {
  const clock = performance;
  const time = clock.now;
  const now = () => Reflect.apply(time, clock, []) as number;
  let interpreter: Interpreter | undefined;
  const answer = async (question: Question): Promise<Answer> => {
    if (question.kind === 'doors') return { kind: 'doors', open: openDoors() };
    if (question.kind === 'open') {
      interpreter = await open(question.files, read, now);
      sealRealm();
      const { snapshot } = interpreter;
      return { kind: 'opened', ...(snapshot ? { snapshot } : {}) };
    }
    if (!interpreter) throw new Error('a sandbox runs programs after "open"');
    return { kind: 'ran', result: await interpreter.run(question.program, question.limits) };
  };
  let before: Promise<unknown> = Promise.resolve();
  port.listen((question) => {
    before = before
      .then(() => answer(question as Question))
      .catch(
        (error: unknown): Answer => ({ kind: 'broken', why: error instanceof Error ? error.message : String(error) }),
      )
      .then(port.post);
  });
}

async function open(files: InterpreterFiles, read: ReadFile, now: () => number): Promise<Interpreter> {
  if (files.language === 'python') return openPython({ files, read, now });
  if (files.language === 'sql') return openSqlite({ files, read, now });
  const quickjs = openQuickJs({ wasm: await WebAssembly.compile(await read(files.wasm)), now });
  // its loader looks at the realm once: before the sealing
  await quickjs.run(
    { source: '', globals: '{}', stdin: '', seed: 0 },
    { timeMs: 10_000, memoryBytes: 2 ** 24, outputLength: 0 },
  );
  return quickjs;
}
