// A hub for tests: a small server that speaks what @huggingface/hub asks for – who is it, is there a repository, make
// one, how is each file sent, large files, the commit, delete –, keeps what it was given, and fails where it is told
// to.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { sha256Of } from '../../../files/formats/hash';

export type Endpoint = 'whoami' | 'exists' | 'create' | 'preupload' | 'batch' | 'large file' | 'commit' | 'delete';

/** "cut": the connection is gone, nothing is done. "lost": it is done, and the answer is lost. "silent": no answer. */
export type Failure =
  | { readonly kind: 'cut' | 'lost' | 'silent' }
  | { readonly kind: 'status'; readonly status: number; readonly error?: string; readonly retryAfter?: number };

interface KeptRepository {
  readonly visibility: unknown;
  readonly sdk: unknown;
  readonly files: Map<string, Uint8Array>;
  readonly commits: string[];
}

export interface ScriptedHub {
  readonly address: string;
  /** "model ada/team", "space ada/team" → what lies there. */
  readonly repositories: Map<string, KeptRepository>;
  /** By endpoint, in the order in which they were asked. */
  readonly asked: Endpoint[];
  fail: Partial<Record<Endpoint, Failure>>;
  /** Called when an endpoint is asked. */
  onAsked?: (endpoint: Endpoint) => void;
  role: 'read' | 'write';
  stop(): Promise<void>;
}

export const writeToken = 'hf_scriptedWriteToken';
export const oauthToken = 'hf_oauth_scriptedToken';
const account = {
  type: 'user',
  name: 'ada',
  fullname: 'Ada',
  orgs: [{ type: 'org', name: 'engine', fullname: 'Engine' }],
};

export async function scriptedHub(): Promise<ScriptedHub> {
  const large = new Map<string, Uint8Array>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  const hub: ScriptedHub = {
    address: `http://127.0.0.1:${port}`,
    repositories: new Map(),
    asked: [],
    fail: {},
    role: 'write',
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const { pathname, searchParams } = new URL(request.url ?? '/', hub.address);
    const body = await bodyOf(request);
    const signing = signIn(pathname, searchParams, hub.address);
    if (signing) return reply(response, signing);
    const endpoint = endpointOf(request.method ?? '', pathname);
    if (!endpoint) return reply(response, { status: 404, json: { error: `no such endpoint: ${pathname}` } });
    hub.asked.push(endpoint);
    hub.onAsked?.(endpoint);
    const failure = hub.fail[endpoint];
    if (failure?.kind === 'cut') return void request.socket.destroy();
    if (failure?.kind === 'silent') return;
    if (failure?.kind === 'status') {
      if (failure.retryAfter !== undefined) response.setHeader('Retry-After', String(failure.retryAfter));
      return reply(response, { status: failure.status, json: { error: failure.error ?? 'as the test wishes' } });
    }
    const known = [writeToken, oauthToken].some((token) => request.headers.authorization === `Bearer ${token}`);
    const answered =
      endpoint !== 'large file' && !known
        ? { status: 401, json: { error: 'Invalid credentials in Authorization header' } }
        : await carriedOut(endpoint, pathname, body);
    if (failure?.kind === 'lost') return void request.socket.destroy();
    reply(response, answered);
  }

  async function carriedOut(endpoint: Endpoint, path: string, body: Uint8Array): Promise<Answer> {
    const text = new TextDecoder().decode(body);
    if (endpoint === 'whoami')
      return { json: { ...account, auth: { type: 'access_token', accessToken: { role: hub.role } } } };
    if (endpoint === 'large file') {
      const oid = path.split('/').at(-1) ?? '';
      if ((await sha256Of(body as Uint8Array<ArrayBuffer>)) !== oid)
        return { status: 400, json: { error: 'wrong hash' } };
      large.set(oid, body);
      return { json: {} };
    }
    if (endpoint === 'create' || endpoint === 'delete') {
      const { name, organization, type, visibility, sdk } = JSON.parse(text) as Record<string, unknown>;
      const key = `${type} ${organization}/${name}`;
      if (endpoint === 'delete')
        return hub.repositories.delete(key) ? { json: {} } : { status: 404, json: { error: 'Repository not found' } };
      if (hub.repositories.has(key)) return { status: 409, json: { error: 'You already created this repo' } };
      hub.repositories.set(key, { visibility, sdk, files: new Map(), commits: [] });
      return { json: { url: `${hub.address}/${organization}/${name}`, id: key } };
    }
    const [, kind, name] = /^\/(?:api\/)?(?:(model|space)s\/)?([\w.-]+\/[\w.-]+?)(?:\.git\/|\/|$)/.exec(path) ?? [];
    const repository = hub.repositories.get(`${kind ?? 'model'} ${name}`);
    if (!repository) return { status: 404, json: { error: 'Repository not found' } };
    if (endpoint === 'exists') return { json: { id: name } };
    if (endpoint === 'preupload') {
      const { files } = JSON.parse(text) as { files: { path: string; size: number }[] };
      const isLarge = (path: string, size: number) => /\.(safetensors|zip|wasm)$/.test(path) || size > 1e6;
      return {
        json: { files: files.map(({ path, size }) => ({ path, uploadMode: isLarge(path, size) ? 'lfs' : 'regular' })) },
      };
    }
    if (endpoint === 'batch') {
      const { objects } = JSON.parse(text) as { objects: { oid: string; size: number }[] };
      const actions = (oid: string) =>
        large.has(oid) ? {} : { actions: { upload: { href: `${hub.address}/large/${oid}`, header: {} } } };
      return { json: { transfer: 'basic', objects: objects.map(({ oid, size }) => ({ oid, size, ...actions(oid) })) } };
    }
    return committed(repository, text);
  }

  function committed(repository: KeptRepository, text: string): Answer {
    const files = new Map<string, Uint8Array>();
    const lines = text.split('\n').map((line) => JSON.parse(line) as { key: string; value: Record<string, string> });
    for (const { key, value } of lines) {
      const path = value['path'] ?? '';
      if (key === 'file') files.set(path, new Uint8Array(Buffer.from(value['content'] ?? '', 'base64')));
      if (key !== 'lfsFile') continue;
      const bytes = large.get(value['oid'] ?? '');
      if (!bytes) return { status: 400, json: { error: `${path} was never sent` } };
      files.set(path, bytes);
    }
    for (const [path, bytes] of files) repository.files.set(path, bytes);
    repository.commits.push(lines.find(({ key }) => key === 'header')?.value['summary'] ?? '');
    const commitOid = String(repository.commits.length).padStart(40, 'c');
    return { json: { commitOid, commitUrl: `${hub.address}/commit/${commitOid}`, hookOutput: '' } };
  }

  return hub;
}

interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly location?: string;
}

/** Signing in for pages: everybody is let in at once. */
function signIn(path: string, asked: URLSearchParams, address: string): Answer | undefined {
  if (path === '/.well-known/openid-configuration')
    return {
      json: {
        authorization_endpoint: `${address}/oauth/authorize`,
        token_endpoint: `${address}/oauth/token`,
        userinfo_endpoint: `${address}/oauth/userinfo`,
      },
    };
  if (path === '/oauth/authorize') {
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('code', 'scripted');
    back.searchParams.set('state', asked.get('state') ?? '');
    return { status: 302, location: back.href };
  }
  if (path === '/oauth/token')
    return { json: { access_token: oauthToken, expires_in: 3600, scope: 'openid profile manage-repos' } };
  if (path === '/oauth/userinfo') return { json: { sub: '1', name: 'Ada', preferred_username: 'ada' } };
  return undefined;
}

function endpointOf(method: string, path: string): Endpoint | undefined {
  if (path === '/api/whoami-v2') return 'whoami';
  if (path === '/api/repos/create') return 'create';
  if (path === '/api/repos/delete') return 'delete';
  if (path.includes('/preupload/')) return 'preupload';
  if (path.endsWith('/info/lfs/objects/batch')) return 'batch';
  if (path.startsWith('/large/') && method === 'PUT') return 'large file';
  if (path.includes('/commit/')) return 'commit';
  return /^\/api\/(models|spaces)\/[\w.-]+\/[\w.-]+$/.test(path) ? 'exists' : undefined;
}

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*, Authorization',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
};

function reply(response: ServerResponse, { status = 200, json, location }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...(location ? { Location: location } : {}) });
  response.end(json === undefined ? '' : JSON.stringify(json));
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return new Uint8Array(Buffer.concat(parts));
}
