// The studies that come with Grove. The paper's numbers: arXiv 2510.11062, Qwen3-1.7B on Plan-Path unless a plan says
// otherwise; ours are of another model on maps of the same kind, so it is the order of the rows that can be compared,
// not their height.
import { check } from '../../../basics/check';
import { teamById } from '../../../learning/agents';
import { whyNotAlone } from '../../../learning/agents/alone';
import { build, type Choices } from '../../../learning/config/build';
import { presetById } from '../../../learning/config/presets';
import type { RunConfig } from '../../../learning/config/run-config';
import type { RoleId } from '../../../learning/rollouts/transcript';
import type { RowKind, StudyPlan, StudyRow } from './study';

const team = presetById('plan-path').config;
const changed = (settings: NonNullable<Choices['settings']>) => build(team.preset, { settings });
const trained: RowKind = { kind: 'trained' };
/** Of so many answers the one with the highest reward continues. */
const searching = (branches: number): RowKind => ({ kind: 'search', search: { branches, by: 'reward' } });
const ofSeveral = ['signals', 'guide-and-walker', 'sokoban-for-two'];
const planAlone = presetById('plan-path-alone').config;
const toolAlone = presetById('plan-path-tool').config;

function row(id: string, name: string, how: RowKind, config: RunConfig, paper?: number): StudyRow {
  return { id, name, how, config, ...(paper === undefined ? {} : { paper }) };
}

/** Of worlds with several players. */
function ceilingRow(config: RunConfig): StudyRow {
  return row('ceiling', 'The most that one player reaches, the others doing nothing', { kind: 'ceiling' }, config);
}

/** Is a team worth more than its best member? What a preset's team learns in its world, beside play by chance, single
 *  agents that learn from as many tokens, each of its own members by itself, and the world's solver. */
function worldStudy(preset: string, singles: readonly string[]): StudyPlan {
  const { name, config } = presetById(preset);
  const one = (id: string, says: string, how: RowKind) => row(id, says, how, config);
  const byThemselves = teamById(config.team).roles.filter((role) => whyNotAlone(role) === undefined);
  return {
    id: `world-${preset}`,
    name: `World: ${name}`,
    sentence: `${name}: what training brings a team, single agents with as many tokens, and each of the team’s members by itself.`,
    budgetRow: 'trained',
    rows: [
      one('random', 'Random play', { kind: 'random' }),
      one('untrained', 'Team, untrained', { kind: 'untrained' }),
      ...singles.map((team) => row(team, `${teamById(team).name}, trained`, trained, build(preset, { team }))),
      one('trained', 'Team, trained together', trained),
      ...byThemselves.map(({ id }) =>
        one(`of-team-${id}`, `Of that team: role ${id} alone`, { kind: 'alone', of: 'trained', role: id }),
      ),
      one('swapped', 'Of that team: policies swapped', { kind: 'swapped', of: 'trained' }),
      one('solver', 'The world’s own solver', { kind: 'solver' }),
    ],
  };
}

/** One role learns, the others stay at the base model. */
function besideUntrained(preset: string, role: RoleId): RunConfig {
  const { roles } = teamById(presetById(preset).config.team);
  return build(preset, { frozen: roles.flatMap(({ id }) => (id === role ? [] : [id])) });
}

/** Table 3 in a world that nobody solves alone: every role trained beside untrained partners, then joined, trained
 *  together, exchanged. */
function partnersStudy(preset: string): StudyPlan {
  const { name, config } = presetById(preset);
  const { roles } = teamById(config.team);
  const alone = (role: RoleId) => `${role}-alone`;
  return {
    id: `partners-${preset}`,
    name: `Partners: ${name}`,
    sentence: `Is it the training together that makes the team? ${name}: each role beside untrained partners, joined, together, exchanged.`,
    budgetRow: 'together',
    rows: [
      row('random', 'Random play', { kind: 'random' }, config),
      ceilingRow(config),
      row('untrained', 'Team, untrained', { kind: 'untrained' }, config),
      ...roles.map(({ id, name }) =>
        row(alone(id), `${name} trained beside untrained partners`, trained, besideUntrained(preset, id)),
      ),
      row(
        'joined',
        'Those put together',
        { kind: 'joined', roles: Object.fromEntries(roles.map(({ id }) => [id, alone(id)])) },
        config,
      ),
      row('together', 'Trained together', trained, config),
      row('swapped', 'The same with the policies swapped', { kind: 'swapped', of: 'together' }, config),
      row('solver', 'The world’s own solver', { kind: 'solver' }, config),
    ],
  };
}

