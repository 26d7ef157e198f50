// The way from a step's rollouts to the search of all of them; `/` leads there, too.
import { Search } from 'lucide-react';
import { isWithin, keepsItsKeys, useKeys } from '../../../page/parts/use-keys';
import { featureRoute, formatRoute, navigate } from '../../../page/stores/route';
import type { RunView } from '../../../page/stores/run-view';

export function SearchLink({ run }: { readonly run: RunView }) {
  const route = featureRoute('search', run.id);
  useKeys((event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || isWithin(event.target, keepsItsKeys)) return;
    event.preventDefault();
    navigate(route);
  });
  return (
    <p className="pad-3">
      <a className="accent row gap-2" href={formatRoute(route)} aria-keyshortcuts="/">
        <Search size={14} aria-hidden /> Search all kept steps ( / )
      </a>
    </p>
  );
}
