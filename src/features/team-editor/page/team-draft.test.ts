import { describe, expect, it } from 'vitest';
import { teamFrom } from '../../../learning/agents/team-spec';
import { planAloneSpec, toolAndPlanSpec } from '../../../learning/agents/teams/specs';
import {
  draftOf,
  faultsOfDraft,
  idFromName,
  policyChoices,
  tidied,
  withDuplicate,
  withNewRole,
  withoutRole,
  withPolicy,
  withRole,
  withRoleMoved,
  withSampling,
} from './team-draft';

const draft = draftOf(toolAndPlanSpec);
const idsOf = ({ spec }: typeof draft) => spec.roles.map(({ id }) => id);

describe('a team draft', () => {
  it('grows, shrinks and changes its order, and can be played all the while', () => {
    const grown = withDuplicate(withNewRole(draft, 'program'), 1);
    expect(idsOf(grown)).toEqual(['tool', 'plan', 'plan-2', 'tool-2']);
    expect(grown.policies).toEqual({ tool: 'tool', plan: 'plan', 'plan-2': 'plan-2', 'tool-2': 'tool-2' });
    const turned = withRoleMoved(grown, 3, 0);
    expect(idsOf(turned)).toEqual(['tool-2', 'tool', 'plan', 'plan-2']);
    expect(withRoleMoved(turned, 0, -1)).toBe(turned);
    for (const each of [draft, grown, turned, draftOf(planAloneSpec)]) {
      expect(faultsOfDraft(each)).toEqual([]);
      expect(teamFrom(each.spec).roles).toHaveLength(each.spec.roles.length);
    }
    expect(idsOf(withoutRole(withoutRole(turned, 0), 2))).toEqual(['tool', 'plan']);
  });

  it('gives those that shared an adapter their own when its role goes', () => {
    const leaning = withPolicy(draft, 'plan', 'tool');
    expect(withoutRole(leaning, 0).policies).toEqual({ plan: 'plan' });
  });

  it('keeps policies and sampling with a role whose id changes', () => {
    const set = withSampling(withPolicy(draft, 'plan', 'tool'), 'tool', { training: { temperature: 0.7 } });
    const renamed = withRole(set, 0, { id: 'scout' });
    expect(renamed.policies).toEqual({ scout: 'scout', plan: 'scout' });
    expect(renamed.sampling).toEqual({ scout: { training: { temperature: 0.7 } } });
    expect(withSampling(renamed, 'scout', {})).not.toHaveProperty('sampling');
  });

  it('survives an id that is another’s for a moment', () => {
    const clash = withRole(draft, 1, { id: 'tool' });
    expect(faultsOfDraft(clash)[0]).toMatchObject({ role: 1, field: 'id' });
    const settled = withRole(clash, 1, { id: 'tools' });
    expect(settled.policies).toMatchObject({ tool: 'tool', tools: 'tools' });
    expect(faultsOfDraft(settled)).toEqual([]);
    expect(tidied(settled).policies).toEqual({ tool: 'tool', tools: 'tools' });
  });

  it('offers every role its own adapter, the others’, a shared one and none', () => {
    expect(policyChoices(draft, draft.spec.roles[1]!).map(({ id }) => id)).toEqual(['plan', 'tool', 'shared', 'base']);
    const nobody = withPolicy(withPolicy(draft, 'tool', 'base'), 'plan', 'base');
    expect(faultsOfDraft(nobody)).toEqual([{ field: 'policies', what: 'nobody learns: give one role an adapter' }]);
  });

  it('is named in a run by what its name leaves of letters', () => {
    expect(idFromName('Mein Team Nº 2!', [])).toBe('mein-team-n-2');
    expect(idFromName('', ['team'])).toBe('team-2');
    expect(idFromName('42', [])).toBe('team');
  });
});
