// A file at an address that a link names: told as it arrives, with what is wrong in words when it does not. It does not
// know what the file is.
import { bytes as sizeInWords } from '../parts/format';

export interface Fetching {
  readonly fetch: (url: URL, wishes: RequestInit) => Promise<Response>;
  readonly signal: AbortSignal;
  /** `total` where the server says it. */
  readonly onProgress: (received: number, total: number | undefined) => void;
  /** Whether this computer has a network. */
  readonly online: () => boolean;
  /** Of the page. */
  readonly from: Pick<Location, 'href'>;
}

/** More does not fit beside a page that unpacks it. */
const mostBytes = 1_000_000_000;

/** The address, also one relative to the page. Throws where nothing can be fetched from it. */
export function fetchable(address: string, { href }: Pick<Location, 'href'>): URL {
  const url = URL.canParse(address, href) ? new URL(address, href) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`the address of a file begins with https://, got “${address.slice(0, 200)}”`);
  return url;
}

/** Rejects with what is wrong; with the signal's reason when it was aborted. */
export async function fetchFile(url: URL, parts: Fetching): Promise<File> {
  const { signal } = parts;
  const response = await parts.fetch(url, { signal, referrerPolicy: 'no-referrer' }).catch((): never => {
    signal.throwIfAborted();
    throw new Error(unreachable(url, parts));
  });
  if (!response.ok) throw new Error(refused(url, response.status));
  const type = response.headers.get('content-type') ?? '';
  if (/^text\/html\b/i.test(type))
    throw new Error(`at ${url.href} there is a web page, not a run’s file: take the address of the file itself`);
  const blob = await bodyOf(response, parts);
  return new File([blob], nameOf(url), { type });
}

async function bodyOf(response: Response, { signal, onProgress }: Fetching): Promise<Blob> {
  // of a body that is packed on its way the length says nothing
  const said = response.headers.get('content-encoding') ? undefined : response.headers.get('content-length');
  const total = said ? Number(said) : undefined;
  const checkSize = (size: number) => {
    if (size <= mostBytes) return;
    const most = `a link opens up to ${sizeInWords(mostBytes)}`;
    throw new Error(
      `the file has ${size === total ? '' : 'more than '}${sizeInWords(size)}, and ${most}: it is too large`,
    );
  };
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body?.getReader();
  try {
    checkSize(total ?? 0);
    for (;;) {
      onProgress(received, total);
      const read = await reader?.read().catch((): never => {
        signal.throwIfAborted();
        const of = total === undefined ? '' : ` of ${sizeInWords(total)}`;
        throw new Error(`the connection broke after ${sizeInWords(received)}${of}`);
      });
      if (!read || read.done) return new Blob(chunks);
      chunks.push(read.value);
      received += read.value.length;
      checkSize(received);
    }
  } finally {
    void reader?.cancel().catch(() => undefined); // what was not read is not sent
  }
}

function unreachable(url: URL, { online, from }: Fetching): string {
  const page = new URL(from.href);
  if (!online()) return `this computer is offline: ${url.href} cannot be reached`;
  if (page.protocol === 'https:' && url.protocol === 'http:')
    return `a page under https:// may not read ${url.href}: the file needs an address with https://`;
  if (url.origin === page.origin) return `the server of ${url.href} does not answer`;
  return `the file ${url.href} could not be fetched: there is no such server, it does not let other pages read its files (CORS), or this page may not read them: its policy allows its own site and huggingface.co. Download it, and open the file here`;
}

function refused(url: URL, status: number): string {
  if (status === 404 || status === 410) return `there is no file at ${url.href} (the server answered ${status})`;
  if (status === 401 || status === 403)
    return `the file ${url.href} is not for everybody (the server answered ${status}): it has to be public`;
  return `the server of ${url.href} answered ${status}: try again later`;
}

/** The last part of the path. */
function nameOf({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'file';
  } catch {
    return last;
  }
}
