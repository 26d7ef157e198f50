// The page's whole address, for other people: "?run=ADDRESS#/rollouts/…" also brings the run along. What stands behind
// "#" is the route's (route.ts).
import { formatRoute, type Route } from './route';
import { addressOfRun } from './run-addresses';

type Here = Pick<Location, 'href' | 'search'>;

/** Where the run lies that this link brings along. */
export function runInLink({ search }: Pick<Location, 'search'>): string | undefined {
  return new URLSearchParams(search).get('run') || undefined;
}

/** The whole address. A run that came from an address goes along. */
export function linkTo(route: Route, here: Here = window.location): string {
  return `${pageOf(here)}${queryOf(bringing(route))}${formatRoute(route)}`;
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
