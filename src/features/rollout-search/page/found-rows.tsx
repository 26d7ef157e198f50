// What a search found, as a list of which only the rows in sight are there; they are read as one scrolls.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { fixed, signed } from '../../../page/parts/format';
import { roleStyle, roleVariable } from '../../../page/parts/roles';
import { advantageColours, advantageStep } from '../../../page/screens/rollouts/advantage-scale';
import { formatRoute } from '../../../page/stores/route';
import { passings, reasons } from '../shared/query';
import type { FoundBranch } from '../shared/rollout-index';
import { rowsOf } from './search-store';

interface FoundRowsProps {
  readonly runId: string;
  /** How a problem of this environment is called: "room". */
  readonly problemIn: (environment: string) => string;
  readonly count: number;
}

const rowHeight = 44;
const atOnce = 100;

/** One search's: another search is another list. */
export function FoundRows({ runId, problemIn, count }: FoundRowsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [pages, setPages] = useState<ReadonlyMap<number, readonly FoundBranch[]>>(new Map());
  const asked = useRef(new Set<number>());
  const list = useVirtualizer({
    count,
    getScrollElement: () => place.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const inSight = list.getVirtualItems();
  const wanted = [...new Set(inSight.map(({ index }) => Math.floor(index / atOnce)))];
  const key = wanted.join();
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the pages in sight
  useEffect(() => {
    for (const page of wanted.filter((one) => !asked.current.has(one))) {
      asked.current.add(page);
      void rowsOf(page * atOnce, atOnce)
        .then((rows) => {
          if (shown.current) setPages((old) => new Map(old).set(page, rows));
        })
        .catch(() => asked.current.delete(page));
    }
  }, [key]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="search-rows scroll line-above" ref={place} aria-label="What was found" tabIndex={0}>
      <ul style={{ height: list.getTotalSize() }} aria-label="Answers">
        {inSight.map(({ index, start }) => {
          const row = pages.get(Math.floor(index / atOnce))?.[index % atOnce];
          return (
            <li
              key={index}
              aria-setsize={count}
              aria-posinset={index + 1}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              {row ? (
                <Row runId={runId} problem={problemIn(row.environment)} row={row} />
              ) : (
                <span className="search-row quiet">…</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly runId: string;
  readonly problem: string;
  readonly row: FoundBranch;
}

function Row({ runId, problem, row }: RowProps) {
  const { step, world, group, branch, role, turn, advantage, reward, solved, trunk, passing, text } = row;
  const why = row.reasons.map((reason) => reasons[reason]).join(', ');
  return (
    <a
      className="search-row line-below"
      href={formatRoute({ screen: 'rollouts', runId, step, world, group, branch })}
      style={roleVariable(role)}
      title={text}
    >
      <span className="search-where size-1">
        step {step} · {problem} {world + 1} · turn {turn}
      </span>
      <span className="search-role size-1">{roleStyle(role).label}</span>
      <span className="search-advantage" style={advantageColours(advantageStep(advantage))}>
        {signed(advantage)}
      </span>
      <span className="quiet size-1">reward {fixed(reward, 2)}</span>
      <code className="cut">{text === '' ? '(empty)' : text}</code>
      <span className="search-said size-1 quiet">
        {[solved ? 'solved' : '', trunk ? 'went on' : '', passing ? passings[passing] : '', why]
          .filter((word) => word !== '')
          .join(' · ')}
      </span>
    </a>
  );
}
