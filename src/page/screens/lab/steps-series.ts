// Step reports as columns for the charts. Null where a step measured nothing.
import type { RunConfig } from '../../../learning/config/run-config';
import { worldsOf } from '../../../learning/config/worlds';
import type { PolicyReport, RoleReport, StepReport } from '../../../learning/training/report';
import type { RunView } from '../../stores/run-view';

export type Column = readonly (number | null)[];

export interface SuccessColumns {
  readonly steps: readonly number[];
  /** On validation problems; at step 0 the untrained team. */
  readonly unseen: Column;
  readonly low: Column;
  readonly high: Column;
  /** Share of the step's own training problems that were solved, with sampling. */
  readonly training: Column;
  /** Share of its single answers that solved the problem at hand (`branchSuccess`). */
  readonly branches: Column;
}

export function successColumns({ reports, references }: Pick<RunView, 'reports' | 'references'>): SuccessColumns {
  const start = references?.untrained;
  const measured = (part: 'rate' | 'low' | 'high') => [
    start?.[part] ?? null,
    ...reports.map(({ validation }) => validation?.[part] ?? null),
  ];
  return {
    steps: [0, ...reports.map(({ step }) => step)],
    unseen: measured('rate'),
    low: measured('low'),
    high: measured('high'),
    training: [null, ...reports.map(({ success }) => success)],
    branches: [null, ...reports.map(({ branchSuccess }) => branchSuccess ?? null)],
  };
}

/** The names of the worlds of a run on several, as its reports have them; none of a run on one. */
export function worldNamesIn(config: Pick<RunConfig, 'worlds' | 'settings'>): readonly string[] {
  return config.worlds.length > 1 ? worldsOf(config).map(({ name }) => name) : [];
}

/** Success on one world's validation problems; at step 0 the untrained team's. */
export function worldColumn({ reports, references }: Pick<RunView, 'reports' | 'references'>, world: string): Column {
  const rates = [references?.untrained, ...reports.map(({ validation }) => validation)];
  return rates.map((evaluation) => evaluation?.worlds?.[world]?.rate ?? null);
}

export function stepsOf(reports: readonly StepReport[]): readonly number[] {
  return reports.map(({ step }) => step);
}

export function roleColumn(
  reports: readonly StepReport[],
  role: string,
  read: (report: RoleReport) => number | undefined,
): Column {
  return reports.map(({ roles }) => {
    const report = roles[role];
    return (report && read(report)) ?? null;
  });
}

/** Generated to measure influence, beside what learning cost. */
export function measuringTokensIn({ roles }: StepReport): number {
  return Object.values(roles).reduce((sum, { influence }) => sum + (influence?.tokens ?? 0), 0);
}

export function policyColumn(
  reports: readonly StepReport[],
  policy: string,
  read: (report: PolicyReport) => number | undefined,
): Column {
  return reports.map(({ updates }) => {
    const report = updates[policy];
    return (report && read(report)) ?? null;
  });
}

export function reportColumn(reports: readonly StepReport[], read: (report: StepReport) => number): Column {
  return reports.map((report) => {
    const value = read(report);
    return Number.isFinite(value) ? value : null;
  });
}

/** k3 to the base model where it was measured. */
export function distanceColumn(reports: readonly StepReport[], policy: string): Column {
  return reports.map(({ baseDistances }) => baseDistances?.[policy]?.k3 ?? null);
}

/** Names in the order in which they first appear in any report: in a step whose groups are all flat a policy has no
 *  update. */
export function namesIn(
  reports: readonly StepReport[],
  part: 'roles' | 'updates' | 'baseDistances',
): readonly string[] {
  return [...new Set(reports.flatMap((report) => Object.keys(report[part] ?? {})))];
}

/** The largest mismatch of sampler and trainer in the last step that trained anything. */
export function lastMismatch(
  reports: readonly StepReport[],
): { readonly step: number; readonly mismatch: number } | undefined {
  const last = reports.findLast(({ updates }) => Object.keys(updates).length > 0);
  return (
    last && { step: last.step, mismatch: Math.max(...Object.values(last.updates).map(({ mismatch }) => mismatch)) }
  );
}
