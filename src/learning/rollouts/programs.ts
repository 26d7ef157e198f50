// Everything that has to be run at a point of the play goes to the runner in one call; where nothing has to, nobody
// waits.
import { check, present } from '../../basics/check';
import type { ProgramRequest, ProgramResult, ProgramRunner } from '../agents/program-runner';
import type { Environment, Outcome } from '../environments/environment';

/** results[i][j] to lists[i][j]. Throws when something is to be run and there is no runner; `whose` names who wants
 *  it. */
export async function runAll(
  runner: ProgramRunner | undefined,
  lists: readonly (readonly ProgramRequest[])[],
  whose: (list: number) => string,
): Promise<(readonly ProgramResult[])[]> {
  const requests = lists.flat();
  if (requests.length === 0) return lists.map(() => []);
  const here = present(
    runner,
    () =>
      `${whose(lists.findIndex((list) => list.length > 0))} has programs to run, and there is no program runner: hand one in`,
  );
  const results = await here.run(requests);
  check(
    results.length === requests.length,
    `a runner gives one result per request, ${requests.length}, got ${results.length}`,
  );
  let first = 0;
  return lists.map((list) => {
    first += list.length;
    return results.slice(first - list.length, first);
  });
}

/** How an error names a world that has something to run. */
export function worldInWords({ card }: Environment): string {
  return `the world "${card.id}"`;
}

export interface Act {
  readonly state: unknown;
  readonly action: unknown;
}

/** The outcomes of actions, each on its own state, judged by what the world has run for them. */
export async function actAll(
  environment: Environment,
  acts: readonly Act[],
  budget: number,
  runner: ProgramRunner | undefined,
): Promise<Outcome<unknown>[]> {
  const graders = acts.map(({ state, action }) => environment.programs?.(state, action) ?? []);
  const results = await runAll(runner, graders, () => worldInWords(environment));
  return acts.map(({ state, action }, index) => environment.act(state, action, budget, results[index]));
}
