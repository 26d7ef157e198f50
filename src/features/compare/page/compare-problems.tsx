// The problems that only one of two runs solved, each a link to Play, where that run's team plays it.
import { Button } from '@radix-ui/themes';
import { useMemo, useState } from 'react';
import { reasonOf } from '../../../basics/reason';
import type { AskedProblem } from '../../../learning/training/evaluate';
import { askFeature } from '../../../page/features';
import { Choose } from '../../../page/parts/choose';
import { Fault } from '../../../page/parts/fault';
import { sentence } from '../../../page/parts/format';
import { roomOfSeed, sameWorld, worldChoice } from '../../../page/screens/play/rooms';
import { runAddress } from '../../../page/screens/play/trained-team';
import { formatRoute } from '../../../page/stores/route';
import type { RunView } from '../../../page/stores/run-view';
import { choiceOfRun } from '../../../page/stores/world-address';
import type { CompareApi } from '../shared/compare-api';
import type { Arm } from './arms';
import { problemIn } from './compare-curves';
import { onlyOneOf } from './only-one';
import { measuredOf, occasionOf } from './results';

type Listing =
  | { readonly kind: 'folded' | 'reading' }
  | { readonly kind: 'listed'; readonly asked: readonly AskedProblem[] }
  | { readonly kind: 'failed'; readonly reason: string };

export function CompareProblems({ arms }: { readonly arms: readonly Arm[] }) {
  const runs = arms.flatMap((arm) => [...arm.runs]);
  const [chosen, setChosen] = useState<readonly [string?, string?]>([]);
  const [listing, setListing] = useState<Listing>({ kind: 'folded' });
  const first = runs.find(({ id }) => id === chosen[0]) ?? runs[0];
  const usual = arms[1]?.runs[0] ?? runs[1];
  const second = runs.find(({ id }) => id === chosen[1]) ?? (usual === first ? runs[0] : usual);
  const occasion = occasionOf(runs);
  const [own, theirs] = [first, second].map((run) => run && measuredOf(run, occasion)?.evaluation);
  const found = useMemo(() => onlyOneOf(own, theirs), [own, theirs]);
  const problem = problemIn(arms);
  if (!first || !second) return null;
  const choose = (index: 0 | 1, id: string) => {
    setChosen(index === 0 ? [id, second.id] : [first.id, id]);
    setListing({ kind: 'folded' });
  };
  const list = async () => {
    setListing({ kind: 'reading' });
    try {
      const { hash, asked } = await askFeature<CompareApi>('compare').problems({
        config: first.config,
        split: occasion,
      });
      if (hash !== own?.solvedEach?.problems)
        throw new Error(`this Grove draws other ${problem}s than the record is of`);
      setListing({ kind: 'listed', asked });
    } catch (fault) {
      setListing({ kind: 'failed', reason: reasonOf(fault) });
    }
  };
  const options = runs.map(({ id, name, config }) => ({ id, name: `${name}, seed ${config.settings.seed}` }));
  return (
    <section className="grid gap-3" aria-labelledby="compare-problems">
      <h2 id="compare-problems">
        Solved by only one <span className="quiet">the same {problem}s, run against run</span>
      </h2>
      <div className="row wrap gap-3">
        <Choose aria-label="One run" value={first.id} options={options} onChoose={(id) => choose(0, id)} />
        <span className="quiet">against</span>
        <Choose aria-label="The other run" value={second.id} options={options} onChoose={(id) => choose(1, id)} />
      </div>
      {first === second ? (
        <p className="quiet">These are one run: choose two.</p>
      ) : found ? (
        <>
          <p role="status" data-testid="only-one">
            Only {first.name}: <b>{found.first.length}</b> · only {second.name}: <b>{found.second.length}</b> · both{' '}
            {found.both} · neither {found.neither}
          </p>
          {listing.kind !== 'listed' && found.first.length + found.second.length > 0 && (
            <Button className="start" variant="soft" loading={listing.kind === 'reading'} onClick={() => void list()}>
              List them
            </Button>
          )}
          {listing.kind === 'failed' && <Fault title="They could not be listed.">{sentence(listing.reason)}</Fault>}
          {listing.kind === 'listed' && (
            <div className="compare-only">
              <Problems run={first} places={found.first} asked={listing.asked} />
              <Problems run={second} places={found.second} asked={listing.asked} />
            </div>
          )}
        </>
      ) : (
        <p className="quiet">They were not measured on the same {problem}s.</p>
      )}
    </section>
  );
}

interface ProblemsProps {
  readonly run: RunView;
  readonly places: readonly number[];
  readonly asked: readonly AskedProblem[];
}

function Problems({ run, places, asked }: ProblemsProps) {
  const links = places.map((place) => ({ place, address: playAddress(run, asked[place]) }));
  const dead = links.some(({ address }) => address === undefined);
  return (
    <div className="grid gap-2">
      <h3>Only {run.name}</h3>
      {places.length === 0 && <p className="quiet">None.</p>}
      <ul className="compare-only-list row wrap gap-2" aria-label={`Only ${run.name}`}>
        {links.map(({ place, address }) => (
          <li key={place}>
            {address === undefined ? (
              <span className="compare-only-problem quiet">{place + 1}</span>
            ) : (
              <a className="compare-only-problem" href={address} title="Opens it in Play, with this run’s team">
                {place + 1}
              </a>
            )}
          </li>
        ))}
      </ul>
      {dead && (
        <p className="note">
          Numbers that are no links are validation problems, or of a world under other settings than Play’s: Play has
          neither.
        </p>
      )}
    </div>
  );
}

/** Where Play shows the problem with the run's team; undefined where it plays another under that number. */
export function playAddress(run: RunView, problem: AskedProblem | undefined): string | undefined {
  const number = problem && roomOfSeed(problem.seed);
  const preset = choiceOfRun(run.config);
  const plays = worldChoice(preset).config;
  if (number === undefined || !sameWorld(plays, run.config)) return undefined;
  if (run.config.worlds[0]?.environment !== problem?.environment) return undefined;
  return formatRoute({ screen: 'play', preset, seed: number, team: `${runAddress}${run.id}` });
}