/** What stands in the team term of a reward, with the same tokens in all. */
function creditStudy(preset: string): StudyPlan {
  const { name, config } = presetById(preset);
  const given = (credit: string) => build(preset, { settings: { credit } });
  const last = teamById(config.team).roles.at(-1);
  check(last, `the team of the preset "${preset}" has roles`);
  return {
    id: `credit-${preset}`,
    name: `Credit: ${name}`,
    sentence: `What a role is given for the team’s success. ${name}: its own action tried, the whole turn, what the others make of each answer, and that less what they make of silence.`,
    budgetRow: 'look-ahead',
    rows: [
      ceilingRow(config),
      row('untrained', 'Team, untrained', { kind: 'untrained' }, config),
      row('last-alone', `${last.name} trained beside untrained partners`, trained, besideUntrained(preset, last.id)),
      row('own', 'Own', trained, given('own')),
      row('after-turn', 'After the turn', trained, given('after-turn')),
      row('look-ahead', 'Look-ahead', trained, given('look-ahead')),
      row('counterfactual', 'Counterfactual', trained, given('counterfactual')),
    ],
  };
}

/** Does one adapter that speaks for all roles catch up, where it is wider? Over steps: its runs' curves. */
function sharedStudy(preset: string): StudyPlan {
  const { name, config } = presetById(preset);
  const ranks = [4, 16, 64];
  const usual = config.settings.rank;
  const together = Object.fromEntries(Object.keys(config.policies).map((role) => [role, 'shared']));
  const at = (rank: number) => ({ settings: { rank, loraAlpha: (config.settings.loraAlpha / usual) * rank } });
  return {
    id: `shared-${preset}`,
    name: `Shared or not: ${name}`,
    sentence: `One adapter for all roles against one for each, at ranks ${ranks.join(', ')}. ${name}: does the shared one catch up where it is wider?`,
    budgetRow: `per-role-${usual}`,
    rows: [
      ...(ofSeveral.includes(preset) ? [ceilingRow(config)] : []),
      row('untrained', 'Team, untrained', { kind: 'untrained' }, config),
      ...ranks.flatMap((rank) => [
        row(`per-role-${rank}`, `One adapter per role, rank ${rank}`, trained, build(preset, at(rank))),
        row(`shared-${rank}`, `One for all, rank ${rank}`, trained, build(preset, { ...at(rank), policies: together })),
      ]),
    ],
  };
}

/** The tree with its best branch as trunk, with any, and no tree, crossed with whom an answer is compared with where
 *  both can be. */
function trunkStudy(preset: string): StudyPlan {
  const { name, config } = presetById(preset);
  const given = (settings: NonNullable<Choices['settings']>) => build(preset, { settings });
  return {
    id: `trunk-${preset}`,
    name: `Tree and trunk: ${name}`,
    sentence: `What goes on from a turn, and whom an answer is compared with. ${name}: the best branch, any branch, or whole games without a tree.`,
    budgetRow: 'best',
    rows: [
      ...(ofSeveral.includes(preset) ? [ceilingRow(config)] : []),
      row('untrained', 'Team, untrained', { kind: 'untrained' }, config),
      row('best', 'Tree, the best branch goes on; compared by agent and turn', trained, given({ pickRule: 'best' })),
      row('random', 'Tree, any branch goes on; compared by agent and turn', trained, given({ pickRule: 'random' })),
      row('world', 'No tree: whole games of a problem are compared', trained, given({ grouping: 'world' })),
      row('batch', 'No tree: all games of the step are compared', trained, given({ grouping: 'batch' })),
    ],
  };
}

