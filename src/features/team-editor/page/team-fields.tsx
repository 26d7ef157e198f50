// What is said of the team as a whole: its name, a sentence, and who speaks when: in an order, or as a graph says.
import { SegmentedControl } from '@radix-ui/themes';
import { lazy, Suspense } from 'react';
import type { TeamGraph } from '../../../learning/agents/graph';
import type { SpecFault } from '../../../learning/agents/team-spec';
import { Line } from '../../../page/parts/field';
import type { OwnTeam } from '../../../page/stores/setup-store';
import { graphOfOrder } from './graph-draft';
import { withGraph, withTeam } from './team-draft';

const GraphPanel = lazy(async () => ({ default: (await import('./graph-panel')).GraphPanel }));

interface TeamFieldsProps {
  readonly draft: OwnTeam;
  readonly faultAt: (where: Pick<SpecFault, 'role' | 'field'>) => string | undefined;
  readonly onChange: (draft: OwnTeam) => void;
}

export function TeamFields({ draft, faultAt, onChange }: TeamFieldsProps) {
  const { name, sentence, order, graph } = draft.spec;
  return (
    <div className="grid">
      <Line
        label="Name of the team"
        fault={faultAt({ field: 'name' })}
        value={name}
        onChange={(next) => onChange(withTeam(draft, { name: next }))}
      />
      <Line
        label="In one sentence"
        fault={faultAt({ field: 'sentence' })}
        value={sentence}
        onChange={(next) => onChange(withTeam(draft, { sentence: next }))}
      />
      <SegmentedControl.Root
        size="1"
        aria-label="Order"
        value={graph ? 'graph' : order}
        onValueChange={(value) => {
          if (value === 'graph') return onChange(withGraph(draft, graph ?? graphOfOrder(draft.spec)));
          return onChange(
            withTeam(withGraph(draft, undefined), { order: value === 'parallel' ? value : 'sequential' }),
          );
        }}
      >
        <SegmentedControl.Item value="sequential">In turn</SegmentedControl.Item>
        <SegmentedControl.Item value="parallel">All at once</SegmentedControl.Item>
        <SegmentedControl.Item value="graph">As a graph</SegmentedControl.Item>
      </SegmentedControl.Root>
      <p className="note">
        {graph
          ? 'Whoever is led to speaks next and sees what edges handed to it. In a turn nobody speaks more often than the bound allows.'
          : order === 'sequential'
            ? 'A role may see what those before it said this turn.'
            : 'No role hears another; their moves are made one after the other at the end of the turn.'}
      </p>
      {graph && (
        <Suspense fallback={<div className="team-graph" />}>
          <GraphPanel
            draft={draft}
            graph={graph as TeamGraph}
            fault={faultAt({ field: 'graph' })}
            onChange={onChange}
          />
        </Suspense>
      )}
    </div>
  );
}
