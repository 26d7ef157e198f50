// What goes to a hub that is scripted, through the real library: all of it in one commit, or – whatever fails,
// wherever – a fault by its name, and nothing left behind.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Endpoint,
  type Failure,
  oauthToken,
  type ScriptedHub,
  scriptedHub,
  writeToken,
} from '../cli/scripted-hub.test-data';
import type { PublishProgress } from '../shared/publication';
import { publish, type Repository } from './publish';
import type { FaultKind, PublishFault } from './publish-fault';

const bytes = (length: number, fill: number) => new Uint8Array(length).fill(fill);
const named = { name: 'ada/team', visibility: 'private', title: 'Publish the team' } as const;
const model: Repository = {
  kind: 'model',
  ...named,
  files: [
    { name: 'README.md', bytes: new TextEncoder().encode('# team\n') },
    { name: 'tool/adapter_model.safetensors', bytes: bytes(5000, 1) },
    { name: 'plan/adapter_model.safetensors', bytes: bytes(6000, 2) },
  ],
};
const space: Repository = { kind: 'space', ...named, files: [{ name: 'index.html', bytes: bytes(10, 60) }] };

let hub: ScriptedHub;
beforeEach(async () => {
  hub = await scriptedHub();
});
afterEach(() => hub.stop());

const sent = (more: { repositories?: readonly Repository[]; token?: string; signal?: AbortSignal } = {}) => {
  const { repositories = [model], token = writeToken, signal = new AbortController().signal } = more;
  const heard: PublishProgress[] = [];
  const publishing = { signal, onProgress: (progress: PublishProgress) => heard.push(progress), send: fetch };
  return { heard, published: publish(repositories, { hub: hub.address, token }, publishing) };
};
const faultOf = (published: Promise<unknown>) =>
  published.then(
    () => expect.fail('it was published'),
    (fault: PublishFault) => fault,
  );
const lying = (key: string) => Object.fromEntries(hub.repositories.get(key)?.files ?? []);

describe('a publication', () => {
  it('is one commit with the very bytes', async () => {
    const { published, heard } = sent();
    expect(await published).toEqual([
      { kind: 'model', address: `${hub.address}/ada/team`, commit: expect.stringMatching(/1$/) },
    ]);
    expect(lying('model ada/team')).toEqual(Object.fromEntries(model.files.map((file) => [file.name, file.bytes])));
    expect(hub.repositories.get('model ada/team')).toMatchObject({
      visibility: 'private',
      commits: ['Publish the team'],
    });
    expect(heard.at(-1)).toEqual({ what: 'done', done: 11007, total: 11007 });
    const shares = heard.map(({ done }) => done);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });

  it('may have a Space beside it', async () => {
    const both = await sent({ repositories: [model, space], token: oauthToken }).published;
    expect(both.map(({ address }) => address)).toEqual([`${hub.address}/ada/team`, `${hub.address}/spaces/ada/team`]);
    expect(hub.repositories.get('space ada/team')).toMatchObject({ sdk: 'static', commits: ['Publish the team'] });
    expect(lying('space ada/team')).toEqual({ 'index.html': bytes(10, 60) });
  });

  it('may be an organisation’s', async () => {
    await sent({ repositories: [{ ...model, name: 'engine/team' }] }).published;
    expect([...hub.repositories.keys()]).toEqual(['model engine/team']);
  });
});

