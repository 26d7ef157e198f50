// How the library's requests reach the hub: each can be stopped, and each that fails becomes a named fault – before
// the library puts addresses with signatures or a server's words with a token in them into a sentence.
import { reasonOf } from '../../../basics/reason';
import { faultOfRefusal, PublishFault } from './publish-fault';

export interface RequestParts {
  readonly hub: string;
  readonly token: string;
  readonly signal: AbortSignal;
  /** What is being done, in words. */
  readonly what: () => string;
  readonly send: typeof fetch;
  /** Statuses that are answers and no faults. */
  readonly expected?: readonly number[];
}

export function hubRequests({ hub, token, signal, what, send, expected = [] }: RequestParts): typeof fetch {
  return async (address, init) => {
    const signals = [signal, init?.signal].filter((one) => one instanceof AbortSignal);
    let response: Response;
    try {
      response = await send(address, { ...init, signal: AbortSignal.any(signals) });
    } catch {
      if (signal.aborted) throw cancelled();
      throw new PublishFault(
        'no network',
        `“${what()}” did not reach ${hub}: is this computer online, and is that the hub’s address?`,
      );
    }
    if (response.ok || expected.includes(response.status)) return response;
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
    throw faultOfRefusal({
      what: what(),
      status: response.status,
      words: without(token, await wordsOf(response)),
      hub,
      ...(Number.isFinite(seconds) ? { retryAfter: seconds } : {}),
    });
  };
}

export function cancelled(): PublishFault {
  return new PublishFault('cancelled', 'the publication was cancelled');
}

/** Whatever was thrown, as a fault. */
export function faultFrom(cause: unknown, token: string, what: string): PublishFault {
  if (cause instanceof PublishFault) return cause;
  const words = without(token, oneLine(reasonOf(cause)));
  return new PublishFault('strange answer', `the hub answered otherwise than expected at “${what}”: ${words}`);
}

/** The reason that a JSON answer gives; of other answers – pages for people – nothing. */
async function wordsOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  try {
    const { error, message } = JSON.parse(text) as Record<string, unknown>;
    return oneLine(typeof error === 'string' ? error : typeof message === 'string' ? message : '');
  } catch {
    return '';
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 300);
}

function without(token: string, text: string): string {
  return token === '' ? text : text.replaceAll(token, '…');
}
