// Influence (C4) against the rules of the game themselves: what every word would have come to, one by one.
import { expect, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { teamById } from '../agents';
import type { Team } from '../agents/team';
import { settingsFrom } from '../config/run-config';
import { environmentById } from '../environments';
import { worldOf } from '../environments/players';
import { worldSeed } from '../environments/splits';
import { letterTokens } from '../language/letter-tokens.fixture';
import { influenceOf } from './influence';
import { playWorlds } from './play';
import type { PlaySettings } from './play-settings';
import { type Script, scriptedSampler } from './scripted-sampler.fixture';

const signals = environmentById('signals');
const team = teamById('signals-team');
const settings: PlaySettings = {
  environment: signals,
  environmentSettings: { symbols: 4, shapes: 2, colours: 2 },
  team,
  policies: {},
  tokenizer: letterTokens,
  wording: 'compact',
  weights: settingsFrom({}),
  branches: 4,
  turns: 1,
  moveBudget: 1,
  temperature: 1,
  sampling: { speaker: { maxTokens: 40 }, listener: { maxTokens: 40 } },
  pickRule: 'best',
  credit: 'look-ahead',
  lookAheads: 3,
  stream: 1,
};
const seeds = Array.from({ length: 12 }, (_, index) => worldSeed('train', index));
const words = [' ba', ' be', ' bi', ' bo'];
const things = [' red star', ' blue star', ' red ring', ' blue ring'];

async function speakersOf(script: Script, changes: Partial<PlaySettings> = {}) {
  const worlds = await playWorlds({ ...settings, ...changes }, seeds, scriptedSampler(letterTokens, script));
  return worlds.flatMap(({ seed, groups }) =>
    groups.filter(({ role }) => role === 'speaker').map((group) => ({ seed, influence: influenceOf(group) })),
  );
}

test('C4 influence equals enumeration: the pairs of words of which one leads to the object and the other does not', async () => {
  const [speaker, listener] = [worldOf(signals, 'speaker'), worldOf(signals, 'listener')];
  const found = new Set<number>();
  // What the listener understands by each word: all different, two the same, two and two, all the same.
  for (const meaning of [
    [0, 1, 2, 3],
    [0, 0, 1, 2],
    [3, 1, 1, 3],
    [2, 2, 2, 2],
  ]) {
    const understood = (word: number) => things[meaning[word] as number] as string;
    const script: Script = ({ prompt, branch }) =>
      prompt.endsWith('speaker:')
        ? (words[branch] as string)
        : understood(words.findIndex((word) => prompt.includes(`hear${word}\n`)));
    for (const { seed, influence } of await speakersOf(script)) {
      const start = signals.start(seed, settings.environmentSettings);
      const comesTo = (word: number) => {
        const said = speaker.act(start, speaker.wording.read(words[word] as string), 1).state;
        return listener.act(said, listener.wording.read(understood(word)), 1).solved;
      };
      const pairs = words.flatMap((_, one) => words.slice(one + 1).map((_, more) => [one, one + 1 + more] as const));
      const differ = pairs.filter(([one, other]) => comesTo(one) !== comesTo(other));
      expect(influence).toBe(differ.length / pairs.length);
      found.add(differ.length);
    }
  }
  expect([...found].sort()).toEqual([0, 3, 4]);
});

test('C4 the influence of a muted role is 0, however closely the other listens', async () => {
  const attentive: Script = ({ prompt, branch, seed }) =>
    prompt.endsWith('speaker:') ? (words[branch] as string) : rngFrom(seed, prompt).pick(things);
  const roles = team.roles.map((role) => (role.id === 'speaker' ? { ...role, read: () => undefined } : role));
  const muted: Team = { ...team, roles };
  for (const { influence } of await speakersOf(attentive, { team: muted })) expect(influence).toBe(0);
  expect((await speakersOf(attentive)).some(({ influence = 0 }) => influence > 0)).toBe(true);
});
