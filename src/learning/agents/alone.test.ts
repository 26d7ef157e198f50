// One role of a team by itself: for every listed team and world, what it answers is what happens, or a sentence says
// why it cannot.
import { describe, expect, it } from 'vitest';
import { runHere } from '../../headless/run-here.fixture';
import { worldSeed } from '../environments/splits';
import { teamById } from '.';
import { teamAlone, whyNotAlone } from './alone';
import { answerFor, type Pair, pairs, playPair, printedBy, type RunNow } from './played-teams.fixture';
import { teamFrom } from './team-spec';
import { planSpec, toolAndPlanSpec } from './teams/specs';

const run: RunNow = (request) => printedBy(request) ?? runHere(request);
const seeds = [worldSeed('train', 2)];
const played = (pair: Pair, turns = 30) =>
  playPair(pair, {
    run,
    seeds,
    speech: ({ role, view }) => answerFor('good', role, view, run),
    changes: { turns, branches: 1 },
  });

describe.each(pairs.map((pair) => [pair.name, pair] as const))('%s', (_, pair) => {
  it('each role that can play alone solves with the best answers, asked in the words it was trained on', async () => {
    for (const { id, ...role } of pair.team.roles) {
      const why = whyNotAlone({ id, ...role });
      if (why !== undefined) {
        expect(() => teamAlone(pair.team, id)).toThrow(
          `the role "${id}" of the team "${pair.team.id}" cannot play alone: ${why}`,
        );
        continue;
      }
      const alone = { ...pair, team: teamAlone(pair.team, id) };
      const { worlds } = await played(alone);
      expect(worlds[0], id).toMatchObject({ solved: true });
      expect(new Set(worlds[0]?.groups.map((group) => group.role))).toEqual(new Set([id]));
      if (id === pair.team.roles[0]?.id) {
        const together = await played(pair, 1);
        expect(worlds[0]?.groups[0]?.prompt).toBe(together.worlds[0]?.groups[0]?.prompt);
      }
    }
  });
});

it('is what the listed single agents are', async () => {
  const onSokoban = pairs.find(({ name }) => name === 'tool-and-plan on sokoban')!;
  for (const [id, single] of [
    ['tool', 'tool-alone'],
    ['plan', 'plan-alone'],
  ] as const) {
    const alone = await played({ ...onSokoban, team: teamAlone(onSokoban.team, id) });
    const listed = await played({ ...onSokoban, team: teamById(single) });
    expect(alone.worlds).toEqual(listed.worlds);
  }
});

it('names what is missing', () => {
  expect(() => teamAlone(teamById('tool-and-plan'), 'judge')).toThrow(
    'has no role "judge" to play alone: it has tool, plan',
  );
  expect(() => teamAlone(teamById('maths-solvers-and-judge'), 'judge')).toThrow('decides between what others said');
  const waiting = teamFrom({
    ...toolAndPlanSpec,
    id: 'waiting',
    roles: [...toolAndPlanSpec.roles.slice(0, 1), { ...planSpec, passes: 'nothing-proposed' }],
  });
  expect(() => teamAlone(waiting, 'plan')).toThrow('nobody proposes');
});

it('a role of a graph alone is asked once, without the graph', () => {
  for (const [team, role] of [
    ['solver-verifier', 'solver'],
    ['router', 'mul'],
  ] as const) {
    const alone = teamAlone(teamById(team), role);
    expect(alone.graph).toBeUndefined();
    expect(alone.roles.map(({ id }) => id)).toEqual([role]);
  }
});
