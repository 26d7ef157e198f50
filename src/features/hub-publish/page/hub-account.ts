// Who publishes: somebody who signed in at the hub, and came back with a token. It lives here until the page is closed,
// and nowhere else. Which hub, and as which app of it, index.html says.
import { reasonOf } from '../../../basics/reason';
import { hubAddress, usualHub } from '../shared/publication';
import { publishStore } from './publish-store';

/** Of somebody who signed in; never in a store, where it could be shown. */
let signedInToken = '';

export function tokenOfAccount(): string {
  return signedInToken;
}

/** Its address as `<meta name="hub-address">` has it. Throws an ExpectationError for one that is none. */
export function hubOfPage(): string {
  return hubAddress(metaOf('hub-address') ?? usualHub);
}

/** The id of this page as an app of the hub; undefined where nobody gave one, and there is no signing in. */
export function clientIdOfPage(): string | undefined {
  const space = (window as { huggingface?: { variables?: Record<string, string> } }).huggingface;
  return metaOf('hub-client-id') ?? space?.variables?.['OAUTH_CLIENT_ID'];
}

/** May make repositories, and see those it made; nothing else of the person's. */
const scopes = 'openid profile contribute-repos';
/** Where the library keeps what proves that an answer is to its own question. */
const nonceKey = 'huggingface.co:oauth:nonce';

/** Leaves the page for the hub's; it comes back to the run's dialog. */
export async function signIn(runId: string): Promise<void> {
  try {
    const { oauthLoginUrl } = await import('@huggingface/hub');
    const clientId = clientIdOfPage();
    const redirectUrl = `${window.location.origin}${window.location.pathname}`;
    const state = JSON.stringify({ runId, hash: window.location.hash });
    window.location.assign(
      await oauthLoginUrl({ hubUrl: hubOfPage(), scopes, redirectUrl, state, ...(clientId ? { clientId } : {}) }),
    );
  } catch (fault) {
    publishStore.setState({ fault: `signing in failed: ${reasonOf(fault)}` });
  }
}

export function signOut(): void {
  signedInToken = '';
  publishStore.setState({ account: undefined });
}

/** Takes what the hub sent along, where the person comes from there; the address is as before then. */
export async function comeBack(): Promise<void> {
  const { search, pathname } = window.location;
  const answer = new URLSearchParams(search);
  const isAnswer = answer.has('state') && (answer.has('code') || answer.has('error'));
  if (!isAnswer || localStorage.getItem(nonceKey) === null) return;
  const { runId, hash = '' } = askedWith(answer.get('state'));
  const done = () => {
    window.history.replaceState(null, '', `${pathname}${hash}`);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  };
  try {
    const { oauthHandleRedirectIfPresent } = await import('@huggingface/hub');
    const result = await oauthHandleRedirectIfPresent({ hubUrl: hubOfPage() });
    if (!result) return;
    signedInToken = result.accessToken;
    publishStore.setState({ account: result.userInfo.preferred_username, fault: undefined, runId });
  } catch (fault) {
    localStorage.removeItem(nonceKey);
    publishStore.setState({ fault: `signing in failed: ${reasonOf(fault)}`, runId });
  } finally {
    done();
  }
}

/** What `signIn` gave along; of an answer that is not ours, nothing. */
function askedWith(state: string | null): { readonly runId?: string; readonly hash?: string } {
  try {
    const { state: own } = JSON.parse(state ?? '') as { state?: string };
    const { runId, hash } = JSON.parse(own ?? '') as Record<string, unknown>;
    return {
      ...(typeof runId === 'string' ? { runId } : {}),
      ...(typeof hash === 'string' && hash.startsWith('#/') ? { hash } : {}),
    };
  } catch {
    return {};
  }
}

function metaOf(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() || undefined;
}
