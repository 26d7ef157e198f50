// What holds of the teams that are graphs, on every listed world that they play: prompts that the shipped model can
// read, in both wordings; answers that cannot be read gain nothing. graphs.test.ts of the rollouts holds them to their
// groups and advantages.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../config/run-config';
import { environments } from '../environments';
import type { MathsState } from '../environments/maths/sheet';
import { worldSeed } from '../environments/splits';
import { letterTokens } from '../language/letter-tokens.fixture';
import { tokenizerFrom } from '../language/tokenizer';
import { playWorlds } from '../rollouts/play';
import type { PlaySettings } from '../rollouts/play-settings';
import { scriptedSampler } from '../rollouts/scripted-sampler.fixture';
import { graphTeams } from '.';
import { drawn } from './instruct';
import { junk } from './played-teams.fixture';
import { readAnswer, tryAnswer } from './reading';
import type { Role, View, Wording } from './role';
import { fits, type Team } from './team';
import { unknownWords, unwritable } from './writable';

const sprout = tokenizerFrom(
  JSON.parse(readFileSync(new URL('../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const moveBudget = 12;
const seeds = [worldSeed('train', 4), worldSeed('test', 4)];
const pairs = graphTeams.flatMap((team) =>
  environments
    .filter(({ card }) => fits(team, card))
    .map((environment) => [`${team.id} on ${environment.card.id}`, team, environment] as const),
);

interface Asked {
  readonly role: Role;
  readonly view: View;
}

/** Every question of two turns in which half of the answers are the world's own. */
async function questionsOf(team: Team, environment: PlaySettings['environment'], wording: Wording): Promise<Asked[]> {
  const asked: Asked[] = [];
  const watched = team.roles.map((role): Role => {
    const telling = (view: View) => {
      asked.push({ role, view });
      return view;
    };
    return {
      ...role,
      prompt: (view) => role.prompt(telling(view)),
      instruct: { ...role.instruct, ask: (view, most) => role.instruct.ask(telling(view), most) },
    };
  });
  const sampler = scriptedSampler(letterTokens, ({ policy, seed }) => {
    const { view } = asked.findLast(({ role }) => role.id === policy) as Asked;
    const { words } = team.roles.find(({ id }) => id === policy) as Role;
    if (words) return words[seed % words.length] as string;
    return seed % 2 === 0 ? '?' : (environment.calls.possible(view.state)[0] ?? '?');
  });
  const settings: PlaySettings = {
    environment,
    environmentSettings: {},
    team: { ...team, roles: watched },
    policies: {},
    tokenizer: letterTokens,
    wording,
    weights: settingsFrom({}),
    branches: 3,
    turns: 2,
    moveBudget,
    temperature: 1,
    sampling: Object.fromEntries(team.roles.map(({ id }) => [id, { maxTokens: 200 }])),
    pickRule: 'random',
    credit: 'look-ahead',
    stream: 1,
  };
  const worlds = await playWorlds(settings, seeds, sampler);
  for (const { groups } of worlds)
    for (const { reward } of groups.flatMap(({ branches }) => branches)) expect(Number.isFinite(reward)).toBe(true);
  return asked;
}

describe.each(pairs)('%s', (_, team, environment) => {
  const { card, wording } = environment;

  it('every prompt says what there is to know, and the shipped model can read it', async () => {
    for (const { role, view } of await questionsOf(team, environment, 'compact')) {
      const prompt = role.prompt(view);
      expect(prompt.startsWith(`${wording.title} ${view.turn}`)).toBe(true);
      const needed = card.kind === 'questions' ? (view.state as MathsState).question : wording.describe(view.state);
      expect(prompt).toContain(needed.trimEnd());
      const told = view.earlier.some(({ text }) => text === '?'); // a word that is in nobody's vocabulary
      if (!told) expect(unknownWords(sprout, prompt), prompt).toEqual([]);
      for (const word of role.words ?? []) expect(unknownWords(sprout, ` ${word}`)).toEqual([]);
    }
    expect(unwritable(sprout, { environment, environmentSettings: {}, team, moveBudget })).toEqual([]);
  });

  it('in full words too', async () => {
    for (const { role, view } of await questionsOf(team, environment, 'instruct')) {
      const messages = role.instruct.ask(view, moveBudget);
      const text = messages.map(({ content }) => content).join('\n');
      expect(text).toContain(card.sentence);
      if (card.kind === 'questions') expect(text).toContain((view.state as MathsState).question);
      else if (card.pictured) expect(text).toContain(environment.wording.describe(view.state).trimEnd());
      else for (const row of environment.picture(view.state)) expect(text).toContain(drawn([row]));
      expect(messages.map((message) => message.role)).toEqual(['system', 'user']);
    }
  });

  it('W5: junk is unreadable, gains nothing, changes nothing and never throws', async () => {
    const asked = await questionsOf(team, environment, 'compact');
    for (const { id } of team.roles) {
      const one = asked.find(({ role }) => role.id === id);
      if (!one) continue;
      const { role, view } = one;
      for (const text of junk) {
        const trial = tryAnswer(readAnswer({ role, view, text, stop: 'end', moveBudget, programSeed: 1 }));
        expect(trial, `${id}: ${text.slice(0, 20)}`).toMatchObject({ readable: false, format: 0, moves: '' });
        expect(trial.outcome.terms).toMatchObject({ legal: 0, progress: 0 });
        expect(trial.outcome.state).toEqual(view.state);
      }
    }
  });
});