/** Signals straight, through one relay and through two: everybody is needed, and everybody has a code to learn. Four
 *  objects, and an entropy bonus that grows slowly: with the preset's eight and its fast growth a code through a relay
 *  is not even begun (models/LOG.md). */
function teamSizeStudy(): StudyPlan {
  const [usual] = presetById('signals').config.worlds;
  const environmentSettings = { ...usual?.environmentSettings, shapes: 2, colours: 2, symbols: 8 };
  const settings = { worldsPerStep: 64, entropyWeight: 0.04, entropyChange: 0.1, steps: 300 };
  const through = (environment: string) =>
    build('signals', { worlds: [{ environment, environmentSettings }], settings });
  const sizes = [
    { id: 'two', name: 'Two roles', config: through('signals') },
    { id: 'three', name: 'Three roles: one relay', config: through('signals-relayed') },
    { id: 'four', name: 'Four roles: two relays', config: through('signals-relayed-twice') },
  ];
  return {
    id: 'team-size',
    name: 'Team size: 2, 3 and 4 roles',
    sentence:
      'A code for four objects that passes through no, one and two relays, with the same tokens in all: how large a team still learns together?',
    budgetRow: 'three',
    rows: [
      ceilingRow(through('signals')),
      ...sizes.flatMap(({ id, name, config }) => [
        row(`${id}-untrained`, `${name}, untrained`, { kind: 'untrained' }, config),
        row(id, `${name}, trained together`, trained, config),
      ]),
    ],
  };
}

/** What a team learns whose base plays otherwise: the same rows for each base that `--model` names. */
function mixStudy(preset: string): StudyPlan {
  const { name, config } = presetById(preset);
  return {
    id: `mix-${preset}`,
    name: `The base’s mix: ${name}`,
    sentence: `${name} from another base: how much of what a team comes to did its base bring along?`,
    rows: [
      row('random', 'Random play', { kind: 'random' }, config),
      row('untrained', 'Team, untrained', { kind: 'untrained' }, config),
      row('trained', 'Team, trained together', trained, config),
    ],
  };
}

/** Is a team worth more for its graph? Each built-in graph beside one of its roles trained without it, as many tokens
 *  in all, and beside its trained roles by themselves; the verifier also where the solver errs more, its answers being
 *  drawn. With half as many steps a solver alone is far ahead (models/LOG.md). */
function workflowStudy(): StudyPlan {
  const settings = { worldsPerStep: 8, learningRate: 2e-3, steps: 50 };
  const playedBy = (team: string, choices: Omit<Choices, 'settings'> = {}, more: Choices['settings'] = {}) =>
    build('maths', { ...choices, team, settings: { ...settings, ...more } });
  const checked = playedBy('solver-verifier');
  const debate = playedBy('debate');
  const vote = playedBy('vote', { sampling: { solver: { evaluation: { temperature: 1 } } } });
  const router = playedBy('router', {}, { credit: 'look-ahead', lookAheads: 2 });
  const specialists = teamById('router').roles.slice(1);
  const drawn = playedBy('solver-verifier', { sampling: { solver: { evaluation: { temperature: 1 } } } });
  return {
    id: 'workflows',
    name: 'Workflows: teams as graphs',
    sentence:
      'Solver and verifier, debate, vote and router on Maths, each beside the same roles without the graph: a solver trained alone on as many tokens, and the trained roles by themselves.',
    budgetRow: 'solver-verifier',
    rows: [
      row('untrained', 'Solver and verifier, untrained', { kind: 'untrained' }, checked),
      row('solver-alone', 'Solver trained alone', trained, playedBy('solver-alone')),
      row('solver-verifier', 'Solver and verifier', trained, checked),
      row(
        'of-solver-verifier',
        'Of that team: its solver alone',
        { kind: 'alone', of: 'solver-verifier', role: 'solver' },
        checked,
      ),
      row(
        'solver-verifier-drawn',
        'That team, its solver at temperature 1',
        { kind: 'joined', roles: { solver: 'solver-verifier', verifier: 'solver-verifier' } },
        drawn,
      ),
      row(
        'of-solver-verifier-drawn',
        'Of that team: its solver alone, at temperature 1',
        { kind: 'alone', of: 'solver-verifier', role: 'solver' },
        drawn,
      ),
      row('debate', 'Debate of two with a judge', trained, debate),
      row(
        'of-debate-one',
        'Of that team: the first debater alone',
        { kind: 'alone', of: 'debate', role: 'one' },
        debate,
      ),
      row(
        'of-debate-two',
        'Of that team: the second debater alone',
        { kind: 'alone', of: 'debate', role: 'two' },
        debate,
      ),
      row('vote', 'Ensemble of three with a vote, at temperature 1', trained, vote),
      row('designer', 'Designer who chooses between a solver, a checked one and a vote', trained, playedBy('designer')),
      row('router', 'Router to specialists', trained, router),
      ...specialists.map(({ id, name }) =>
        row(`of-router-${id}`, `Of that team: ${name} alone`, { kind: 'alone', of: 'router', role: id }, router),
      ),
    ],
  };
}

