// Where the person is, as the part of the address after "#": every screen, run, step and node is a link, under any path
// of any web server. Knows nothing of what stands behind the ids.
import { useSyncExternalStore } from 'react';
import { featureScreens } from '../features';

/** One node of a run's tree, as deep as it was named. `step` and `turn`s count from 1; world, group and branch from
 *  0. */
export interface NodePath {
  readonly runId?: string;
  readonly step?: number;
  readonly world?: number;
  readonly group?: number;
  readonly branch?: number;
}

export type Route =
  /** `setup`: what the next run is to be, as learning/config/setup-address says it. */
  | { readonly screen: 'lab'; readonly runId?: string; readonly setup?: string }
  | ({ readonly screen: 'rollouts' } & NodePath)
  /** `preset` and `seed` name the room, `team` the address of a team's file, so that a room and a team are links
   *  too. */
  | { readonly screen: 'play'; readonly preset?: string; readonly seed?: number; readonly team?: string }
  | { readonly screen: 'runs' }
  /** A screen of a feature, by its name; `id` names what is open there. */
  | { readonly screen: 'feature'; readonly name: string; readonly id?: string };

export type ScreenName = Route['screen'];

/** "#/rollouts/RUN/STEP/WORLD/GROUP/BRANCH" → route. What cannot be read leads to the Lab. */
export function parseRoute(hash: string): Route {
  const [, path = '', setup] = /^#?\/?([^?]*)(?:\?(.*))?$/s.exec(hash) ?? [];
  const [screen, ...rest] = path.split('/').map(decode);
  if (screen === 'runs') return { screen };
  if (screen === 'play')
    return { screen, preset: rest[0] || undefined, seed: wholeNumber(rest[1]), team: rest[2] || undefined };
  if (screen === 'rollouts') {
    const [step, world, group, branch] = rest.slice(1).map(wholeNumber);
    return { screen, runId: rest[0] || undefined, ...untilMissing({ step, world, group, branch }) };
  }
  if (featureScreens().some(({ name }) => name === screen)) return featureRoute(screen as string, rest[0]);
  const runId = (screen === 'lab' && rest[0]) || undefined;
  return screen === 'lab' && setup && !runId ? { screen, setup } : { screen: 'lab', runId };
}

/** The screen that an address names and that does not exist; undefined where it names one. */
export function unknownScreen(hash: string): string | undefined {
  const name = /^#?\/?([^/?]*)/.exec(hash)?.[1] ?? '';
  const known = ['', 'content', 'lab', 'rollouts', 'play', 'runs', ...featureScreens().map((screen) => screen.name)];
  return known.includes(name) ? undefined : decode(name);
}

export function formatRoute(route: Route): string {
  const parts: (string | number | undefined)[] =
    route.screen === 'lab'
      ? [route.runId]
      : route.screen === 'play'
        ? [route.preset, route.seed, route.team]
        : route.screen === 'rollouts'
          ? [route.runId, route.step, route.world, route.group, route.branch]
          : route.screen === 'feature'
            ? [route.id]
            : [];
  const end = parts.indexOf(undefined);
  const named = end < 0 ? parts : parts.slice(0, end);
  const screen = route.screen === 'feature' ? route.name : route.screen;
  const path = [screen, ...named.map((part) => encodeURIComponent(String(part)).replaceAll('%2C', ','))].join('/');
  return `#/${path}${route.screen === 'lab' && route.setup && !route.runId ? `?${route.setup}` : ''}`;
}

/** The way to a feature's screen. */
export function featureRoute(name: string, id?: string): Route {
  return { screen: 'feature', name, id: id || undefined };
}

export interface Navigation {
  /** Replaces the entry in the browser's history: for walking among nodes, where "back" should leave the tree. */
  readonly replace?: boolean;
}

export function navigate(route: Route, { replace }: Navigation = {}): void {
  const hash = formatRoute(route);
  if (hash === window.location.hash) return;
  if (replace) {
    window.history.replaceState(null, '', hash);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  } else window.location.hash = hash;
}

let cached: { readonly hash: string; readonly route: Route } | undefined;

export function currentRoute(): Route {
  const hash = window.location.hash;
  if (cached?.hash !== hash) cached = { hash, route: parseRoute(hash) };
  return cached.route;
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, currentRoute);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a hand-made address with a stray "%"
  }
}

function wholeNumber(part: string | undefined): number | undefined {
  return part !== undefined && /^\d{1,9}$/.test(part) ? Number(part) : undefined;
}

/** A branch without its group names nothing: everything after the first gap is dropped. */
function untilMissing<T extends Record<string, number | undefined>>(levels: T): Partial<T> {
  const kept: Partial<T> = {};
  for (const [name, value] of Object.entries(levels)) {
    if (value === undefined) break;
    kept[name as keyof T] = value as T[keyof T];
  }
  return kept;
}
