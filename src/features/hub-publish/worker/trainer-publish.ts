// Publications as a page asks for them: one at a time, listed first, stopped when it is wished.
import { check } from '../../../basics/check';
import type { TrainerHooks } from '../../../run/worker-feature';
import type { PublishApi } from '../shared/publication';
import type { ReadPageFile } from './page-files';
import { type PublicationParts, publicationAsOf, publicationOf } from './publication';
import { publish } from './publish';

export function trainerPublish({ runStore, sessionParts, exportRun, announce }: TrainerHooks): PublishApi {
  let sending: AbortController | undefined;
  const parts = async (): Promise<PublicationParts> => ({
    runStore: await runStore(),
    readBase: async (config) => (await sessionParts(config)).base,
    exportRun,
    readPage: pageAt,
  });
  return {
    dryRun: async (runId, wish) => (await publicationOf(await parts(), runId, wish)).dryRun,
    publish: async (runId, listed, to) => {
      check(sending === undefined, 'a team is being published already: wait for it, or cancel it');
      const cancelling = new AbortController();
      sending = cancelling;
      try {
        const { repositories } = await publicationAsOf(await parts(), runId, listed);
        const { signal } = cancelling;
        return await publish(repositories, to, { signal, onProgress: announce, send: (...words) => fetch(...words) });
      } finally {
        sending = undefined;
      }
    },
    cancel: async () => sending?.abort(),
  };
}

/** The files beside a page. Servers that answer everything with their page have no such file. */
function pageAt(page: string): ReadPageFile {
  return async (path) => {
    const response = await fetch(new URL(path, page)).catch(() => undefined);
    const isPage = response?.headers.get('Content-Type')?.startsWith('text/html') ?? false;
    if (!response?.ok || (isPage && path !== 'index.html')) return undefined;
    return new Uint8Array(await response.arrayBuffer());
  };
}
