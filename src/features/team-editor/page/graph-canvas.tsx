// The graph as a picture (@xyflow/react): nodes and edges to be chosen, connected and taken away, by pointer and by
// keyboard – Tab goes from one to the next, Enter chooses, Delete takes away. Where things stand follows from the
// graph; whoever moves them moves them for this visit.
import {
  Background,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  type NodeTypes,
  Position,
  ReactFlow,
  useNodesState,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useEffect, useMemo } from 'react';
import { end, type TeamGraph } from '../../../learning/agents/graph';
import { roleVariable } from '../../../page/parts/roles';
import { edgeInWords, placesOf, withEdge, withoutEdge, withoutNode } from './graph-draft';

/** What is chosen in it: a node, or an edge by its index. */
export type Chosen = { readonly node: string } | { readonly edge: number } | undefined;

interface GraphCanvasProps {
  readonly graph: TeamGraph;
  readonly chosen: Chosen;
  readonly dark: boolean;
  readonly onChoose: (chosen: Chosen) => void;
  readonly onChange: (graph: TeamGraph) => void;
}

type Shown = Node<{ readonly title: string; readonly note: string; readonly role: string; readonly isEnd: boolean }>;

const nodeTypes: NodeTypes = { shown: ShownNode };

export function GraphCanvas({ graph, chosen, dark, onChoose, onChange }: GraphCanvasProps) {
  const laidOut = useMemo(() => nodesOf(graph), [graph]);
  const [nodes, setNodes, onNodesChange] = useNodesState<Shown>(laidOut);
  useEffect(() => {
    setNodes((before) =>
      laidOut.map((node) => ({
        ...node,
        position: before.find(({ id }) => id === node.id)?.position ?? node.position,
      })),
    );
  }, [laidOut, setNodes]);
  const selected = chosen && 'node' in chosen ? chosen.node : undefined;
  const edge = chosen && 'edge' in chosen ? chosen.edge : undefined;
  const edges = useMemo(() => edgesOf(graph, edge), [graph, edge]);
  return (
    <div className="team-graph" role="application" aria-label="The team as a graph">
      <ReactFlow
        nodes={nodes.map((node) => ({ ...node, selected: node.id === selected }))}
        edges={edges}
        nodeTypes={nodeTypes}
        colorMode={dark ? 'dark' : 'light'}
        fitView
        fitViewOptions={{ padding: 0.15, maxZoom: 1 }}
        deleteKeyCode={['Delete', 'Backspace']}
        onNodesChange={(changes) => {
          for (const change of changes)
            if (change.type === 'select' && change.selected)
              onChoose(change.id === end ? undefined : { node: change.id });
          // what is chosen and what is there is the draft's to say
          onNodesChange(changes.filter(({ type }) => type !== 'select' && type !== 'remove'));
        }}
        onEdgesChange={(changes) => {
          for (const change of changes)
            if (change.type === 'select' && change.selected) onChoose({ edge: Number(change.id) });
        }}
        onConnect={({ source, target }) => onChange(withEdge(graph, source, target))}
        onNodesDelete={(gone) => onChange(gone.reduce((rest, { id }) => withoutNode(rest, id), graph))}
        onEdgesDelete={(gone) => {
          const stillThere = gone.filter(({ source, target }) => bothStay(graph, source, target));
          const last = stillThere.map(({ id }) => Number(id)).sort((a, b) => b - a);
          if (last.length > 0) onChange(last.reduce(withoutEdge, graph));
        }}
        onPaneClick={() => onChoose(undefined)}
      >
        <Background />
        <Controls showInteractive={false} position="top-right" orientation="horizontal" />
      </ReactFlow>
    </div>
  );
}

const bothStay = ({ nodes }: TeamGraph, from: string, to: string) =>
  [from, to].every((id) => id === end || nodes.some((node) => node.id === id));

function nodesOf(graph: TeamGraph): Shown[] {
  const places = placesOf(graph);
  const shown = graph.nodes.map(({ id, role }): Shown => {
    const note = role === undefined ? 'counts' : role === id ? '' : role;
    const first = graph.start.includes(id) ? 'speaks first' : '';
    return {
      id,
      type: 'shown',
      position: places.get(id) ?? { x: 0, y: 0 },
      data: {
        title: id,
        note: [first, note].filter((part) => part !== '').join(' · '),
        role: role ?? '',
        isEnd: false,
      },
      ariaLabel: `node ${id}${first ? ', speaks first' : ''}${note ? `, ${note}` : ''}`,
    };
  });
  const last: Shown = {
    id: end,
    type: 'shown',
    position: places.get(end) ?? { x: 0, y: 0 },
    data: { title: 'end of the turn', note: '', role: '', isEnd: true },
    deletable: false,
    ariaLabel: 'the end of the turn',
  };
  return [...shown, last];
}

function edgesOf({ edges }: TeamGraph, chosen: number | undefined): Edge[] {
  return edges.map((edge, index) => {
    const label = edgeInWords(edge);
    return {
      id: `${index}`,
      source: edge.from,
      target: edge.to,
      label,
      selected: index === chosen,
      animated: false,
      markerEnd: { type: MarkerType.ArrowClosed },
      ...(edge.leads === false ? { style: { strokeDasharray: '4 3' } } : {}),
      ariaLabel: `edge from ${edge.from} to ${edge.to}${label === '' ? '' : `, ${label}`}`,
    };
  });
}

function ShownNode({ data: { title, note, role, isEnd } }: NodeProps<Shown>) {
  return (
    <div className="team-graph-node" style={role === '' ? undefined : roleVariable(role)} data-end={isEnd || undefined}>
      <Handle type="target" position={Position.Left} />
      <strong>{title}</strong>
      {note !== '' && <span className="note">{note}</span>}
      {!isEnd && <Handle type="source" position={Position.Right} />}
    </div>
  );
}
