// A link that brings a run along, "?run=ADDRESS#/rollouts": the file is fetched and opened as if it had been dropped on
// the page, and shown on the screen that the link names. Where the run is here already, nothing is fetched.
import { create, useStore } from 'zustand';
import { reasonOf } from '../../basics/reason';
import type { OpenedRun } from '../../run/trainer-api';
import { type Fetching, fetchable, fetchFile } from './fetch-file';
import { lab } from './lab-client';
import { runInLink } from './links';
import { notify } from './notices-store';
import { currentRoute, navigate } from './route';
import { keepRunAddress, type RunAddress, readRunAddresses, runFrom } from './run-addresses';
import type { RunView } from './run-view';
import { refreshRuns, runsStore } from './runs-store';
import { addFault } from './trainer-store';

export type LinkedRun =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'fetching';
      readonly address: string;
      readonly received: number;
      readonly total: number | undefined;
      readonly cancel: () => void;
    }
  /** It is read, checked and stored. */
  | { readonly kind: 'opening'; readonly address: string; readonly bytes: number };

export const linkedRunStore = create<LinkedRun>()(() => ({ kind: 'none' }));
const show = (state: LinkedRun) => linkedRunStore.setState(state, true);

export function useLinkedRun(): LinkedRun {
  return useStore(linkedRunStore);
}

type Network = Pick<Fetching, 'fetch' | 'online'>;
const network: Network = {
  fetch: (url, wishes) => fetch(url, wishes),
  online: () => navigator.onLine,
};

/** Opens the run that the page's own address brings along, if it does. */
export async function openLinkedRun(
  here: Pick<Location, 'href' | 'search'> = window.location,
  given: Network = network,
): Promise<void> {
  const address = runInLink(here);
  const read = readRunAddresses().catch(() => undefined); // what storage cannot do, the list of runs says
  if (address === undefined) return;
  await withLink(address, here, async (url, signal) => {
    await Promise.all([read, refreshRuns()]);
    signal.throwIfAborted();
    const known = runFrom(url.href);
    const kept = listed(known?.id);
    if (!known || !kept) return fetchRun(url, { ...given, signal, here });
    shown(known);
    const fetchAgain = { label: 'Fetch again', run: () => void fetchAnew(address, here, given) };
    notify({ text: `“${kept.name}” is here already: nothing was fetched.`, action: fetchAgain }, { ms: 12_000 });
  });
}

function fetchAnew(address: string, here: Pick<Location, 'href'>, given: Network): Promise<void> {
  return withLink(address, here, (url, signal) => fetchRun(url, { ...given, signal, here }));
}

async function withLink(
  address: string,
  here: Pick<Location, 'href'>,
  open: (url: URL, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const abort = new AbortController();
  show({ kind: 'fetching', address, received: 0, total: undefined, cancel: () => abort.abort() });
  try {
    await open(fetchable(address, here), abort.signal);
  } catch (fault) {
    if (abort.signal.aborted) notify({ text: 'The run of this link was not fetched.' });
    else {
      const now = 'Nothing was stored. Reloading the page tries again.';
      addFault({ kind: 'storage', what: 'The run of this link was not opened.', why: reasonOf(fault), now });
    }
  } finally {
    show({ kind: 'none' });
  }
}

async function fetchRun(
  url: URL,
  { here, ...parts }: Pick<Fetching, 'fetch' | 'online' | 'signal'> & { readonly here: Pick<Location, 'href'> },
): Promise<void> {
  const onProgress = (received: number, total: number | undefined) =>
    linkedRunStore.setState((state) => (state.kind === 'fetching' ? { ...state, received, total } : state), true);
  const file = await fetchFile(url, { ...parts, from: here, onProgress });
  show({ kind: 'opening', address: url.href, bytes: file.size });
  const opened = await lab().openRun(file);
  await keepRunAddress({ address: url.href, id: opened.id, idInFile: opened.idInFile });
  await refreshRuns();
  shown(opened);
  notify({ text: openedInWords(opened) });
}

/** What became of a file that was opened. */
export function openedInWords({ kind, name }: OpenedRun): string {
  return {
    new: `“${name}” is among your runs.`,
    here: `“${name}” was here already; nothing was changed.`,
    copy: `“${name}” is among your runs, beside another that it began as.`,
  }[kind];
}

/** The screen of the link shows it: a place in it is kept where the link names one, unless that is of another run. */
function shown({ id, idInFile }: Pick<RunAddress, 'id' | 'idInFile'>): void {
  const route = currentRoute();
  if (route.screen !== 'rollouts' && route.screen !== 'lab') return;
  if (route.screen === 'lab' && route.setup !== undefined) return;
  const { runId } = route;
  const isItself = runId === undefined || runId === idInFile || runId === id;
  if (isItself) navigate({ ...route, runId: id }, { replace: true });
  else if (!listed(runId)) navigate({ screen: route.screen, runId: id }, { replace: true });
}

function listed(runId: string | undefined): RunView | undefined {
  return runsStore.getState().runs.find(({ view }) => view.id === runId)?.view;
}
