// Influence (C4) against the rules of the game themselves: what the word for every object would have come to.
import { describe, expect, it, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { teamById } from '../agents';
import type { Team } from '../agents/team';
import { toolAndPlan } from '../agents/teams/planning';
import { settingsFrom } from '../config/run-config';
import { environmentById } from '../environments';
import { worldOf } from '../environments/players';
import { worldSeed } from '../environments/splits';
import { letterTokens } from '../language/letter-tokens.fixture';
import { influenceOf } from './influence';
import { playWorlds } from './play';
import type { PlayedGroup, PlaySettings } from './play-settings';
import { type Script, scriptedSampler } from './scripted-sampler.fixture';

const signals = environmentById('signals');
const team = teamById('signals-team');
const settings: PlaySettings = {
  environment: signals,
  environmentSettings: { symbols: 8, shapes: 4, colours: 2 },
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
const seeds = Array.from({ length: 40 }, (_, index) => worldSeed('train', index));
const words = [' ba', ' be', ' bi', ' bo', ' da', ' de', ' di', ' do'];
const things = ['star', 'ring', 'cross', 'moon'].flatMap((shape) => [` red ${shape}`, ` blue ${shape}`]);

async function speakersOf(script: Script, changes: Partial<PlaySettings> = {}) {
  const worlds = await playWorlds({ ...settings, ...changes }, seeds, scriptedSampler(letterTokens, script));
  return worlds.flatMap(({ seed, groups }) =>
    groups.filter(({ role }) => role === 'speaker').map((group) => ({ seed, group })),
  );
}
const shareOf = (...groups: readonly PlayedGroup[]) => influenceOf(groups)?.share;

/** A speaker whose branch k says the word number says(object, k), beside a listener who understands each word as a
 *  thing. */
function playersBy(says: (object: number, branch: number) => number, understands: readonly number[]) {
  const understood = (word: string) => things[understands[words.indexOf(word)] as number] as string;
  const said = (object: number, branch: number) => words[says(object, branch)] as string;
  const script: Script = ({ prompt, branch }) =>
    prompt.endsWith('speaker:')
      ? said(things.indexOf(/see(.*)\n/.exec(prompt)?.[1] as string), branch)
      : understood(/hear(.*)\n/.exec(prompt)?.[1] as string);
  return { script, said, understood };
}

const all = things.map((_, object) => object);
describe.each([
  ['a settled code for every object', (object: number) => object, all, 1],
  ['a code in which each word is for two', (object: number) => object - (object % 2), all, undefined],
  ['a code that is still searched for', (object: number, branch: number) => (object + branch * 3) % 8, all, undefined],
  ['a speaker that says one word whatever it sees', () => 5, all, 0],
  ['a listener to whom all words are the same', (object: number) => object, all.map(() => 2), 0],
] as const)('C4 influence, %s', (_, says, understands, share) => {
  it('equals enumeration: the plays in which the word for another object comes to something else', async () => {
    const [speaker, listener] = [worldOf(signals, 'speaker'), worldOf(signals, 'listener')];
    const { script, said, understood } = playersBy(says, understands);
    const groups = await speakersOf(script);
    const found = new Set<string>();
    for (const { seed, group } of groups) {
      const start = signals.start(seed, settings.environmentSettings);
      const comesTo = (word: string) => {
        const heard = speaker.act(start, speaker.wording.read(word), 1).state;
        return listener.act(heard, listener.wording.read(understood(word)), 1).solved;
      };
      const own = things.findIndex((thing) => group.seen?.join().endsWith(thing));
      const elsewhere = group.elsewhere?.text as string;
      expect(all.filter((object) => object !== own).map((object) => said(object, 0))).toContain(elsewhere);
      const changed = [0, 1, 2, 3].filter((branch) => comesTo(said(own, branch)) !== comesTo(elsewhere));
      expect(shareOf(group)).toBe(changed.length / 4);
      found.add(elsewhere);
    }
    const together = shareOf(...groups.map(({ group }) => group));
    if (share !== undefined) expect(together).toBe(share);
    else expect(together).toBeGreaterThan(0);
    expect(found).toEqual(new Set(all.map((object) => said(object, 0)))); // the other object is drawn by chance
  });
});

test('C4 the influence of a muted role is 0, however closely the other listens', async () => {
  const attentive: Script = ({ prompt, seed }) =>
    prompt.endsWith('speaker:') ? rngFrom(seed).pick(words) : rngFrom(seed, prompt).pick(things);
  const roles = team.roles.map((role) => (role.id === 'speaker' ? { ...role, read: () => undefined } : role));
  const muted: Team = { ...team, roles };
  for (const { group } of await speakersOf(attentive, { team: muted })) expect(shareOf(group)).toBe(0);
  expect(shareOf(...(await speakersOf(attentive)).map(({ group }) => group))).toBeGreaterThan(0);
});

test('C4 it is not measured where no problem looks different, nor where credit does not look ahead', async () => {
  const { script } = playersBy((object) => object, all);
  const only = { ...signals, start: () => signals.start(0, settings.environmentSettings) };
  for (const changes of [{ environment: only }, { credit: 'own' as const }])
    for (const { group } of await speakersOf(script, changes)) expect(influenceOf([group])).toBeUndefined();
});

test('C4 what a role says elsewhere does not depend on what its world is played together with (R1)', async () => {
  const script: Script = ({ prompt, seed }) =>
    prompt.endsWith('speaker:') ? rngFrom(seed, prompt).pick(words) : rngFrom(seed, prompt).pick(things);
  const together = await playWorlds(settings, seeds, scriptedSampler(letterTokens, script));
  for (const world of together.slice(0, 6))
    expect(await playWorlds(settings, [world.seed], scriptedSampler(letterTokens, script))).toEqual([world]);
});

test('C4 a role in the middle is asked elsewhere after the roles before it have answered there', async () => {
  const [tool, plan] = toolAndPlan.roles as unknown as [Team['roles'][number], Team['roles'][number]];
  const three: Team = { ...toolAndPlan, id: 'three', roles: [tool, { ...plan, id: 'middle' }, plan] };
  const answers = new Map<string, string>();
  const script: Script = ({ prompt, seed, policy }) => {
    const text = policy === 'tool' ? 'push U 1' : rngFrom(seed, prompt).pick(['UU', 'DL', 'LRD', 'R']);
    if (policy === 'middle') answers.set(prompt, text);
    return text;
  };
  const world = { environment: environmentById('plan-path'), environmentSettings: { size: 5 }, moveBudget: 6 };
  const longest = { maxTokens: 40 };
  const changes = { ...settings, ...world, team: three, sampling: { tool: longest, middle: longest, plan: longest } };
  const worlds = await playWorlds(changes, seeds.slice(0, 8), scriptedSampler(letterTokens, script));
  const middles = worlds.flatMap(({ groups }) => groups.filter(({ role }) => role === 'middle'));
  expect(middles.length).toBe(8);
  for (const { elsewhere, prompt } of middles) {
    const asked = [...answers].filter(([other, text]) => other !== prompt && text === elsewhere?.text);
    expect(asked.some(([other]) => other.includes('push U 1'))).toBe(true);
    expect(elsewhere?.followed).toHaveLength(3);
    expect(elsewhere?.tokens).toBe('push U 1'.length + 1 + (elsewhere?.text.length ?? 0) + 1);
  }
});
