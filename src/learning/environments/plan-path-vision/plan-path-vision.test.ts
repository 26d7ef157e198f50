import { expect, it } from 'vitest';
import { partsOf, patchBytes } from '../../../contract/patches';
import { graphTeams, teamsFor } from '../../agents';
import { fits } from '../../agents/team';
import { planAlone, toolAlone, toolAndPlan } from '../../agents/teams/planning';
import { environments } from '..';
import type { EnvironmentSettings } from '../environment';
import { planPath } from '../plan-path/plan-path';
import { worldSeed } from '../splits';
import { planPathVision } from './plan-path-vision';

const seeds = Array.from({ length: 12 }, (_, index) => worldSeed('train', index));
const stateOf = (seed: number, settings: EnvironmentSettings = {}) => planPathVision.start(seed, settings);
const promptOf = (seed: number, settings?: EnvironmentSettings) => {
  const environment = environments.find(({ card }) => card.id === 'plan-path-vision')!;
  return planAlone.roles[0]!.prompt({
    environment,
    state: stateOf(seed, settings),
    turn: 1,
    last: 'start',
    earlier: [],
  });
};
const patchesOf = (text: string) => partsOf(text).filter((part) => typeof part !== 'string');
const wordsOf = (text: string) => partsOf(text).filter((part) => typeof part === 'string');

it('is Plan-Path: the same maps by the same seeds, the same moves and rewards', () => {
  for (const seed of seeds) {
    const [seen, told] = [stateOf(seed), planPath.start(seed, { size: 5 })];
    expect(planPathVision.picture(seen)).toEqual(planPath.picture(told));
    const way = planPath.solve(told)!;
    const { state: _, ...outcome } = planPathVision.act(seen, way, 12);
    const { state: __, ...expected } = planPath.act(told, way, 12);
    expect(outcome).toEqual(expected);
  }
});

it('a prompt has a patch for each cell and the same few words whatever the map', () => {
  for (const seed of seeds) {
    expect(patchesOf(promptOf(seed)).map(({ row, column }) => [row, column])).toEqual(
      Array.from({ length: 25 }, (_, cell) => [Math.floor(cell / 5), cell % 5]),
    );
    expect(wordsOf(promptOf(seed))).toEqual(['map 1 start\n', '\n', '\n', '\n', '\n', '\nplan:']);
  }
});

it('is painted by its seed, every cell otherwise, and keeps its light when the agent walks', () => {
  const state = stateOf(seeds[0]!);
  const { describe } = planPathVision.wording;
  expect(describe(JSON.parse(JSON.stringify(state)))).toBe(describe(state));
  const all = seeds.flatMap((seed) => patchesOf(describe(stateOf(seed))));
  expect(new Set(all.map(({ pixels }) => pixels.join())).size).toBe(all.length);
  const after = planPathVision.act(state, planPathVision.solve(state)!.slice(0, 1), 1).state;
  const [before, now] = [state, after].map((one) => patchesOf(describe(one)).map(({ pixels }) => pixels.join()));
  expect(before!.filter((pixels, cell) => pixels !== now![cell])).toHaveLength(2);
});

it('a blocked cell is dark and the agent blue, in every light', () => {
  const meanOf = (pixels: Uint8Array) => pixels.reduce((sum, value) => sum + value, 0) / patchBytes;
  for (const seed of seeds) {
    const state = stateOf(seed);
    const cells = planPathVision.picture(state).join('');
    const patches = patchesOf(planPathVision.wording.describe(state));
    const brightness = (symbol: string) =>
      patches.flatMap(({ pixels }, cell) => (cells[cell] === symbol ? [meanOf(pixels)] : []));
    expect(Math.max(0, ...brightness('#'))).toBeLessThan(Math.min(...brightness(' ')));
    const { pixels } = patches[cells.indexOf('@')]!;
    expect(pixels[3 * 5 + 2]!).toBeGreaterThan(pixels[3 * 5]!); // in its middle more blue than red
  }
});

it('shows nothing where it is to be the control: all problems look alike', () => {
  const [first, ...others] = seeds.map((seed) => promptOf(seed, { shown: 'nothing' }));
  for (const other of others) expect(other).toBe(first);
});

it('is played by those who answer with moves or calls, not by teams that tell each other of boards', () => {
  expect([planAlone, toolAlone].every((team) => fits(team, planPathVision.card))).toBe(true);
  expect(fits(toolAndPlan, planPathVision.card)).toBe(false);
  expect(graphTeams.filter((team) => team.graph && fits(team, planPathVision.card))).toEqual([]);
  expect(teamsFor(planPathVision.card)).toContain(planAlone);
});