/** A debate beside its debaters, all of whom err: their answers are drawn at temperature 1. Any branch goes on, for of
 *  the best the debaters agree nearly always, and nobody would learn to settle what they do not. */
function debateStudy(): StudyPlan {
  const settings = { worldsPerStep: 16, learningRate: 2e-3, steps: 100, pickRule: 'random' } as const;
  const drawn = { evaluation: { temperature: 1 } };
  const playedBy = (team: string) => {
    const sampling = Object.fromEntries(teamById(team).roles.map(({ id }) => [id, drawn]));
    return build('maths', { team, settings, sampling });
  };
  const debate = playedBy('debate-of-three');
  return {
    id: 'debate',
    name: 'Debate: three debaters and a judge',
    sentence:
      'Three who answer, see each other’s answers and answer again, on Maths with answers drawn at temperature 1, beside each debater alone and a solver trained alone on as many tokens.',
    budgetRow: 'debate',
    rows: [
      row('untrained', 'Debate, untrained', { kind: 'untrained' }, debate),
      row('solver-alone', 'Solver trained alone', trained, playedBy('solver-alone')),
      row('debate', 'Debate of three', trained, debate),
      ...['one', 'two', 'three'].map((role) =>
        row(`of-debate-${role}`, `Of that team: debater ${role} alone`, { kind: 'alone', of: 'debate', role }, debate),
      ),
    ],
  };
}

