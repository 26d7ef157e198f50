import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toolAndPlanSpec } from '../agents/teams/specs';
import { allEnvironments, environmentById } from '../environments';
import { idOfProblemWorld } from '../environments/problem-set';
import { build } from './build';
import { presets } from './presets';
import { plainConfig } from './random-configs.fixture';
import { trainingKnobs } from './run-config';
import { addressOfSetup, setupFromAddress } from './setup-address';
import { namingConfig } from './stored';
import { firstWorld } from './worlds';

describe('a setup in the address', () => {
  test('is short: what is as in the preset is left out', () => {
    const queryOf = (...choices: Parameters<typeof build>) => addressOfSetup(build(...choices)).query;
    expect(queryOf('signals')).toBe('preset=signals');
    expect(queryOf('signals', { settings: { seed: 3, credit: 'own' } })).toBe('preset=signals&seed=3&credit=own');
    expect(queryOf('quick', { worlds: [{ environment: 'sokoban', environmentSettings: { size: 8 } }] })).toBe(
      'preset=quick&sokoban.size=8',
    );
    const mix = [{ environment: 'sokoban', share: 2 }, { environment: 'plan-path' }];
    const sampling = { plan: { training: { temperature: 0.5 }, evaluation: { maxTokens: 9 } } };
    expect(queryOf('quick', { worlds: mix, policies: { plan: 'tool' }, frozen: ['tool'], sampling })).toBe(
      'preset=quick&world=sokoban=2&world=plan-path&policy=plan=tool&freeze=tool&plan.temperature=0.5&plan.evaluation.maxTokens=9',
    );
  });

  test('is the same setup when it is opened', () => {
    for (const { config, id } of presets) expect(setupFromAddress(`preset=${id}`), id).toEqual({ config, faults: [] });
    fc.assert(
      fc.property(plainConfig, (config) => {
        const { query, left } = addressOfSetup(config);
        expect(left).toEqual([]);
        expect(query).not.toMatch(/[\s"'<>#%]/);
        const opened = setupFromAddress(query);
        expect(opened.faults).toEqual([]);
        expect(JSON.stringify(namingConfig(opened.config))).toBe(JSON.stringify(namingConfig(config)));
        expect(addressOfSetup(opened.config).query).toBe(query);
      }),
      { numRuns: 150 },
    );
  });

  test('keeps what can be read, and names each part that cannot', () => {
    const { config, faults } = setupFromAddress(
      'preset=quick&seed=7&lerningRate=1&branches=1&world=nowhere&freeze=critic&sokoban.size=8&team=plan-alone&team=x&%E0=1',
    );
    expect(config).toEqual(
      build('quick', {
        team: 'plan-alone',
        settings: { seed: 7 },
        worlds: [{ environment: 'sokoban', environmentSettings: { size: 8 } }],
      }),
    );
    for (const part of ['lerningRate=1', 'branches=1', 'world=nowhere', 'freeze=critic', 'team', '%E0=1'])
      expect(
        faults.filter((fault) => fault.startsWith(`“${part}”`)),
        part,
      ).toHaveLength(1);
    expect(faults).toHaveLength(6);
    expect(faults.join('\n')).toMatch(/“branches=1”: branches lies between 2 and 64, got 1\./);
  });

  test('of an unknown preset stands on the first one', () => {
    const { config, faults } = setupFromAddress('preset=nope&seed=4');
    expect(config).toEqual(build(presets[0]?.id ?? '', { settings: { seed: 4 } }));
    expect(faults).toHaveLength(1);
  });

  test('has a team that plays its worlds', () => {
    const { config, faults } = setupFromAddress('preset=sokoban&world=maths');
    expect(config.team).toMatch(/^maths/);
    expect(faults).toEqual([]);
    const odd = setupFromAddress('preset=sokoban&world=sokoban&world=maths&team=guide-and-walker-team');
    expect(odd.config.worlds.map(({ environment }) => environment)).toEqual(['sokoban']);
    expect(odd.config.team).toBe('tool-and-plan');
    expect(odd.faults).toHaveLength(2);
  });

  test('of any text never throws, nor does what was made of it', () => {
    const names = [...Object.keys(trainingKnobs), 'preset', 'world', 'policy', 'freeze', 'team', 'model', 'wording'];
    const odd = fc.constantFrom('__proto__', 'constructor', 'toString.temperature', 'plan.temperature', 'sokoban.size');
    const ids = [...presets.map(({ id }) => id), ...allEnvironments.map(({ card }) => card.id)];
    const value = fc.oneof(fc.string(), fc.constantFrom(...ids, 'plan=tool', '1', '1e999', 'constructor'));
    const part = fc.tuple(fc.oneof(fc.constantFrom(...names), odd, fc.string()), value).map((both) => both.join('='));
    const query = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('&')),
    );
    fc.assert(
      fc.property(query, (text) => {
        const { config } = setupFromAddress(text);
        const { query: again } = addressOfSetup(config);
        expect(setupFromAddress(again).faults).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(setupFromAddress('a=1&'.repeat(5000)).faults.length).toBeLessThan(300);
  });

  test('leaves out what is a file or was written, and names it', () => {
    const sokoban = environmentById('sokoban');
    const module = { card: { ...sokoban.card, id: 'own/rooms', name: 'Rooms' }, source: 'export default {}' };
    const set = { world: 'maths', name: 'tens', hash: 'ab', splits: 'none' } as const;
    const mine = { ...toolAndPlanSpec, id: 'mine', name: 'My team' };
    const definitions = { teams: [mine], modules: [module], problems: [set] };
    const config = build('quick', {
      definitions,
      model: 'my model',
      wording: 'instruct',
      worlds: [{ environment: 'own/rooms' }, { environment: 'plan-path', environmentSettings: { blocked: 0.1 } }],
      team: 'mine',
      policies: { plan: 'base' },
      settings: { seed: 5 },
      start: { tool: { run: 'earlier', policy: 'plan', hash: 'cd' } },
    });
    const { query, left } = addressOfSetup(config);
    expect(query).toBe('preset=quick&seed=5&world=plan-path&plan-path.blocked=0.1');
    expect(left).toEqual([
      { kind: 'world', name: 'Rooms' },
      { kind: 'team', name: 'My team' },
      { kind: 'start', name: 'tool' },
      { kind: 'model', name: 'my model' },
    ]);
    const onSet = build('maths', { definitions, worlds: [{ environment: idOfProblemWorld(set) }] });
    expect(addressOfSetup(onSet)).toEqual({ query: 'preset=maths', left: [{ kind: 'problems', name: 'tens' }] });
    expect(firstWorld(setupFromAddress('preset=maths').config).environment).toBe('maths');
  });

  test('has names of its own beside the knobs', () => {
    const members = ['preset', 'model', 'wording', 'world', 'team', 'tool-language', 'trainable', 'policy', 'freeze'];
    expect(Object.keys(trainingKnobs).filter((name) => members.includes(name))).toEqual([]);
    // these could not be taken back in words
    for (const { config, id } of presets)
      expect([config.frozen, config.sampling, config.start], id).toEqual([[], undefined, undefined]);
  });
});
