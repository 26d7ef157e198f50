import { expect, test } from 'vitest';
import { presetById } from '../../../learning/config/presets';
import type { PassThrough } from '../../../learning/rollouts/transcript';
import type { StepReport } from '../../../learning/training/report';
import { reportOf } from '../../harness/scripted-runs';
import { idleRoles } from './idle-roles';

const { config } = presetById('sokoban');

/** Reports of steps in which the tool role had this influence. */
const reportsWith = (shares: readonly (number | undefined)[]): StepReport[] =>
  shares.map((share, index) => {
    const { validation: _, ...report } = reportOf(index + 1, config);
    const { tool, ...roles } = report.roles;
    if (!tool) throw new Error('the preset has a tool role');
    return {
      ...report,
      roles: {
        ...roles,
        tool: { ...tool, ...(share === undefined ? {} : { influence: { share, plays: 8, tokens: 20 } }) },
      },
    };
  });

/** The report of a step that was validated with this. */
function validated(passThrough: PassThrough | undefined): StepReport {
  const report = reportOf(10, config);
  if (!report.validation) throw new Error('step 10 is evaluated');
  return { ...report, validation: { ...report.validation, ...(passThrough ? { passThrough } : {}) } };
}

const repeats = { role: 'plan', n: 200, repeats: 198, mends: 1, spoils: 1, differs: 0 };

test('a role whose answers changed nothing in the last five steps is named; one that did, or was not measured, is not', () => {
  expect(idleRoles(reportsWith([0.4, 0, 0.002, 0, 0.001, 0]))).toEqual([
    {
      role: 'tool',
      title: 'Nothing depends on what the tool role sees.',
      why: expect.stringMatching(/0\.1\s% of the plays/),
    },
  ]);
  expect(idleRoles(reportsWith([0, 0, 0, 0, 0.02]))).toEqual([]);
  expect(idleRoles(reportsWith([0, 0, 0, 0]))).toEqual([]);
  expect(idleRoles(reportsWith(Array(9).fill(undefined)))).toEqual([]);
  expect(idleRoles([])).toEqual([]);
});

test('nor does a record say so of before influence was measured elsewhere: a settled code read 0 there', () => {
  const before = reportsWith([0, 0, 0, 0, 0]).map((report) => {
    const { tool, ...roles } = report.roles;
    return { ...report, roles: { ...roles, tool: { ...tool, influence: 0 } } } as unknown as StepReport;
  });
  expect(idleRoles(before)).toEqual([]);
});

test('a last role that only repeats what it is shown is named, by the newest evaluation', () => {
  const mends = { ...repeats, repeats: 150, mends: 50, spoils: 0 };
  expect(idleRoles([validated(mends), validated(repeats)])).toEqual([
    {
      role: 'plan',
      title: 'The plan role adds nothing.',
      why: expect.stringMatching(/it repeats the proposal in 99\.0 % of 200 turns/),
      passing: true,
    },
  ]);
  expect(idleRoles([validated(repeats), validated(mends)])).toEqual([]);
  expect(idleRoles([validated({ ...repeats, n: 4, repeats: 4, mends: 0, spoils: 0 })])).toEqual([]);
  expect(idleRoles([validated(undefined)])).toEqual([]);
});

test('a last role that spoils more than it mends is not called idle: it does harm', () => {
  const harms = { ...repeats, repeats: 60, mends: 40, spoils: 100 };
  expect(idleRoles([validated(harms)]).map(({ title }) => title)).toEqual(['The plan role does more harm than good.']);
});

test('a role is spoken of once, and of one whose proposals are repeated it is not said that nobody heeds it', () => {
  const tool = reportsWith([0, 0, 0, 0, 0]);
  expect(idleRoles(tool)[0]?.why).toContain('Nobody heeds it');
  const both = idleRoles([...tool, validated(repeats)]);
  expect(both.map(({ role }) => role)).toEqual(['tool', 'plan']);
  expect(both[0]?.why).toContain('it is heeded');
  expect(both[0]?.why).not.toContain('Nobody');
  const same = idleRoles([...tool, validated({ ...repeats, role: 'tool' })]);
  expect(same.map(({ role }) => role)).toEqual(['tool']);
});