export const studies: readonly StudyPlan[] = [
  ...['sokoban', 'plan-path', 'sudoku', 'eight-queens', 'blocksworld'].map((preset) =>
    worldStudy(preset, ['tool-alone', 'plan-alone']),
  ),
  worldStudy('maths', ['maths-alone']),
  ...ofSeveral.map(partnersStudy),
  ...ofSeveral.map(creditStudy),
  ...ofSeveral.map(sharedStudy),
  ...['guide-and-walker', 'sokoban-for-two', 'plan-path'].map(trunkStudy),
  teamSizeStudy(),
  mixStudy('sokoban'),
  workflowStudy(),
  debateStudy(),
  {
    id: 'table3',
    name: 'Table 3: trained alone, joined, together, swapped',
    sentence:
      'Is it the training together that makes the team? Plan-Path, both roles alone, joined, trained together, and exchanged.',
    paper: 'Paper, Table 3 (Qwen3-1.7B)',
    budgetRow: 'together',
    rows: [
      row('random', 'Random play', { kind: 'random' }, team),
      row('single', 'Single agent, untrained', { kind: 'untrained' }, planAlone, 5),
      row('tool-alone', 'Tool role trained alone', trained, toolAlone, 11),
      row('plan-alone', 'Plan role trained alone', trained, planAlone, 14.5),
      row(
        'joined',
        'Both trained alone, then together',
        { kind: 'joined', roles: { tool: 'tool-alone', plan: 'plan-alone' } },
        team,
        16,
      ),
      row('together', 'Trained together, one policy per role', trained, team, 96),
      row('swapped', 'The same with the policies swapped', { kind: 'swapped', of: 'together' }, team, 6),
      row('together-tool', 'The same team’s tool role alone', { kind: 'alone', of: 'together', role: 'tool' }, team),
    ],
  },
  {
    id: 'grouping',
    name: 'Grouping: whom an answer is compared with',
    sentence:
      'AT-GRPO’s groups by agent and turn, GRPO over whole games of a world, and a batch baseline; a search without training beside them.',
    budgetRow: 'agent-and-turn',
    rows: [
      row('untrained', 'Team, prompts only', { kind: 'untrained' }, team),
      row('agent-and-turn', 'Agent and turn, in a tree (AT-GRPO)', trained, team),
      row('world', 'Whole games of a world (MAS + GRPO)', trained, changed({ grouping: 'world' })),
      row('none', 'All games of the step (REINFORCE)', trained, changed({ grouping: 'batch' })),
      row(
        'search',
        `Best of ${team.settings.branches} by the reward, untrained`,
        searching(team.settings.branches),
        team,
      ),
    ],
  },
  {
    id: 'policies',
    name: 'Policies: shared or one per role',
    sentence: 'One adapter that speaks for both roles, against one for each.',
    paper: 'Paper, Plan-Path (Qwen3-1.7B)',
    budgetRow: 'per-role',
    rows: [
      row('untrained', 'Team, prompts only', { kind: 'untrained' }, team, 10),
      row(
        'shared',
        'One shared policy',
        trained,
        build(team.preset, { policies: { tool: 'shared', plan: 'shared' } }),
        96,
      ),
      row('per-role', 'One policy per role', trained, team, 97),
    ],
  },
  {
    id: 'branches',
    name: 'Branches: K = 2, 4, 8',
    sentence: 'How many answers are tried from each state, with the same tokens in all.',
    budgetRow: 'k8',
    rows: [
      row('k2', 'K = 2', trained, changed({ branches: 2 })),
      row('k4', 'K = 4', trained, changed({ branches: 4 })),
      row('k8', 'K = 8', trained, changed({ branches: 8 })),
    ],
  },
  {
    id: 'alpha',
    name: 'Team reward: α = 0, 0.5, 1, and the outcome alone',
    sentence: 'How much of the team’s reward each role is given beside its own; and nothing but the outcome.',
    paper: 'Paper, Plan-Path (Qwen3-8B): mixed 93, outcome only 89',
    budgetRow: 'a1',
    rows: [
      row('a0', 'α = 0', trained, changed({ alpha: 0 })),
      row('a05', 'α = 0.5', trained, changed({ alpha: 0.5 })),
      row('a1', 'α = 1', trained, team, 93),
      row('outcome', 'Outcome only', trained, changed({ rewardKind: 'outcome' }), 89),
    ],
  },
  {
    id: 'search',
    name: 'Best-of-K search without training',
    sentence:
      'What the reward can do at test time without any learning: of K answers the best continues. No deployed team has it.',
    rows: [
      row('untrained', 'Team, prompts only', { kind: 'untrained' }, team, 10),
      ...[2, 4, 8].map((branches) =>
        row(`reward-${branches}`, `Best of ${branches} by the reward`, searching(branches), team),
      ),
      row('team-8', 'Best of 8 by the team reward', { kind: 'search', search: { branches: 8, by: 'team' } }, team),
    ],
  },
];

/** The study of that name. Throws an ExpectationError listing the known ones. */
export function studyById(id: string): StudyPlan {
  const found = studies.find((study) => study.id === id);
  check(found, `there is no study "${id}": known are ${studies.map((study) => study.id).join(', ')}`);
  return found;
}
