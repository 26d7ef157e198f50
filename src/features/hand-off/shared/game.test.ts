import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRecordedRun } from '../../../files/formats/run-json';
import { toolAndPlanSpec } from '../../../learning/agents/teams/specs';
import { builtIn, catalogueOf } from '../../../learning/catalogue';
import type { RunConfig } from '../../../learning/config/run-config';
import { completed } from '../../../learning/config/stored';
import { splitOfSeed } from '../../../learning/environments/splits';
import { withTermNames } from '../../../learning/rollouts/stored-terms';
import { gameMaster } from './game';
import { answerTo } from './serving';

const path = new URL('../../../../public/recorded-run.json', import.meta.url);
const { run, trees } = readRecordedRun(new Uint8Array(readFileSync(path)), 'recorded-run.json');
const config = completed(run.config as unknown as RunConfig);
const master = gameMaster({ config, step: 60 }, builtIn);
const worlds = trees.flatMap((tree) => tree.worlds.map((world) => withTermNames(world, config)));
const rounded = (figures: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value.toFixed(3)]));
const saidIn = ({ text, stop }: { text: string; stop: string }) => ({ text, ended: stop === 'end' });

describe('a game told from outside', () => {
  it('asks what the recorded run was asked, and recorded answers are worth what they were, term by term', async () => {
    let answers = 0;
    for (const world of worlds) {
      const said: { text: string; ended: boolean }[] = [];
      for (const { role, turn, prompt, branches, trunk } of world.groups) {
        const { next } = await master.stand({ world: 0, seed: world.seed, said });
        expect(next).toMatchObject({ role, turn, messages: [{ role: 'user', content: prompt }] });
        for (const branch of branches.filter((_, k) => k % 4 === 0 || k === trunk)) {
          const { answers: scored } = await master.stand({
            world: 0,
            seed: world.seed,
            said: [...said, saidIn(branch)],
          });
          const { terms, reward, solved, moves, why } = branch;
          const last = scored.at(-1);
          expect(last).toMatchObject({ role, turn, solved, moves, why });
          // records round to four places
          expect(rounded({ ...last?.terms, reward: last?.reward ?? NaN })).toEqual(rounded({ ...terms, reward }));
          answers++;
        }
        said.push(saidIn(branches[trunk] as (typeof branches)[number]));
      }
      expect((await master.stand({ world: 0, seed: world.seed, said })).end).toBe(world.end);
    }
    expect(answers).toBeGreaterThan(400);
  });

  it('draws problems from the splits they are asked of, training ones as the run goes on', () => {
    const training = master.trainingProblems(70);
    expect(training.every(({ seed }) => splitOfSeed(seed) === 'train')).toBe(true);
    expect(new Set(training.map(({ seed }) => seed)).size).toBe(70);
    expect(master.validationProblems(5).every(({ seed }) => splitOfSeed(seed) === 'validation')).toBe(true);
  });

  it('asks the roles of a parallel team at once, and tries each answer on the state they all saw', async () => {
    const definitions = { teams: [{ ...toolAndPlanSpec, id: 'both', order: 'parallel' as const }] };
    const both = { ...config, team: 'both', definitions };
    const parallel = gameMaster({ config: both, step: 0 }, catalogueOf(definitions));
    const seed = worlds[0]?.seed ?? 0;
    const first = await parallel.stand({ world: 0, seed, said: [] });
    const second = await parallel.stand({ world: 0, seed, said: [{ text: 'push L 1', ended: true }] });
    expect([first.next?.role, second.next?.role]).toEqual(['tool', 'plan']);
    expect(second.next?.messages[0]?.content).not.toContain('tool');
    expect(second.answers).toHaveLength(1);
  });
});

describe('a server', () => {
  it('answers line by line, and names what it cannot answer', async () => {
    const asked = async (question: unknown) => JSON.parse(await answerTo(master, JSON.stringify(question)));
    const { problems } = await asked({ id: 1, problems: { split: 'train', count: 2 } });
    expect(problems).toHaveLength(2);
    const { id, answers, next } = await asked({ id: 7, game: { ...problems[0], said: [] } });
    expect({ id, answers, role: next.role }).toEqual({ id: 7, answers: [], role: 'tool' });
    expect(await asked({ id: 8, game: { world: 3, seed: 1, said: [] } })).toEqual({
      id: 8,
      error: 'a run of 1 worlds has none of number 3: they count from 0',
    });
    expect((await asked({ id: 9, games: [] })).error).toMatch(/^no question/);
    expect(JSON.parse(await answerTo(master, 'no JSON'))).toMatchObject({ id: null, error: expect.any(String) });
    const many = { ...problems[0], said: Array.from({ length: 40 }, () => ({ text: '', ended: true })) };
    expect((await asked({ id: 10, game: many })).error).toMatch(/^the game ended after \d+ answers/);
  });

  it('refuses what would have to be run in a sandbox', () => {
    const coding = { ...config, toolLanguage: 'python' as const };
    expect(() => gameMaster({ config: coding, step: 0 }, builtIn)).toThrow('the role "tool" writes programs');
  });
});
