import { beforeEach, expect, test } from 'vitest';
import { noticesStore } from '../../../page/stores/notices-store';
import { choosePreset, chooseTeam, setSampling } from '../../../page/stores/setup-store';
import { openTeam } from './begin-team';
import { ownTeamsStore } from './own-teams-store';

const draft = () => ownTeamsStore.getState().draft;

beforeEach(() => {
  ownTeamsStore.setState({ kept: [] }, true);
  noticesStore.setState({ notices: [] });
  choosePreset('sokoban');
});

test('the editor begins as the team of Setup, with what was chosen of how its roles answer', () => {
  setSampling('tool', { training: { temperature: 0.7 } });
  openTeam(undefined);
  expect(draft()?.spec.roles.map(({ id }) => id)).toEqual(['tool', 'plan']);
  expect(draft()?.sampling).toEqual({ tool: { training: { temperature: 0.7 } } });
  expect(noticesStore.getState().notices).toEqual([]);
});

test('a listed team that has no prompts to edit is not silently another', () => {
  chooseTeam('tool-alone');
  openTeam(undefined);
  expect(draft()?.spec.name).toBe('My tool and plan');
  expect(noticesStore.getState().notices[0]?.text).toContain('has no prompts to edit here');
});
