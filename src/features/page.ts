// What the features offer to the page.
import type { OfferedToPage, PageFeature } from '../page/features';
import { inOrder } from './index';

export const pageFeatures: readonly OfferedToPage[] = inOrder(
  import.meta.glob<PageFeature>('./*/page/feature.tsx', { eager: true, import: 'feature' }),
);
