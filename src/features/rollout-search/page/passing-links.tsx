// From what is said of a team's last role to the very answers: the search, filled in.
import { Fragment } from 'react';
import { featureRoute, formatRoute } from '../../../page/stores/route';
import type { RunView } from '../../../page/stores/run-view';
import { addressOfSearch, passings, type SearchedPassing } from '../shared/query';

const shown: readonly SearchedPassing[] = ['spoils-right', 'mends', 'repeats'];

export function PassingLinks({ run: { id } }: { readonly run: RunView }) {
  return (
    <span className="block">
      Answers in the kept steps that{' '}
      {shown.map((passing, index) => (
        <Fragment key={passing}>
          {index > 0 && ' · '}
          <a className="accent" href={formatRoute(featureRoute('search', addressOfSearch(id, { passing })))}>
            {passings[passing]}
          </a>
        </Fragment>
      ))}
    </span>
  );
}
