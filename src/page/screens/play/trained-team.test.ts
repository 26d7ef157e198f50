import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unzip } from '../../../files/formats/unzip';
import { presetById } from '../../../learning/config/presets';
import { firstWorld } from '../../../learning/config/worlds';
import type { RunView } from '../../stores/run-view';
import { shippedTeam, shippedWorld } from '../../stores/visiting-team';
import { roomOf } from './rooms';
import { playersOf, visitorIn } from './trained-team';

const world = presetById('sokoban').config;
const room = roomOf(world, 3);
const none = { kind: 'none' } as const;
const run: RunView = {
  id: 'r',
  name: 'My run',
  config: presetById('quick').config,
  status: 'finished',
  step: 10,
  reports: [],
  recorded: false,
};
const open = (preset: string) => {
  const { config } = presetById(preset);
  return { kind: 'open', from: 'x.zip', team: { id: 4, name: 'Guests', step: 7, config } } as const;
};
const summary = ({ questions, aside, instead }: ReturnType<typeof playersOf>) => ({
  teams: questions.map(({ team, by }) => `${team.kind} ${by}`),
  aside,
  instead: instead?.kind,
});

describe('who plays as the trained team', () => {
  it('is the run, on the GPU where there is one', () => {
    const gpu = summary(playersOf({ world, room, visiting: none, run, gpu: true }));
    expect(gpu).toEqual({ teams: ['untrained gpu', 'run gpu'], aside: 'My run, 10 steps', instead: undefined });
    const without = summary(playersOf({ world, room, visiting: none, run, gpu: false }));
    expect(without.teams).toEqual(['untrained processor', 'run processor']);
  });

  it('is a team of a file before a run, on the processor, under its own settings in this world', () => {
    const players = playersOf({ world, room, visiting: open('quick'), run, gpu: true });
    expect(summary(players)).toEqual({
      teams: ['untrained processor', 'opened processor'],
      aside: 'Guests, 7 steps',
      instead: undefined,
    });
    for (const { config, seed } of players.questions) {
      expect(config.settings).toEqual(presetById('quick').config.settings);
      expect([firstWorld(config).environmentSettings, seed]).toEqual([
        firstWorld(world).environmentSettings,
        room.seed,
      ]);
    }
  });

  it('is nobody from another world, nor while a file is opened or was refused', () => {
    const { instead } = playersOf({ world, room, visiting: open('plan-path'), run, gpu: true });
    expect(instead).toEqual({ kind: 'failed', reason: expect.stringContaining('another world, Plan-Path') });
    const opening = { kind: 'opening', from: 'x.zip' } as const;
    expect(summary(playersOf({ world, room, visiting: opening, run, gpu: true }))).toMatchObject({
      teams: [],
      instead: 'playing',
    });
    const failed = (from: string) =>
      playersOf({ world, room, visiting: { kind: 'failed', from, reason: 'is torn.' }, run, gpu: false });
    expect(failed('x.zip').instead).toEqual({ kind: 'failed', reason: 'is torn.' });
    expect(failed('trained-team.zip').instead).toMatchObject({
      reason: expect.stringContaining('Open a team’s file instead'),
    });
  });

  it('asks anew in another room, and of another step of the run', () => {
    const keys = (change: object) =>
      playersOf({ world, room, visiting: none, run, gpu: true, ...change }).questions.map(({ key }) => key);
    expect(keys({})).toEqual(keys({}));
    expect(keys({ room: roomOf(world, 4) })).not.toEqual(keys({}));
    expect(keys({ run: { ...run, step: 11 } })[1]).not.toBe(keys({})[1]);
    expect(keys({ gpu: false })).not.toEqual(keys({}));
  });
});

describe('the team that comes with the page', () => {
  it('was trained in the world that it is offered in', async () => {
    const zip = readFileSync(new URL(`../../../../public/${shippedTeam}`, import.meta.url));
    const card = (await unzip(zip, shippedTeam)).find(({ name }) => name === 'team.json');
    const { config } = JSON.parse(new TextDecoder().decode(card?.bytes));
    expect(firstWorld(config).environment).toBe(shippedWorld);
  });

  it('is offered there, with a GPU as without, and in no other world', () => {
    const elsewhere = presetById('plan-path').config;
    for (const gpu of [true, false]) {
      const asked = { room, visiting: none, run: undefined, gpu };
      expect(playersOf({ ...asked, world }).aside).toMatch(/comes with this page/);
      expect(playersOf({ ...asked, world: elsewhere }).aside).not.toMatch(/comes with this page/);
    }
  });

  it('stays away from a world that it cannot play, where another’s team says why it does not', () => {
    const elsewhere = presetById('plan-path').config;
    const shipped = { ...open('sokoban'), from: shippedTeam };
    expect(visitorIn(elsewhere, shipped)).toEqual(none);
    expect(visitorIn(world, shipped)).toBe(shipped);
    expect(playersOf({ world: elsewhere, room, visiting: shipped, run: undefined, gpu: true }).instead?.kind).toBe(
      'waiting',
    );
    expect(
      playersOf({ world: elsewhere, room, visiting: open('sokoban'), run: undefined, gpu: true }).instead?.kind,
    ).toBe('failed');
  });
});
