// A link that is copied, and what whoever hands it on has to know of it.
import { copyText } from './copying';
import { hasAddress, linkTo } from './links';
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

/** Of a run that lies in this browser only. */
const onlyHere = {
  limit: 'this browser only',
  note: 'It opens in this browser only, where the run is. For others, send the run’s file (Take home: Whole run), which opens under Runs; or put that on huggingface.co, or on the web server of this page, and add ?run=ADDRESS to the page’s own.',
} as const;

/** What is to be said of links to a run: nothing of one that is recorded, or whose file has an address. */
export function reachOf(recorded: boolean | undefined, route: Route): Pick<LinkChoice, 'limit' | 'note'> {
  return recorded || hasAddress(route) ? {} : onlyHere;
}
