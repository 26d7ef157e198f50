// The shape of a team's graph as plain data (graph.ts). Whether such a graph can be walked shows in graph-faults.ts.
import { all, byKind, exactly, listOf, oneOf, suchThat, text } from '../../basics/shape';

const mostNodes = 16;
const mostEdges = 64;
const mostConditions = 8;
const idPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** What roles, nodes and teams are called. */
export const id = all(
  text(40),
  suchThat(
    (given) => typeof given !== 'string' || idPattern.test(given),
    'is made of small letters, digits and "-", a letter first',
  ),
);
/** What a role may say to the graph. */
export const word = suchThat(
  (given) => typeof given === 'string' && /^\S{1,40}$/.test(given),
  'is one word of at most 40 characters',
);
const whole = suchThat(Number.isInteger, 'is a whole number');
const share = suchThat((given) => Number(given) > 0 && Number(given) <= 1, 'is a share above 0, and at most 1');
const kind = oneOf(['said', 'agreement', 'disagreement', 'visit', 'turn', 'otherwise']);
const span = exactly({ kind, from: whole, to: whole }, ['from', 'to']);

const condition = byKind({
  said: exactly({ kind, word, by: id }, ['by']),
  agreement: exactly({ kind, atLeast: share }),
  disagreement: exactly({ kind, below: share }),
  visit: span,
  turn: span,
  otherwise: exactly({ kind }),
});
const edge = exactly(
  {
    from: id,
    to: id,
    when: listOf(condition, { most: [mostConditions, `has at most ${mostConditions} conditions`] }),
    carries: oneOf(['words', 'nothing']),
    leads: suchThat((given) => given === false, 'is false, or is not there'),
  },
  ['when', 'leads'],
);
const node = exactly({ id, role: id, acts: oneOf(['at-once', 'turn-end', 'draft']) }, ['role']);

/** Of a TeamGraph. */
export const graphShape = exactly({
  nodes: listOf(node, { most: [mostNodes, `has at most ${mostNodes} nodes`] }),
  edges: listOf(edge, { most: [mostEdges, `has at most ${mostEdges} edges`] }),
  start: listOf(id),
  mostVisits: whole,
});
