// The lab as tests call it: its words carried out in this process, its text kept. For what only a process has (exit,
// pipes), lab.test.ts starts real ones.
import { cliFeatures } from '../features/cli';
import { runWords } from './command-line';

export interface Said {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

export async function lab(...words: readonly string[]): Promise<Said> {
  const said = { out: '', err: '' };
  const into = (stream: keyof typeof said) => ({
    write: (text: string | Uint8Array) => {
      said[stream] += text;
      return true;
    },
  });
  const err = { ...into('err'), isTTY: false, columns: 120 };
  const status = await runWords(words, {
    out: into('out'),
    err,
    interrupted: new AbortController().signal,
    features: cliFeatures,
  });
  return { status, ...said };
}