describe('nothing is begun', () => {
  it.each<[string, string, FaultKind]>([
    ['', 'hf_', 'no token'],
    ['secret', 'hf_', 'token refused'],
    ['hf_unknown', 'settings/tokens', 'token refused'],
  ])('with the token %j', async (token, says, kind) => {
    const fault = await faultOf(sent({ token }).published);
    expect(fault.kind).toBe(kind);
    expect(fault.message).toContain(kind === 'no token' ? 'settings/tokens' : says);
    expect(hub.repositories.size).toBe(0);
  });

  it('with a token that only reads', async () => {
    hub.role = 'read';
    expect(await faultOf(sent().published)).toMatchObject({ kind: 'token reads only' });
    expect(hub.asked).toEqual(['whoami']);
  });

  it('under somebody else’s name', async () => {
    const fault = await faultOf(sent({ repositories: [{ ...model, name: 'grace/team' }] }).published);
    expect(fault).toMatchObject({ kind: 'not allowed' });
    expect(fault.message).toMatch(/ada.*grace.*ada\/ or engine\//);
    expect(hub.asked).toEqual(['whoami']);
  });

  it('where the name is taken, and what lies there stays', async () => {
    await sent().published;
    const before = lying('model ada/team');
    hub.asked.length = 0;
    expect(await faultOf(sent({ repositories: [model, space] }).published)).toMatchObject({ kind: 'name taken' });
    expect(lying('model ada/team')).toEqual(before);
    expect(hub.asked).not.toContain('create');
  });

  it('where the name is taken unseen, and what lies there stays', async () => {
    await sent().published;
    hub.fail.exists = { kind: 'status', status: 404 };
    expect(await faultOf(sent().published)).toMatchObject({ kind: 'name taken' });
    expect(hub.repositories.get('model ada/team')?.files.size).toBe(3);
  });

  it('at an address that anybody could listen to', async () => {
    const to = { hub: 'http://hub.example', token: writeToken };
    const publishing = { signal: new AbortController().signal, onProgress: () => {}, send: fetch };
    await expect(publish([model], to, publishing)).rejects.toThrow('https://');
  });
});

describe('whatever fails, nothing is left half-written', () => {
  const endpoints: readonly Endpoint[] = ['whoami', 'exists', 'create', 'preupload', 'batch', 'large file', 'commit'];
  const status = (code: number, more = {}): Failure => ({ kind: 'status', status: code, ...more });
  const failures: readonly [string, Failure, FaultKind, RegExp][] = [
    ['no network', { kind: 'cut' }, 'no network', /did not reach.*online/],
    ['a lost answer', { kind: 'lost' }, 'no network', /did not reach/],
    ['a token without the right', status(403), 'not allowed', /settings\/tokens/],
    ['too many requests', status(429, { retryAfter: 30 }), 'rate limit', /in 30 s/],
    ['a server error', status(503), 'server error', /\(503\).*later/],
    ['a refusal', status(400, { error: `bad licence, says ${writeToken}` }), 'refused', /bad licence, says …/],
  ];
  const cases = endpoints.flatMap((endpoint) => failures.map((failure) => [endpoint, ...failure] as const));

  it.each(cases)('at “%s”: %s', async (endpoint, _, failure, kind, says) => {
    hub.fail[endpoint] = failure;
    const { published, heard } = sent();
    const fault = await faultOf(published);
    expect(fault.kind).toBe(kind);
    expect(fault.message).toMatch(says);
    expect(fault.message).not.toMatch(/\n|\/large\//);
    expect(JSON.stringify([fault.message, fault.stack, heard])).not.toContain(writeToken);
    expect([...hub.repositories.keys()]).toEqual([]);
  });

  it.each(endpoints)('cancelled at “%s”', async (endpoint) => {
    const cancelling = new AbortController();
    hub.fail[endpoint] = { kind: 'silent' };
    hub.onAsked = (asked) => asked === endpoint && cancelling.abort();
    const fault = await faultOf(sent({ signal: cancelling.signal }).published);
    expect(fault).toMatchObject({ kind: 'cancelled', message: 'the publication was cancelled' });
    expect([...hub.repositories.keys()]).toEqual([]);
  });

  it('says where something is left that it could not take away', async () => {
    hub.fail.commit = { kind: 'status', status: 500 };
    hub.fail.delete = { kind: 'status', status: 403 };
    const { message } = await faultOf(sent().published);
    expect(message).toMatch(/could not be taken away.*\/ada\/team.*delete it/);
  });

  it('keeps the model where only its Space failed, and says so', async () => {
    hub.onAsked = (endpoint) => {
      const models = hub.asked.filter((asked) => asked === 'commit').length;
      if (endpoint === 'commit' && models === 2) hub.fail.commit = { kind: 'status', status: 500 };
    };
    const { kind, message } = await faultOf(sent({ repositories: [model, space] }).published);
    expect(kind).toBe('server error');
    expect(message).toContain(`The model is published: ${hub.address}/ada/team`);
    expect([...hub.repositories.keys()]).toEqual(['model ada/team']);
    expect(hub.repositories.get('model ada/team')?.files.size).toBe(3);
  });
});
