import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { teams } from '../../../learning/agents';
import { catalogueOf } from '../../../learning/catalogue';
import { presetById } from '../../../learning/config/presets';
import { firstWorld, wholeSettings } from '../../../learning/config/worlds';
import { allEnvironments, cardOnProblems } from '../../../learning/environments';
import type { CodeProblem } from '../../../learning/environments/problems';
import { splitOfSeed } from '../../../learning/environments/splits';
import { type RecordedPlay, recordedPlay } from '../../stores/recorded-run';
import type { RunView } from '../../stores/run-view';
import { choiceOfRun } from '../../stores/world-address';
import { openWorlds } from '../../stores/worlds';
import { afterWish, newGame, programsOf, standing } from './hand-play';
import {
  choiceOf,
  firstRoom,
  manyMoves,
  roomIn,
  roomOf,
  roomOfSeed,
  sameWorld,
  seedOfRoom,
  worldChoice,
  worldChoices,
} from './rooms';

beforeAll(openWorlds);

describe('rooms to play', () => {
  it('come from the test split and have a number each (V1)', () => {
    for (const number of [1, 2, 77]) {
      expect(splitOfSeed(seedOfRoom(number))).toBe('test');
      expect(roomOfSeed(seedOfRoom(number))).toBe(number);
    }
    expect(roomOfSeed(0)).toBeUndefined();
  });

  it('offer each world once, and lead every preset to its world', () => {
    const boards = ['sokoban', 'plan-path', 'sudoku', 'eight-queens', 'blocksworld', 'maths', 'plan-path-vision'];
    const several = ['signals', 'guide-and-walker', 'sokoban-for-two', 'passage-search', 'database', 'proposed-sums'];
    const games = ['kuhn-poker', 'tic-tac-toe', 'bargaining'];
    const presets = [...boards, ...several, ...games, 'smollm2-map', 'smollm2-walk', 'sokoban-hard'];
    const others = allEnvironments.map(({ card }) => card.id).filter((id) => !presets.includes(id));
    expect(others).toEqual(['code', 'signals-relayed', 'signals-relayed-twice', 'connect-four', 'prisoners-dilemma']);
    expect(worldChoices.map(({ id }) => id)).toEqual([...presets, ...others]);
    expect(firstWorld(worldChoice('blocksworld').config).environment).toBe('blocksworld');
    expect(worldChoice('sokoban-shared').id).toBe('sokoban');
    expect(worldChoice('no such preset').id).toBe('sokoban');
    const { config, name } = worldChoice('smollm2-walk'); // its world, in the words of the model that ships
    expect(sameWorld(config, presetById('smollm2-walk').config)).toBe(true);
    expect([name, config.model, config.wording]).toEqual(['Guide and walker', 'sprout', 'compact']);
    expect(config.settings).toMatchObject({ turns: 2, moveBudget: 4 });
  });

  it('begin with one that tells the untrained team from the trained one, in the recorded games', () => {
    const file = new URL('../../../../public/recorded-run.json', import.meta.url);
    const { plays, run } = JSON.parse(readFileSync(file, 'utf8')) as {
      plays: readonly RecordedPlay[];
      run: RunView;
    };
    const sokoban = worldChoice('sokoban');
    expect(sameWorld(run.config, sokoban.config)).toBe(true);
    const solvedIn = (number: number) => {
      const seed = seedOfRoom(number);
      const of = (game?: RecordedPlay['trained']) => game?.groups.at(-1)?.branches.at(-1)?.solved;
      const first = plays.find((play) => play.seed === seed && play.untrained);
      return [of(first?.untrained), of(recordedPlay({ plays }, seed)?.trained)];
    };
    expect(solvedIn(firstRoom(sokoban))).toEqual([false, true]);
    for (let number = 1; number < firstRoom(sokoban); number++) expect(solvedIn(number)).not.toEqual([false, true]);
    expect(firstRoom(worldChoice('sudoku'))).toBe(1);
  });

  it('lead to worlds that are not built in, and from a run to its own', () => {
    const set = { world: 'maths', name: 'gsm8k', hash: 'aa' };
    const mine = choiceOf(cardOnProblems(set), { definitions: { problems: [set] } });
    expect(mine).toMatchObject({
      id: 'maths/gsm8k',
      name: 'Maths: gsm8k',
      config: {
        worlds: [{ environment: 'maths/gsm8k', environmentSettings: {}, share: 1 }],
        definitions: { problems: [set] },
      },
    });
    expect(teams.find(({ id }) => id === mine.config.team)?.fits?.(cardOnProblems(set))).toBe(true);
    expect(worldChoice('maths/gsm8k', [mine])).toBe(mine);
    expect(worldChoice('maths/gsm8k').id).toBe('sokoban'); // it is not here
    const { config } = worldChoice('sokoban-shared');
    expect(choiceOfRun({ ...config, preset: 'sokoban-shared' })).toBe('sokoban-shared');
    expect(choiceOfRun({ ...config, preset: 'sokoban-shared', worlds: worldChoice('plan-path').config.worlds })).toBe(
      'plan-path',
    );
    expect(firstWorld(worldChoice('plan-path').config).environment).toBe('plan-path');
    expect(choiceOfRun({ preset: 'quick', worlds: mine.config.worlds })).toBe('maths/gsm8k');
  });

  it('on an imported set of Code are played by hand like those of Code itself, in Python', () => {
    const set = { world: 'code', name: 'apps', hash: 'aa', splits: 'none' } as const;
    const tests = { kind: 'stdin', cases: [{ stdin: '7', stdout: '7' }] } as const;
    const problems: CodeProblem[] = [{ id: 'echo', statement: 'Print what you read.', tests, source: 'test' }]; // and no solution
    const { config } = choiceOf(cardOnProblems(set), { definitions: { problems: [set] } });
    expect(config).toMatchObject({ team: 'coder-and-tester' });
    expect(wholeSettings(firstWorld(config), config.definitions)).toMatchObject({ language: 'python' });
    const world = catalogueOf({ problems: [{ ...set, problems }] }).environmentById(firstWorld(config).environment);
    const { start, solution } = roomIn(world, 1, firstWorld(config).environmentSettings);
    expect(solution).toBeUndefined();
    const game = newGame(world, start);
    const wish = { kind: 'say', words: '```python\nprint(input())\n```' } as const;
    expect(programsOf(game, wish)).toMatchObject([{ language: 'python', stdin: '7' }]);
    const played = afterWish(game, wish, [{ end: 'finished', output: '7\n', why: 'finished' }]);
    expect(standing(played, undefined)).toBe('Solved in 1 move.');
  });

  it('can be solved', () => {
    for (const { config } of worldChoices) {
      const { environment, start, solution, solutionMoves } = roomOf(config, 5);
      if (environment.programs) continue; // judged by running them: hand-play.test.ts
      if (environment.players) {
        expect(solution).toMatch(new RegExp(`^${environment.card.players?.[0]?.name}: `)); // together: partner.test.ts
        continue;
      }
      const { solved, frames } = environment.act(start, environment.wording.read(solution ?? ''), manyMoves);
      expect(solved).toBe(true);
      expect(frames).toHaveLength(solutionMoves ?? 0);
    }
  });
});
