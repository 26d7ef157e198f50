import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toolAndPlanSpec } from '../../learning/agents/teams/specs';
import { build } from '../../learning/config/build';
import type { RunConfig } from '../../learning/config/run-config';
import { setupFromAddress } from '../../learning/config/setup-address';
import { copyStore } from './copying';
import { beginQuickly } from './lab-actions';
import { noticesStore } from './notices-store';
import { parseRoute } from './route';
import { choosePreset, configFrom, quickPreset, setKnob, setupStore } from './setup-store';
import { copyCommands, linkOfSetup, openSettings, openSetupLink, refusedSetup } from './shared-setup';

const setUp = () => configFrom(setupStore.getState());
const refused = () => refusedSetup.getState().refused;
const written: string[] = [];

beforeEach(() => {
  choosePreset('sokoban');
  refusedSetup.setState({ refused: undefined });
  noticesStore.setState({ notices: [] });
  written.length = 0;
  const location = { hash: '', href: 'https://a.b/lab/' };
  vi.stubGlobal('window', { location, addEventListener: () => undefined });
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } });
});

afterEach(() => {
  vi.unstubAllGlobals();
  choosePreset('sokoban');
});

test('an address fills the setup; what is wrong with it is said, the rest is kept', () => {
  openSetupLink('preset=quick&branches=6&lerningRate=1');
  expect(setUp()).toEqual(build('quick', { settings: { branches: 6 } }));
  expect(refused()?.reasons).toHaveLength(1);
  expect(refused()?.reasons[0]).toContain('lerningRate=1');
  openSetupLink('preset=quick&branches=7');
  expect(refused()).toBeUndefined();
});

test('a processor begins with the quick preset, unless another was chosen here or by the address', () => {
  const begun = (hash = '') => {
    window.location.hash = hash;
    beginQuickly();
    return setUp().preset;
  };
  const afresh = () => setupStore.setState(setupStore.getInitialState(), true);
  afresh();
  expect(begun()).toBe(quickPreset);
  afresh();
  expect(begun('#/lab?preset=sokoban')).toBe('sokoban');
  expect(begun('#/play')).toBe(quickPreset);
  afresh();
  setKnob('seed', 7);
  expect(begun()).toBe('sokoban');
});

test('a link names what it is without', () => {
  const config = build('quick', {
    team: 'mine',
    definitions: { teams: [{ ...toolAndPlanSpec, id: 'mine', name: 'Mine' }] },
    settings: { seed: 5 },
  });
  const { route, note } = linkOfSetup(config);
  expect(route).toEqual({ screen: 'lab', setup: 'preset=quick&seed=5' });
  expect(note).toContain('the team “Mine”');
  expect(
    setupFromAddress((parseRoute('#/lab?preset=quick&seed=5') as typeof route & { setup: string }).setup).config.team,
  ).toBe('tool-and-plan');
});

test('commands are copied, or shown where the clipboard is denied', async () => {
  await copyCommands(build('quick'), 'quick 2');
  expect(written).toEqual(['npm run lab -- train --preset quick --seed 1 --out runs/quick-2']);
  expect(noticesStore.getState().notices.map(({ text }) => text)).toEqual(['Commands copied.']);
  vi.stubGlobal('navigator', {});
  await copyCommands(build('quick'), 'quick 2');
  expect(copyStore.getState().denied?.text).toBe(written[0]);
  copyStore.setState({ denied: undefined });
});

const fileOf = (content: unknown, name = 'x.settings.json') =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], name);
const settingsOf = (config: unknown) => fileOf({ format: 'grove-settings', version: 1, config });

test('a file of settings fills the setup, written teams and all', async () => {
  const { writeSettingsJson } = await import('../../files/formats/run-json');
  const config = build('quick', {
    team: 'mine',
    policies: { tool: 'mine', plan: 'base' },
    definitions: { teams: [{ ...toolAndPlanSpec, id: 'mine' }] },
    sampling: { plan: { evaluation: { temperature: 0.5 } } },
    settings: { seed: 5, branches: 6 },
  });
  await openSettings(new File([writeSettingsJson(config)], 'mine.settings.json'));
  expect(refused()).toBeUndefined();
  expect(setUp()).toEqual(config);
});

const quick = build('quick');
const { settings, ...headless } = quick;
test.each<[string, File, RegExp]>([
  ['no JSON', fileOf('{'), /is not JSON/],
  ['another JSON', fileOf({ a: 1 }), /expected "format": "grove-settings", got none/],
  ['a newer version', fileOf({ format: 'grove-settings', version: 2 }), /is of version 2/],
  ['no settings', settingsOf(headless), /config\.settings/],
  ['an unknown preset', settingsOf({ ...quick, preset: 'nope' }), /there is no preset "nope"/],
  ['a knob out of range', settingsOf({ ...quick, settings: { ...settings, branches: 1 } }), /branches lies between/],
  ['a stranger to freeze', settingsOf({ ...quick, frozen: ['critic'] } satisfies RunConfig), /no role "critic"/],
  ['odd sampling', settingsOf({ ...quick, sampling: 5 }), /sampling is a table/],
  ['an odd start', settingsOf({ ...quick, start: { plan: null } }), /start\.plan names/],
  ['an odd language', settingsOf({ ...quick, toolLanguage: 'basic' }), /no tool language "basic"/],
])('%s: the file is refused by name, the setup stays', async (_what, file, reason) => {
  await openSettings(file);
  expect(refused()?.title).toContain('x.settings.json');
  expect(refused()?.reasons[0]).toMatch(reason);
  expect(setUp()).toEqual(build('sokoban'));
});
