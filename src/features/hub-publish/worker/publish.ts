// A publication sent to the hub through @huggingface/hub: who is it, may they, create the repositories, and in each all
// files in one commit. The one thing to get right: a repository that got no commit is taken away again, so nothing is
// left half-written. It does not know what the files are.
import { commitIter, createRepo, deleteRepo, type RepoId, repoExists, whoAmI } from '@huggingface/hub';
import type { ArchivedFile } from '../../../files/formats/zip';
import {
  hubAddress,
  type Published,
  type PublishProgress,
  type Recipient,
  type Visibility,
} from '../shared/publication';
import { cancelled, faultFrom, hubRequests } from './hub-requests';
import { PublishFault } from './publish-fault';

export interface Repository {
  readonly kind: 'model' | 'space';
  readonly name: string;
  readonly visibility: Visibility;
  readonly files: readonly ArchivedFile[];
  /** The title of its commit. */
  readonly title: string;
}

export interface Publishing {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PublishProgress) => void;
  readonly send: typeof fetch;
}

/** Sends the repositories in order. Rejects with a PublishFault, which also says what is on the hub then. */
export async function publish(
  repositories: readonly Repository[],
  { hub: address, token }: Recipient,
  { signal, onProgress, send }: Publishing,
): Promise<readonly Published[]> {
  const hub = hubAddress(address);
  if (token === '') throw new PublishFault('no token', noToken(hub));
  if (!token.startsWith('hf_'))
    throw new PublishFault('token refused', 'that is no token of the hub: they begin with "hf_"');
  const total = repositories.reduce((sum, { files }) => sum + sizeOf(files), 0);
  let what = 'asking whose token this is';
  let done = 0;
  const begin = (words: string) => {
    if (signal.aborted) throw cancelled();
    what = words;
    onProgress({ what, done, total });
  };
  const requesting = { hub, token, signal, what: () => what, send };
  const to = { hubUrl: hub, accessToken: token, fetch: hubRequests(requesting) };
  /** Made here, or perhaps made where the answer was lost; and without their commit. */
  const begun: Repository[] = [];
  const published: Published[] = [];
  try {
    begin(what);
    await checkWriter(repositories, () => whoAmI(to), hub);
    for (const repository of repositories) {
      begin(`looking whether ${wordsFor(repository)} is free`);
      const asking = hubRequests({ ...requesting, expected: [401, 404] });
      if (await repoExists({ ...to, fetch: asking, repo: repoOf(repository) })) throw nameTaken(repository, hub);
    }
    for (const repository of repositories) {
      begin(`creating ${wordsFor(repository)}`);
      begun.push(repository);
      const { visibility } = repository;
      await createRepo({ ...to, repo: repoOf(repository), visibility, ...sdkOf(repository) });
    }
    for (const repository of repositories) {
      begin(`sending ${wordsFor(repository)}`);
      const before = done;
      const commit = await committed(repository, to, signal, (bytes) => {
        done = before + bytes;
        onProgress({ what, done, total });
      });
      begun.splice(begun.indexOf(repository), 1);
      done = before + sizeOf(repository.files);
      published.push({ kind: repository.kind, address: addressOf(repository, hub), commit });
    }
    onProgress({ what: 'done', done: total, total });
    return published;
  } catch (cause) {
    const fault = signal.aborted ? cancelled() : faultFrom(cause, token, what);
    if (what.startsWith('creating') && neverMade(fault)) begun.pop();
    const tidying = hubRequests({ ...requesting, signal: AbortSignal.timeout(tidyMs), expected: [404] });
    const left = await takenAway(begun, { ...to, fetch: tidying }, hub);
    const stands = published.map(({ kind, address: there }) => `The ${kind} is published: ${there}`);
    throw new PublishFault(fault.kind, [fault.message, ...left, ...stands].join('. '), fault.status);
  }
}

/** The hub said no before it made anything. */
function neverMade({ status }: PublishFault): boolean {
  return status !== undefined && status < 500;
}

function nameTaken(repository: Repository, hub: string): PublishFault {
  return new PublishFault(
    'name taken',
    `there is ${wordsFor(repository)} already, at ${addressOf(repository, hub)}: choose another name`,
  );
}

/** Long enough for two requests to a slow hub. */
const tidyMs = 20_000;

type Connection = { readonly hubUrl: string; readonly accessToken: string; readonly fetch: typeof fetch };

/** Asks before anything is made, where the hub says it: a token that only reads, an owner that is somebody else. */
async function checkWriter(
  repositories: readonly Repository[],
  ask: () => ReturnType<typeof whoAmI>,
  hub: string,
): Promise<void> {
  const account = await ask();
  if (account.auth?.accessToken?.role === 'read')
    throw new PublishFault(
      'token reads only',
      `the token may only read: make one that may write, at ${hub}/settings/tokens`,
    );
  if (account.type !== 'user') return;
  const owners = [account.name, ...account.orgs.map(({ name }) => name)];
  for (const { name } of repositories) {
    const [owner = ''] = name.split('/');
    if (!owners.some((known) => known.toLowerCase() === owner.toLowerCase()))
      throw new PublishFault(
        'not allowed',
        `the token is that of ${account.name}, who cannot publish as ${owner}: begin the name with ${owners.join('/ or ')}/`,
      );
  }
}

/** One commit with all files; resolves with its name. */
async function committed(
  repository: Repository,
  to: Connection,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const sizes = new Map(repository.files.map(({ name, bytes }) => [name, bytes.length]));
  const shares = new Map<string, number>();
  const sending = commitIter({
    ...to,
    repo: repoOf(repository),
    title: repository.title,
    operations: repository.files.map(({ name, bytes }) => ({
      operation: 'addOrUpdate',
      path: name,
      content: new Blob([bytes as Uint8Array<ArrayBuffer>]),
    })),
    abortSignal: signal,
    useXet: false, // the older way of large files, which every hub takes, and which the tests speak
  });
  for (;;) {
    const { done, value } = await sending.next();
    if (done) {
      if (!value) throw new Error('the commit has no name');
      return value.commit.oid;
    }
    if (value.event !== 'fileProgress' || value.state !== 'uploading') continue;
    shares.set(value.path, value.progress);
    onBytes(Math.round([...shares].reduce((sum, [path, share]) => sum + share * (sizes.get(path) ?? 0), 0)));
  }
}

/** Deletes what was begun and got no commit. Resolves with what could not be deleted, a sentence each. */
async function takenAway(begun: readonly Repository[], to: Connection, hub: string): Promise<string[]> {
  const left: string[] = [];
  for (const repository of begun)
    await deleteRepo({ ...to, repo: repoOf(repository) }).catch((cause: unknown) => {
      if ((cause as { statusCode?: number }).statusCode === 404) return; // it never was
      const where = addressOf(repository, hub);
      left.push(`What was begun could not be taken away again: look at ${where}, and delete it before you try again`);
    });
  return left;
}

function sdkOf({ kind }: Repository): { readonly sdk?: 'static' } {
  return kind === 'space' ? { sdk: 'static' } : {};
}

function repoOf({ kind, name }: Repository): RepoId {
  return { type: kind, name };
}

function addressOf({ kind, name }: Repository, hub: string): string {
  return `${hub}/${kind === 'space' ? 'spaces/' : ''}${name}`;
}

function wordsFor({ kind, name }: Repository): string {
  return kind === 'space' ? `the Space ${name}` : name;
}

function sizeOf(files: readonly ArchivedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function noToken(hub: string): string {
  return `publishing needs a token of the hub that may write: make one at ${hub}/settings/tokens`;
}
