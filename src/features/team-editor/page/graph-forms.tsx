// What is chosen in the graph, as fields: a node, an edge with its conditions, or the graph as a whole, where nodes and
// edges are added. All that the picture does by pointer is done here by keyboard too.
import { Button, Checkbox, IconButton, TextField } from '@radix-ui/themes';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import {
  type Acting,
  type Condition,
  end,
  type GraphEdge,
  type NodeId,
  type TeamGraph,
} from '../../../learning/agents/graph';
import { Choose, optionsOf } from '../../../page/parts/choose';
import { Field, Line } from '../../../page/parts/field';
import type { Chosen } from './graph-canvas';
import {
  conditionNames,
  leading,
  newConditions,
  renamedNode,
  withConditions,
  withEdge,
  withEdgeChanged,
  withNode,
  withNodeChanged,
  withoutEdge,
  withoutNode,
} from './graph-draft';

interface FormProps {
  readonly graph: TeamGraph;
  readonly onChange: (graph: TeamGraph) => void;
  readonly onChoose: (chosen: Chosen) => void;
}

const acting: Readonly<Record<Acting, string>> = {
  draft: 'done at the end, if it is the last',
  'at-once': 'done at once',
  'turn-end': 'done at the end of the turn',
};
const counting = '(counts)';

export function NodeForm({
  graph,
  roles,
  id,
  ...on
}: FormProps & { readonly roles: readonly string[]; readonly id: NodeId }) {
  const first = useId();
  const node = graph.nodes.find((one) => one.id === id);
  if (!node) return null;
  const names = Object.fromEntries(
    [...roles, counting].map((role) => [role, role === counting ? 'nobody: it counts' : role]),
  );
  return (
    <section className="grid" aria-label={`Node ${id}`}>
      <Line
        label="Name of the node"
        value={id}
        onChange={(name) => {
          const renamed = renamedNode(graph, id, name);
          on.onChange(renamed);
          if (renamed !== graph) on.onChoose({ node: name });
        }}
      />
      <Field label="Who speaks here">
        {(shared) => (
          <Choose
            {...shared}
            value={node.role ?? counting}
            options={optionsOf(names)}
            onChoose={(role) => {
              const { role: _, ...rest } = node;
              const changed = role === counting ? rest : { ...rest, role };
              on.onChange({ ...graph, nodes: graph.nodes.map((one) => (one.id === id ? changed : one)) });
            }}
          />
        )}
      </Field>
      <Field label="Its moves are">
        {(shared) => (
          <Choose
            {...shared}
            value={node.acts}
            options={optionsOf(acting)}
            onChoose={(acts) => on.onChange(withNodeChanged(graph, id, { acts }))}
          />
        )}
      </Field>
      <label className="note flex" htmlFor={first}>
        <Checkbox
          id={first}
          checked={graph.start.includes(id)}
          onCheckedChange={(checked) => on.onChange(withNodeChanged(graph, id, { first: checked === true }))}
        />
        <span>It speaks first</span>
      </label>
      <Gone what="node" onGone={() => on.onChange(withoutNode(graph, id))} {...on} />
    </section>
  );
}

export function EdgeForm({ graph, index, ...on }: FormProps & { readonly index: number }) {
  const led = useId();
  const edge = graph.edges[index];
  if (!edge) return null;
  const change = (next: (edge: GraphEdge) => GraphEdge) => on.onChange(withEdgeChanged(graph, index, next));
  const { when = [] } = edge;
  const set = (conditions: readonly Condition[]) => change((one) => withConditions(one, conditions));
  return (
    <section className="grid" aria-label={`Edge from ${edge.from} to ${edge.to}`}>
      <span>
        <strong>{edge.from}</strong> → <strong>{edge.to === end ? 'end of the turn' : edge.to}</strong>
      </span>
      <Field label="It hands on">
        {(shared) => (
          <Choose
            {...shared}
            value={edge.carries}
            options={optionsOf({ words: 'what was said', nothing: 'nothing' })}
            onChoose={(carries) => change((one) => ({ ...one, carries }))}
          />
        )}
      </Field>
      {edge.to !== end && (
        <label className="note flex" htmlFor={led}>
          <Checkbox
            id={led}
            checked={edge.leads !== false}
            onCheckedChange={(checked) => change((one) => leading(one, checked === true))}
          />
          <span>It makes {edge.to} speak next</span>
        </label>
      )}
      {when.map((condition, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition is where it stands
        <fieldset key={at} className="row wrap" aria-label={`Condition ${at + 1}`}>
          <ConditionForm
            condition={condition}
            graph={graph}
            onChange={(next) => set(when.map((one, other) => (other === at ? next : one)))}
          />
          <IconButton
            size="1"
            variant="ghost"
            color="gray"
            aria-label={`Take condition ${at + 1} away`}
            onClick={() => set(when.filter((_, other) => other !== at))}
          >
            <Trash2 size={13} />
          </IconButton>
        </fieldset>
      ))}
      <Field label="Add a condition: the edge is taken only if">
        {(shared) => (
          <Choose
            {...shared}
            value=""
            options={optionsOf(conditionNames)}
            onChoose={(kind) => set([...when, newConditions[kind]])}
          />
        )}
      </Field>
      <Gone what="edge" onGone={() => on.onChange(withoutEdge(graph, index))} {...on} />
    </section>
  );
}

