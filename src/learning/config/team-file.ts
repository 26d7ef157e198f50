// A team as a file that is handed on: its specification, the policies of its roles and how they are sampled. The team
// editor writes and reads it, the command line reads it.
import type { PolicyName } from '../../contract/learner';
import { faultsOfSpec, specFaultSentence, type TeamSpec } from '../agents/team-spec';
import { checkSampling, type Sampling } from './sampling';

export interface TeamFile {
  readonly spec: TeamSpec;
  /** σ: role → policy. */
  readonly policies: Readonly<Record<string, PolicyName>>;
  readonly sampling?: Sampling;
}

const fileFormat = 'grove-team';

/** The team as a file that can be handed on. */
export function teamFile({ spec, policies, sampling }: TeamFile): { readonly fileName: string; readonly text: string } {
  const document = { format: fileFormat, version: 1, spec, policies, ...(sampling ? { sampling } : {}) };
  return { fileName: `${spec.id}.team.json`, text: `${JSON.stringify(document, null, 2)}\n` };
}

export type TeamRead = { readonly team: TeamFile } | { readonly fault: string };

/** The team of a file, or what is wrong with it; a file with a fault is not taken at all. */
export function readTeamFile(text: string, fileName: string): TeamRead {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (fault) {
    return { fault: `${fileName} is no JSON: ${fault instanceof Error ? fault.message : String(fault)}` };
  }
  const { format, version, ...team } = (found ?? {}) as Record<string, unknown>;
  if (format !== fileFormat)
    return { fault: `${fileName} is no team: expected "format": "${fileFormat}", got ${shown(format)}` };
  if (version !== 1)
    return { fault: `${fileName} is of version ${shown(version)}, this Grove reads version 1: open it in a newer one` };
  const fault = faultOfTeamFile(team);
  return fault === undefined ? { team: team as unknown as TeamFile } : { fault: `${fileName}: ${fault}` };
}

/** What is wrong with a team's specification, policies or sampling, in a sentence; undefined when nothing is. */
export function faultOfTeamFile(given: unknown): string | undefined {
  const { spec, policies, sampling, ...rest } = (given ?? {}) as Record<string, unknown>;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return `there is no member "${unknown}": take it out`;
  const [fault] = faultsOfSpec(spec);
  if (fault) return specFaultSentence(spec, fault);
  const roles = (spec as TeamFile['spec']).roles.map(({ id }) => id);
  const named = Object.entries((policies ?? {}) as Record<string, unknown>);
  if (roles.some((id) => !named.some(([role, policy]) => role === id && typeof policy === 'string' && policy !== '')))
    return `"policies" names a policy for each of ${roles.join(', ')}`;
  try {
    checkSampling((sampling ?? {}) as NonNullable<TeamFile['sampling']>, roles);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return undefined;
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'none';
}
