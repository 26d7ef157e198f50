import { beforeEach, describe, expect, it } from 'vitest';
import { toolAndPlanSpec } from '../../../learning/agents/teams/specs';
import { readTeamFile, teamFile } from '../../../learning/config/team-file';
import { scriptedStorage } from '../../../page/harness/scripted-storage';
import { noticesStore } from '../../../page/stores/notices-store';
import { provideStorage } from '../../../page/stores/storage-client';
import { dropTeam, keepTeam, ownTeamsStore, takenTeamIds } from './own-teams-store';

const mine = {
  spec: { ...toolAndPlanSpec, id: 'mine', name: 'Mine' },
  policies: { tool: 'shared', plan: 'shared' },
  sampling: { tool: { training: { temperature: 0.8 } } },
};

describe('own teams', () => {
  beforeEach(() => {
    const kept = scriptedStorage([]);
    provideStorage(async () => kept);
  });

  it('are kept under their name, deleted, and brought back by undo', async () => {
    await keepTeam(mine);
    await keepTeam({ ...mine, spec: { ...mine.spec, name: 'Mine, again' } });
    expect(ownTeamsStore.getState().kept.map(({ spec }) => spec.name)).toEqual(['Mine, again']);
    expect(takenTeamIds(ownTeamsStore.getState().kept)).toContain('mine');
    await dropTeam('mine');
    expect(ownTeamsStore.getState().kept).toEqual([]);
    noticesStore.getState().notices.at(-1)?.action?.run();
    await expect.poll(() => ownTeamsStore.getState().kept.length).toBe(1);
  });

  it('go out as a file and come back the same', () => {
    const { fileName, text } = teamFile(mine);
    expect(fileName).toBe('mine.team.json');
    expect(readTeamFile(text, fileName)).toEqual({ team: mine });
  });

  it.each([
    ['{', 'x.json is no JSON'],
    ['{"format":"grove-run"}', 'x.json is no team: expected "format": "grove-team", got "grove-run"'],
    [JSON.stringify({ format: 'grove-team', version: 2 }), 'x.json is of version 2, this Grove reads version 1'],
    [JSON.stringify({ format: 'grove-team', version: 1, ...mine, colour: 1 }), 'x.json: there is no member "colour"'],
    [
      JSON.stringify({ format: 'grove-team', version: 1, ...mine, spec: { ...mine.spec, roles: [] } }),
      'x.json: the team, roles: has no role',
    ],
    [
      JSON.stringify({ format: 'grove-team', version: 1, ...mine, policies: { tool: 'a' } }),
      'x.json: "policies" names a policy for each',
    ],
    [
      JSON.stringify({
        format: 'grove-team',
        version: 1,
        ...mine,
        sampling: { tool: { training: { temperature: 9 } } },
      }),
      'x.json: tool: temperature lies between 0.1 and 2, got 9',
    ],
  ])('a file that is none says why: %#', (text, why) => {
    const read = readTeamFile(text, 'x.json');
    expect('fault' in read && read.fault).toContain(why);
  });
});
