// What can go wrong between this computer and the hub, each by a name of its own and with what to do about it. No
// token ever stands in such a sentence.

export type FaultKind =
  | 'no token'
  | 'token refused'
  | 'token reads only'
  | 'not allowed'
  | 'name taken'
  | 'refused'
  | 'rate limit'
  | 'server error'
  | 'no network'
  | 'strange answer'
  | 'cancelled';

export class PublishFault extends Error {
  override name = 'PublishFault';
  readonly kind: FaultKind;
  /** Of the hub's answer, where it gave one. */
  readonly status: number | undefined;
  constructor(kind: FaultKind, sentence: string, status?: number) {
    super(sentence);
    this.kind = kind;
    this.status = status;
  }
}

/** What the hub answered to a request that it did not carry out. */
export interface Refusal {
  /** What was asked for, in words: "the commit to ada/team". */
  readonly what: string;
  readonly status: number;
  /** The hub's own, in one line. */
  readonly words: string;
  /** Seconds, where the hub says when to come again. */
  readonly retryAfter?: number;
  /** The hub's address. */
  readonly hub: string;
}

export function faultOfRefusal({ what, status, words, retryAfter, hub }: Refusal): PublishFault {
  const said = words === '' ? `it answered ${status}` : `${words} (${status})`;
  const fault = (kind: FaultKind, sentence: string) => new PublishFault(kind, sentence, status);
  const newToken = `make one that may write, at ${hub}/settings/tokens`;
  if (status === 401) return fault('token refused', `the hub does not know the token, or it has run out: ${newToken}`);
  if (status === 403)
    return fault('not allowed', `the hub does not let this token go on at “${what}”: ${said}. Or ${newToken}`);
  if (status === 409)
    return fault('name taken', `a repository of that name is there already (at “${what}”): choose another name`);
  if (status === 429) {
    const when = retryAfter === undefined ? 'in some minutes' : `in ${retryAfter} s`;
    return fault('rate limit', `the hub takes no more requests from you for now (429): try again ${when}`);
  }
  if (status >= 500) return fault('server error', `the hub has trouble at “${what}”: ${said}. Try again later`);
  return fault('refused', `the hub refused “${what}”: ${said}`);
}
