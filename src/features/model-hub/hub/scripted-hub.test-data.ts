// A hub in memory, for tests: answers the API and serves parts of files, and can break off, lie or be away.
import { sha256Of } from '../../../files/formats/hash';
import type { Fetch } from './hub';

export interface ScriptedHub {
  readonly send: Fetch;
  /** Addresses asked for, with their ranges. */
  readonly asked: string[];
  /** The next answers with a file's body end after so many bytes. */
  readonly breaks: number[];
  /** Answers whole files, whatever part was asked for. */
  knowsNoParts: boolean;
  revision: string;
}

/** `files` by repository and name; files over 1,000 bytes have a SHA-256, as large files on the hub do. */
export function scriptedHub(files: Readonly<Record<string, Readonly<Record<string, Uint8Array>>>>): ScriptedHub {
  const hub: ScriptedHub = {
    asked: [],
    breaks: [],
    knowsNoParts: false,
    revision: 'abc123',
    send: async (url, init) => {
      init?.signal?.throwIfAborted();
      const range = new Headers(init?.headers).get('range');
      const path = new URL(url).pathname.slice(1);
      hub.asked.push(range ? `${path} ${range}` : path);
      const [, looked] = /^api\/models\/(.+)$/.exec(path) ?? [];
      if (looked !== undefined) {
        const there = files[looked];
        if (!there) return new Response('{"error":"Repository not found"}', { status: 401 });
        const siblings = await Promise.all(
          Object.entries(there).map(async ([rfilename, bytes]) => ({
            rfilename,
            size: bytes.length,
            ...(bytes.length > 1000 ? { lfs: { sha256: await sha256Of(bytes) } } : {}),
          })),
        );
        return Response.json({ sha: hub.revision, gated: false, siblings });
      }
      const [, repository = '', file = ''] = /^(.+\/.+)\/resolve\/abc\w+\/(.+)$/.exec(path) ?? [];
      const bytes = files[repository]?.[file];
      if (!bytes) return new Response('', { status: 404 });
      const [, from = '0', to = ''] = (hub.knowsNoParts ? null : /bytes=(\d+)-(\d*)/.exec(range ?? '')) ?? [];
      const part = bytes.slice(Number(from), to === '' ? undefined : Number(to) + 1);
      return new Response(to === '' ? breaking(part, hub.breaks.shift()) : part, {
        status: range && !hub.knowsNoParts ? 206 : 200,
      });
    },
  };
  return hub;
}

/** The bytes in pieces; after `breakAt` of them the connection is gone. */
function breaking(
  bytes: Uint8Array<ArrayBuffer>,
  breakAt = Number.POSITIVE_INFINITY,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= breakAt) return controller.error(new TypeError('network error'));
      const end = Math.min(bytes.length, breakAt, at + 4096);
      if (end > at) controller.enqueue(bytes.slice(at, end));
      at = end;
      if (at >= bytes.length) controller.close();
    },
  });
}