interface ConditionFormProps {
  readonly condition: Condition;
  readonly graph: TeamGraph;
  readonly onChange: (condition: Condition) => void;
}

function ConditionForm({ condition, graph, onChange }: ConditionFormProps) {
  switch (condition.kind) {
    case 'said': {
      const own = '(itself)';
      const { word, by } = condition;
      const names = Object.fromEntries([[own, 'it said'], ...graph.nodes.map(({ id }) => [id, `${id} said`])]);
      return (
        <>
          <Choose
            aria-label="Who said it"
            value={by ?? own}
            options={optionsOf(names)}
            onChoose={(id) => onChange({ kind: 'said', word, ...(id === own ? {} : { by: id }) })}
          />
          <TextField.Root
            aria-label="The word"
            value={word}
            onChange={(event) => onChange({ ...condition, word: event.target.value.trim() })}
          />
        </>
      );
    }
    case 'agreement':
    case 'disagreement': {
      const share = condition.kind === 'agreement' ? condition.atLeast : condition.below;
      const changed = (next: number): Condition =>
        condition.kind === 'agreement' ? { ...condition, atLeast: next } : { ...condition, below: next };
      return (
        <>
          <span>{condition.kind === 'agreement' ? 'at least' : 'below'}</span>
          <Whole label="Per cent" value={Math.round(100 * share)} onChange={(next) => onChange(changed(next / 100))} />
          <span>% agree</span>
        </>
      );
    }
    case 'visit':
    case 'turn': {
      const { from = 1, to } = condition;
      return (
        <>
          <span>{condition.kind} from</span>
          <Whole label="From" value={from} onChange={(next) => onChange({ ...condition, from: next })} />
          <span>to</span>
          <Whole label="To" value={to ?? from} onChange={(next) => onChange({ ...condition, to: next })} />
        </>
      );
    }
    case 'otherwise':
      return <span>no edge before it is taken</span>;
  }
}

interface WholeProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Whole({ label, value, onChange }: WholeProps) {
  return (
    <TextField.Root
      type="number"
      aria-label={label}
      value={`${value}`}
      style={{ width: 76 }}
      onChange={(event) => onChange(Math.round(Number(event.target.value)))}
    />
  );
}

/** The graph as a whole: its bound, and what is added to it. */
export function WholeForm({ graph, roles, ...on }: FormProps & { readonly roles: readonly string[] }) {
  const ids = graph.nodes.map(({ id }) => id);
  const [from, setFrom] = useState(ids[0] ?? '');
  const [to, setTo] = useState<string>(end);
  const [role, setRole] = useState(roles[0] ?? counting);
  const known = (id: string) => (ids.includes(id) ? id : (ids[0] ?? ''));
  const targets = Object.fromEntries([...ids.map((id) => [id, id]), [end, 'end of the turn']]);
  const speakers = Object.fromEntries([...roles, counting].map((one) => [one, one === counting ? 'counts' : one]));
  return (
    <section className="grid" aria-label="The graph">
      <Field label="A node speaks at most so often in a turn">
        {() => (
          <Whole
            label="Most visits"
            value={graph.mostVisits}
            onChange={(mostVisits) => on.onChange({ ...graph, mostVisits })}
          />
        )}
      </Field>
      <div className="row wrap">
        <Choose
          aria-label="Who speaks at a new node"
          value={speakers[role] ? role : counting}
          options={optionsOf(speakers)}
          onChoose={setRole}
        />
        <Button
          variant="soft"
          onClick={() => {
            const grown = withNode(graph, role === counting || !roles.includes(role) ? undefined : role);
            on.onChange(grown);
            on.onChoose({ node: grown.nodes.at(-1)?.id ?? '' });
          }}
        >
          <Plus size={13} aria-hidden /> Add a node
        </Button>
      </div>
      <div className="row wrap">
        <Choose
          aria-label="New edge from"
          value={known(from)}
          options={optionsOf(Object.fromEntries(ids.map((id) => [id, id])))}
          onChoose={setFrom}
        />
        <span>→</span>
        <Choose aria-label="New edge to" value={targets[to] ? to : end} options={optionsOf(targets)} onChoose={setTo} />
        <Button
          variant="soft"
          onClick={() => {
            on.onChange(withEdge(graph, known(from), targets[to] ? to : end));
            on.onChoose({ edge: graph.edges.length });
          }}
        >
          <Plus size={13} aria-hidden /> Add an edge
        </Button>
      </div>
    </section>
  );
}

function Gone({ what, onGone, onChoose }: { what: string; onGone: () => void; onChoose: (chosen: Chosen) => void }) {
  return (
    <div className="row">
      <Button
        variant="soft"
        color="red"
        onClick={() => {
          onGone();
          onChoose(undefined);
        }}
      >
        <Trash2 size={13} aria-hidden /> Delete this {what}
      </Button>
      <Button variant="ghost" color="gray" onClick={() => onChoose(undefined)}>
        Back to the graph
      </Button>
    </div>
  );
}
