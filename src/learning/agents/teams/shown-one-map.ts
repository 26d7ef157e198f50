// Tool and plan on a map, for a small language model: it is asked in few words, and shown one map and its answer first.
// A model of 135 million parameters that is told of calls, but shown none, writes nothing that can be read.
import type { EnvironmentCard } from '../../environments/environment';
import { planPath } from '../../environments/plan-path/plan-path';
import { type RoleSpec, teamFrom } from '../team-spec';
import { planSpec, toolSpec } from './specs';

const world = '{sentence} On the board: {symbols}.';
const map = '{board}\n{places}';
const shownMap = [
  ...['- . - - #', '- # - - -', '- - - # @', '# - - - -', '- - # - -'],
  'agent at row 2, column 4; goal at row 0, column 1',
].join('\n');

const tool: RoleSpec = {
  ...toolSpec,
  instruct: {
    system: `${world}\n{calls}\nAnswer with one call, from the place of the agent to the place of the goal: at most {budget} moves.`,
    user: map,
    examples: [{ user: shownMap, answer: 'path 2 4 0 1' }],
  },
  longest: { ...toolSpec.longest, instruct: 12 },
};

const plan: RoleSpec = {
  ...planSpec,
  instruct: {
    system: `${world}\nMoves are {format}. Answer with the moves to make, at most {budget}.`,
    user: `${map}\nProposed: {moves}`,
    examples: [{ user: `${shownMap}\nProposed: ULLUL`, answer: 'ULLUL' }],
  },
  longest: { ...planSpec.longest, instruct: 12 },
};

export const shownOneMap = {
  ...teamFrom({
    id: 'shown-one-map',
    name: 'Tool and plan, shown one map',
    sentence:
      'One agent proposes with a program, the other decides the moves; both are shown a map and its answer first.',
    order: 'sequential',
    roles: [tool, plan],
  }),
  fits: ({ id }: Pick<EnvironmentCard, 'id'>) => id === planPath.card.id,
};
