// How the person looks at the list of runs, for as long as the page is open.
import { create } from 'zustand';
import { type Column, type RunListing, sortsDown } from './listed-runs';

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
