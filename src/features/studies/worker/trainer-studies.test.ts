import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { config, small, tableTrainer } from '../../../run/table-trainer.test-data';
import { setupsId } from '../shared/setups';
import type { StudyNews } from '../shared/studies-api';
import { feature } from './feature';

test('a study is kept, paused, resumed and exported; nothing else trains meanwhile', async () => {
  const settings = { ...small, steps: undefined, branches: undefined };
  const { steps: _steps, branches: _branches, ...given } = settings;
  const { trainer, events } = await tableTrainer({ features: [{ name: 'studies', feature }] });
  const ask = (verb: string, ...given: unknown[]) => trainer.ask('studies', verb, given);
  const id = await ask('startStudy', { plan: 'branches', seeds: [1], steps: 1, settings: given });
  await expect(trainer.start(config)).rejects.toThrow('training already');
  await trainer.pause();
  const records = () => events.flatMap((event) => (event.kind === 'feature' ? [(event.news as StudyNews).record] : []));
  expect(records().at(-1)).toMatchObject({ id, status: 'paused' });
  await ask('resumeStudy', id);
  while (records().at(-1)?.status !== 'finished') await new Promise((resolve) => setTimeout(resolve, 20));
  expect(
    records()
      .at(-1)
      ?.cells.map(({ row }) => row),
  ).toEqual(['k8', 'k2', 'k4']);
  const csv = (await ask('exportStudy', id, 'csv')) as { readonly fileName: string; readonly bytes: Uint8Array };
  expect(csv.fileName).toBe('branches.csv');
  expect(new TextDecoder().decode(csv.bytes).split('\r\n')).toHaveLength(1 + 3 + 1);
  const runs =
    records()
      .at(-1)
      ?.cells.flatMap((cell) => cell.runs.map((run) => run.id)) ?? [];
  const table = await trainer.exportResults(runs, 'markdown');
  expect(new TextDecoder().decode(table.bytes)).toContain('| branches: K = 2, seed 1 | plan-path |');
  await expect(ask('resumeStudy', 'none')).rejects.toThrow('there is no study "none"');
});

test('a study of setups tells the run that trains and how far it measures, and pauses in the middle of measuring', async () => {
  const setups = [
    { name: 'usual', config },
    { name: 'mine', config: { ...config, settings: { ...config.settings, alpha: 0.5 } } },
  ];
  const { trainer, events } = await tableTrainer({ features: [{ name: 'studies', feature }] });
  const ask = (verb: string, ...given: unknown[]) => trainer.ask('studies', verb, given);
  const told = () => events.flatMap((event) => (event.kind === 'feature' ? [event.news as StudyNews] : []));
  const until = async (is: () => boolean) => {
    while (!is()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  let pausing: Promise<void> | undefined;
  const push = events.push.bind(events);
  events.push = (event) => {
    const { record, doing } = (event.kind === 'feature' ? event.news : {}) as Partial<StudyNews>;
    if (record?.cells.length === 1 && doing?.measured) pausing ??= trainer.pause();
    return push(event);
  };
  const id = await ask('startStudy', { plan: setupsId, setups, seeds: [1], steps: 1, problems: 400 });
  await until(() => pausing !== undefined);
  await pausing;
  expect(told().at(-1)?.record).toMatchObject({ id, status: 'paused' });
  expect(told().at(-1)?.record.cells).toHaveLength(1); // what was being measured is measured anew
  await ask('resumeStudy', id);
  await until(() => told().at(-1)?.record.status === 'finished');
  const [, usual, mine] = told().at(-1)?.record.cells ?? [];
  expect([usual?.row, mine?.row]).toEqual(['usual', 'setup-1']);
  const runIds = new Set(told().flatMap(({ doing }) => doing?.runId ?? []));
  expect(runIds).toEqual(new Set([usual, mine].map((cell) => cell?.runs[0]?.id)));
  expect(Math.max(...told().map(({ doing }) => doing?.measured?.done ?? 0))).toBe(400);
  const whileTraining = told().flatMap(({ doing }) => (doing?.step === 1 ? [doing] : []));
  expect(whileTraining.every(({ secondsLeft }) => secondsLeft !== undefined)).toBe(true);
});
