// The teams' contract in play: who is asked and when, who passes, and who hears whom. Held for every listed team on
// every listed world that it plays, in both wordings.
import { describe, expect, it } from 'vitest';
import { runHere } from '../../headless/run-here.fixture';
import type { CodeState } from '../environments/code/workbench';
import type { Environment } from '../environments/environment';
import { worldSeed } from '../environments/splits';
import {
  type Asked,
  answerFor,
  type Pair,
  pairs,
  playPair,
  printedBy,
  type RunNow,
  type Speech,
} from './played-teams.fixture';
import type { Wording } from './role';

const run: RunNow = (request) => printedBy(request) ?? runHere(request);
const wordings: readonly Wording[] = ['compact', 'instruct'];
const seeds = [worldSeed('train', 4), worldSeed('test', 4)];
const weakFirst: Speech = ({ role, view, branch }) =>
  branch === 1 ? '?' : answerFor(view.turn === 1 ? 'weak' : 'good', role, view, run);

/** Where a role that may pass does so: on what problems, and after what was said. */
const passing: Readonly<
  Record<string, { readonly environment?: (of: Environment) => Environment; readonly speech: Speech }>
> = {
  judge: { speech: () => '?' },
  tester: { environment: withoutSolutions, speech: weakFirst },
};

function withoutSolutions(of: Environment): Environment {
  const start = (seed: number) => {
    const state = of.start(seed, {}) as CodeState;
    const { solutions: _, mutants: __, ...problem } = state.problem;
    return { ...state, problem };
  };
  return { ...of, start };
}

describe.each(pairs.map((pair) => [pair.name, pair] as const))('%s', (_, pair) => {
  const { team } = pair;
  const ids = team.roles.map(({ id }) => id);

  it('G1 G4: in every turn each role has one group of K answers to its own prompt, in the order of the roles', async () => {
    const { worlds } = await playPair(pair, { run, seeds, speech: weakFirst, changes: { branches: 3 } });
    expect(worlds.map(({ seed }) => seed)).toEqual(seeds);
    for (const { groups, turns } of worlds) {
      const expected = Array.from({ length: turns }, (_none, index) => ids.map((id) => `${index + 1} ${id}`)).flat();
      expect(groups.map(({ turn, role }) => `${turn} ${role}`)).toEqual(expected);
      for (const { branches, policy, role, prompt_P } of groups) {
        expect(branches).toHaveLength(3);
        expect(policy).toBe(role);
        expect(prompt_P.length).toBeGreaterThan(0);
      }
      expect(new Set(groups.map(({ role, prompt }) => `${role} ${prompt}`)).size).toBe(groups.length);
    }
  });

  it('G6: a role that passes is not asked and has no group; one that may pass does so somewhere', async () => {
    for (const role of team.roles) {
      if (!role.passes) continue;
      const { environment = (of: Environment) => of, speech } = passing[role.id] ?? { speech: weakFirst };
      const silent: Pair = { ...pair, environment: environment(pair.environment) };
      const { worlds } = await playPair(silent, { run, seeds, speech, changes: { turns: 1 } });
      for (const { groups } of worlds)
        expect(groups.map((group) => group.role)).toEqual(ids.filter((id) => id !== role.id));
    }
  });

  /** The prompts of the first turn, when this role answers well and all others do not. */
  const promptsWhen = async (wording: Wording, wellSpoken: string | undefined, otherBranch = '?') => {
    const speech = ({ role, view, branch }: Asked & { branch: number }) =>
      branch === 1 ? otherBranch : answerFor(role.id === wellSpoken ? 'good' : 'weak', role, view, run);
    const { worlds } = await playPair(pair, { run, seeds: seeds.slice(0, 1), speech, changes: { wording, turns: 1 } });
    return worlds[0]?.groups.map(({ prompt }) => prompt) ?? [];
  };

  it('G5: who speaks last in a sequential team hears each of the others, in a parallel team nobody hears anybody', async () => {
    for (const wording of wordings) {
      const before = await promptsWhen(wording, undefined);
      for (const id of ids.slice(0, -1)) {
        const after = await promptsWhen(wording, id);
        if (team.order === 'parallel') expect(after, `${wording}: ${id} spoke`).toEqual(before);
        else expect(after.at(-1), `${wording}: ${id} spoke`).not.toBe(before.at(-1));
        expect(after.slice(0, ids.indexOf(id) + 1)).toEqual(before.slice(0, ids.indexOf(id) + 1));
      }
    }
  });

  it('G3: what was said on branches beside the trunk is heard by nobody', async () => {
    for (const wording of wordings)
      expect(await promptsWhen(wording, undefined, 'something else')).toEqual(await promptsWhen(wording, undefined));
  });
});
