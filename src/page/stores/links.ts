// The page's whole address, for other people: "?run=ADDRESS#/rollouts/…" also brings the run along, and "&embed=1" is
// for a frame on another page. What stands behind "#" is the route's (route.ts).
import { formatRoute, type Route } from './route';
import { addressOfRun } from './run-addresses';

type Here = Pick<Location, 'href' | 'search'>;

/** Where the run lies that this link brings along. */
export function runInLink({ search }: Pick<Location, 'search'>): string | undefined {
  return new URLSearchParams(search).get('run') || undefined;
}

/** Whether the page stands in a frame of another page, to show one thing. */
export function isEmbedded({ search }: Pick<Location, 'search'> = window.location): boolean {
  return new URLSearchParams(search).get('embed') === '1';
}

/** The address of a frame as one that stands by itself. */
export function outOfFrame({ href }: Pick<Location, 'href'> = window.location): string {
  const url = new URL(href);
  return href.replace(url.search, url.search.replace(/(?<=[?&])embed=1(&|$)/, '').replace(/[?&]$/, ''));
}

/** The whole address. A run that came from an address goes along. */
export function linkTo(route: Route, here: Here = window.location): string {
  return `${pageOf(here)}${queryOf(bringing(route))}${formatRoute(route)}`;
}

/** The same for a frame. */
export function embedLink(route: Route, here: Here = window.location): string {
  return `${pageOf(here)}${queryOf([...bringing(route), 'embed=1'])}${formatRoute(route)}`;
}

/** A frame as HTML, to be put into another page. */
export function embedCode(route: Route, title: string, here: Here = window.location): string {
  const [link, named] = [embedLink(route, here), title].map((text) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
  );
  return `<iframe src="${link}" title="${named}" width="100%" height="600" style="border: 0" loading="lazy"></iframe>`;
}

/** Whether the link brings its run along. */
export function hasAddress(route: Route): boolean {
  return bringing(route).length > 0;
}

function bringing(route: Route): string[] {
  const runId = route.screen === 'lab' || route.screen === 'rollouts' ? route.runId : undefined;
  const address = runId === undefined ? undefined : addressOfRun(runId);
  // ":" and "/" may stand in a query, and are easier to read so
  return address ? [`run=${encodeURIComponent(address).replaceAll('%3A', ':').replaceAll('%2F', '/')}`] : [];
}

function queryOf(parts: readonly string[]): string {
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function pageOf({ href }: Here): string {
  return href.replace(/[?#].*$/s, '');
}
