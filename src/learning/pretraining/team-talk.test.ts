import { expect, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { mathsTeams } from '../agents/teams/maths';
import { environmentById } from '../environments';
import type { MathsState } from '../environments/maths/sheet';
import { teamTalk } from './team-talk';

const talk = (team: string, index: number) =>
  teamTalk(team, environmentById('maths'), {
    seed: index * 3,
    settings: { level: 1 },
    answers: 4,
    rng: rngFrom('talk', index),
  });

test('every role is asked as in play, and in its order', () => {
  const asked = Array.from({ length: 40 }, (_, index) =>
    talk('maths-solvers-and-judge', index).spoken.map(({ prompt }) => prompt),
  );
  for (const prompts of asked) {
    expect(prompts.map((prompt) => /(\w+):$/.exec(prompt)?.[1])).toEqual(['one', 'two', 'judge']);
    for (const prompt of prompts) expect(prompt).toMatch(/^maths [123]\n\? = \d+ [-+*] \d+\n(had .*\n)*(one:|two:)/);
  }
  // boards of later turns too
  expect(new Set(asked.map(([first]) => first?.split('\n').length)).size).toBeGreaterThan(2);
});

test('answers can be read by the role that gives them, and are seldom right', () => {
  for (const { id, roles } of mathsTeams) {
    let right = 0;
    let last = 0;
    for (let index = 0; index < 30; index++) {
      const { start, spoken } = talk(id, index);
      for (const { prompt, continuations } of spoken) {
        const role = roles[spoken.findIndex((piece) => piece.prompt === prompt)];
        for (const text of continuations) expect(role?.read?.(start, text), `${id}: ${text}`).toBeDefined();
        if (role !== roles.at(-1)) continue;
        last += continuations.length;
        right += continuations.filter((text) => text === (start.state as MathsState).answer).length;
      }
    }
    expect(right / last, id).toBeLessThan(0.2);
  }
});
