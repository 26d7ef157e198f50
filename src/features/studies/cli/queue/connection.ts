// The connection to a Redis or Valkey server that is there already: redis://[user:password@]host[:port][/database], or
// rediss:// for TLS. Without a password in the address that of the environment's REDISCLI_AUTH is used, as redis-cli
// does. A server that cannot be used is told in one line, which never shows the password.
import type { Redis } from 'ioredis';
import { UsageError } from '../../../../headless/arguments';

export interface QueueConnection {
  readonly redis: Redis;
  /** The address, without a password. */
  readonly shown: string;
  close(): Promise<void>;
}

const connectTimeoutMs = 5000;
const usualPort = 6379;

/** Resolves once the server has answered. Throws a UsageError for what is no address, an Error that says what to do
 *  where nobody answers, or not as wanted. */
export async function connectTo(address: string): Promise<QueueConnection> {
  const url = addressFrom(address);
  const shown = shownOf(url);
  const { Redis } = await import('ioredis');
  const password = url.password === '' ? process.env['REDISCLI_AUTH'] : undefined;
  let answered = false;
  let lastError: Error | undefined;
  const redis = new Redis(url.href, {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    maxRetriesPerRequest: null, // what BullMQ wants: commands wait for a server that comes back
    retryStrategy: (times: number) => (answered ? Math.min(200 * 2 ** Math.min(times, 7), 20_000) : null),
    ...(password ? { password } : {}),
  });
  redis.on('error', (error: Error) => {
    lastError = error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    throw new Error(told(shown, url, lastError ?? error));
  }
  answered = true;
  return { redis, shown, close: async () => redis.disconnect() };
}

function addressFrom(address: string): URL {
  const wanted = 'like redis://HOST:6379, or rediss://USER:PASSWORD@HOST:6379 with TLS';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '')
    throw new UsageError(`--queue is the address of a Redis or Valkey server, ${wanted}`);
  if (!/^\/?\d*$/.test(url.pathname))
    throw new UsageError(`--queue ${shownOf(url)}: behind the host stands a database's number, ${wanted}/0`);
  return url;
}

function shownOf({ protocol, username, host, pathname }: URL): string {
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname === '/' ? '' : pathname}`;
}

function told(shown: string, { hostname, port }: URL, error: unknown): string {
  const place = `${hostname}:${port === '' ? usualPort : port}`;
  const reason = error instanceof Error ? error.message : String(error);
  if (/NOAUTH|WRONGPASS|invalid password|without any password/i.test(reason))
    return `${place} wants another password than it was given: write redis://USER:PASSWORD@HOST, or set REDISCLI_AUTH (it says: ${reason})`;
  if (/certificate|self.signed|SSL|TLS|EPROTO/i.test(reason))
    return `${place} could not be spoken to by TLS: rediss:// is for servers with a certificate that Node trusts (NODE_EXTRA_CA_CERTS names a file with more of them), redis:// for those without (it says: ${reason})`;
  return `no Redis or Valkey server answers at ${place} (${shown}): start one there (redis-server), or open the way to it (${reason})`;
}
