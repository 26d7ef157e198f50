// How the person looks at the list of runs, for as long as the page is open.
import { create } from 'zustand';
import { type Column, type RunListing, sortsDown } from './listed-runs';

/** Which of a run's own words is being changed. */
export type OwnWord = 'name' | 'tags' | 'notes';

export const listingStore = create<RunListing>()(() => ({
  query: '',
  column: 'date',
  descending: true,
  grouping: 'none',
}));

/** By another column, or by the same the other way round. */
export function sortBy(column: Column): void {
  listingStore.setState((state) => ({
    column,
    descending: state.column === column ? !state.descending : sortsDown(column),
  }));
}

/** What of a run is changed or asked for at the moment: in a list that turns from a table into cards it stays open. */
export interface OpenPart {
  readonly runId?: string;
  readonly part?: OwnWord | 'evaluation';
}

export const openPart = create<OpenPart>()(() => ({}));

export const closePart = () => openPart.setState({}, true);
