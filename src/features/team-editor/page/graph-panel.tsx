// The graph of a team: its picture, and below it what is chosen there. A chunk of its own, loaded when a team has a
// graph.
import { useThemeContext } from '@radix-ui/themes';
import { useState } from 'react';
import type { TeamGraph } from '../../../learning/agents/graph';
import { Fault } from '../../../page/parts/fault';
import type { OwnTeam } from '../../../page/stores/setup-store';
import { type Chosen, GraphCanvas } from './graph-canvas';
import { EdgeForm, NodeForm, WholeForm } from './graph-forms';
import { withTeam } from './team-draft';

interface GraphPanelProps {
  readonly draft: OwnTeam;
  readonly graph: TeamGraph;
  readonly fault: string | undefined;
  readonly onChange: (draft: OwnTeam) => void;
}

export function GraphPanel({ draft, graph, fault, onChange }: GraphPanelProps) {
  const { appearance } = useThemeContext();
  const [chosen, onChoose] = useState<Chosen>();
  const roles = draft.spec.roles.map(({ id }) => id);
  const on = {
    graph,
    onChoose,
    onChange: (next: TeamGraph) => onChange(withTeam(draft, { graph: next })),
  };
  const node = chosen && 'node' in chosen && graph.nodes.some(({ id }) => id === chosen.node) ? chosen.node : undefined;
  const edge = chosen && 'edge' in chosen && graph.edges[chosen.edge] ? chosen.edge : undefined;
  return (
    <div className="stack gap-3">
      <GraphCanvas {...on} chosen={chosen} dark={appearance === 'dark'} />
      <Fault id="graph-fault">{fault}</Fault>
      {node !== undefined ? (
        <NodeForm {...on} roles={roles} id={node} />
      ) : edge !== undefined ? (
        <EdgeForm {...on} index={edge} />
      ) : (
        <WholeForm {...on} roles={roles} />
      )}
    </div>
  );
}
