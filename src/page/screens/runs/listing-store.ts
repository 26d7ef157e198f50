// How the person looks at the list of runs, for as long as the page is open.
import { create } from 'zustand';
import type { RunListing } from './listed-runs';

export const listingStore = create<RunListing>()(() => ({ query: '', sorting: 'newest', grouping: 'none' }));
