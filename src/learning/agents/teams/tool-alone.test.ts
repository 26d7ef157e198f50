// The tool role when nobody comes after it: what its calls say is what happens.
import { expect, it } from 'vitest';
import { environments } from '../../environments';
import type { Environment } from '../../environments/environment';
import { placesOn } from '../../environments/places';
import { planPath } from '../../environments/plan-path/plan-path';
import { sokoban } from '../../environments/sokoban/sokoban';
import { worldSeed } from '../../environments/splits';
import { moveBudget, pairs, playPair, tried } from '../played-teams.fixture';
import type { View } from '../role';
import { toolActs, toolAlone } from './planning';

const nothingRuns = () => {
  throw new Error('calls are the world’s own: nothing is run');
};
const viewOf = (environment: Environment, index: number): View => ({
  environment,
  state: environment.start(worldSeed('train', index), {}),
  turn: 1,
  last: 'start',
  earlier: [],
});
const where = (environment: Environment, state: unknown) => placesOn(environment.picture(state).join('\n'), '@+')[0];

it.each([
  ['plan-path', planPath as Environment],
  ['sokoban', sokoban as Environment],
] as const)('in %s a call walks where it says', (_, environment) => {
  const { calls } = environment;
  const numbers = [...Array(10).keys()];
  let walked = 0;
  for (const index of numbers) {
    const view = viewOf(environment, index);
    for (const [row, column] of numbers.flatMap((row) => numbers.map((column) => [row, column] as const))) {
      const text = `go ${row} ${column}`;
      const { ran, action } = calls.run(view.state, text, 100);
      const steps = (action as readonly unknown[]).length;
      if (!ran || steps === 0 || steps > moveBudget) continue;
      const { outcome, format } = tried(toolActs, view, text, nothingRuns);
      expect(format).toBe(1);
      if (outcome.solved) continue; // a walk ends at the goal
      // walls are drawn at row 0
      expect(where(environment, outcome.state), `problem ${index}, ${text}`).toEqual({ row, column });
      walked++;
    }
  }
  expect(walked).toBeGreaterThan(50);
});

it('a way longer than the turn’s moves is walked as far as they go, marked, and has no format (W2)', () => {
  const view = [...Array(40).keys()]
    .map((index) => viewOf(planPath as Environment, index))
    .find(({ environment, state }) => environment.remaining(state) > moveBudget)!;
  const { environment, state } = view;
  const far = environment.remaining(state);
  const { outcome, format, readable } = tried(toolActs, view, environment.calls.best(state)!, nothingRuns);
  expect({ readable, format, excess: outcome.excess }).toEqual({ readable: true, format: 0, excess: far - moveBudget });
  expect(environment.remaining(outcome.state)).toBe(far - moveBudget);
});

it('a call that cannot be carried out stops there: what came before it is made', () => {
  const view = viewOf(planPath as Environment, 1);
  const [first = ''] = view.environment.calls.possible(view.state);
  const whole = tried(toolActs, view, first, nothingRuns);
  const cut = tried(toolActs, view, `${first}; go 99 99`, nothingRuns);
  expect(cut.outcome.state).toEqual(whole.outcome.state);
});

it('played with the best calls it solves every world of moves', async () => {
  const ofTool = pairs.filter(({ team }) => team === toolAlone);
  expect(ofTool.map(({ environment }) => environment.card.id)).toEqual(
    environments.filter(({ card }) => card.form !== 'text').map(({ card }) => card.id),
  );
  const changes = { turns: 30, moveBudget: 100 }; // no way is too long
  for (const pair of ofTool) {
    const speech = ({ view }: { view: View }) => pair.environment.calls.best(view.state) ?? '';
    const { worlds } = await playPair(pair, { run: nothingRuns, seeds: [worldSeed('train', 2)], speech, changes });
    expect(worlds[0], pair.name).toMatchObject({ solved: true });
    for (const { branches, trunk } of worlds[0]!.groups) expect(branches[trunk]?.terms.legal).toBe(1);
  }
});
