// What a run is and what it came to, as Markdown tables: trackers show texts beside the curves.
import { writeTable } from '../../../basics/table';
import type { RunConfig } from '../../../learning/config/run-config';
import type { Evaluation } from '../../../learning/rollouts/transcript';

/** Every member of the configuration on a line, settings by their names. */
export function configurationText(config: RunConfig): string {
  const { settings, worlds, definitions, ...rest } = config;
  const rows = [
    ...Object.entries(rest),
    ...worlds.flatMap(({ environment, environmentSettings, share }, index): [string, unknown][] => [
      [`world ${index + 1}`, `${environment}, share ${share}`],
      ...Object.entries(environmentSettings).map(([name, value]): [string, unknown] => [
        `world ${index + 1}: ${name}`,
        value,
      ]),
    ]),
    ...Object.entries(settings),
    ...Object.keys(definitions ?? {}).map((kind) => ['brought along', kind]),
  ];
  const columns = ['setting', 'value'];
  return writeTable({ columns, rows: rows.map(([name, value]) => [name as string, inWords(value)]) }, 'markdown');
}

function inWords(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Evaluations by who played; those that are missing are left out. */
export function resultsText(evaluations: readonly (readonly [string, Evaluation | undefined])[]): string {
  const columns = ['who played', 'success %', '95 % low', '95 % high', 'problems', 'turns to solve'];
  const percent = (share: number) => Number((100 * share).toFixed(1));
  const rows = evaluations.flatMap(([who, of]) =>
    of ? [[who, percent(of.rate), percent(of.low), percent(of.high), of.n, Number(of.turnsMean.toFixed(2))]] : [],
  );
  return rows.length === 0 ? 'Not measured yet.' : writeTable({ columns, rows }, 'markdown');
}
