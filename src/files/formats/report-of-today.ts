// Reports that were kept under earlier names. Apart from run-parts.ts, whose checks the page's storage has no need of.

/** A step's report under the present names: before 2026-11-23 the time of the advantages was called "judge". */
export function reportOfToday<Report extends object>(report: Report): Report {
  const { judge, ...timeMs } = (report as { timeMs?: Record<string, unknown> }).timeMs ?? {};
  return judge === undefined ? report : { ...report, timeMs: { ...timeMs, advantages: judge } };
}
