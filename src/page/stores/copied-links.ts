// A link that is copied, and what whoever hands it on has to know of it.
import { copyText } from './copying';
import { linkTo } from './links';
import type { Route } from './route';

export interface LinkChoice {
  /** "this setup": stands behind "Link to". */
  readonly to: string;
  readonly route: Route;
  /** In three words, before it is copied: where it opens only. */
  readonly limit?: string | undefined;
  /** What whoever hands on the link has to know. */
  readonly note?: string | undefined;
}

export interface LinkChoices {
  /** The first is what one looks at. */
  readonly links: readonly LinkChoice[];
  /** What a frame of the first shows, in words. */
  readonly framed: string;
}

export function copyLink({ to, route, note }: LinkChoice): Promise<void> {
  return copyText({ what: `Link to ${to}`, text: linkTo(route), note });
}
