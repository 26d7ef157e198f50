import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { presetById } from '../../../learning/config/presets';
import { readRecorded, recordedPlay, recordedSteps, stepsPlayed } from '../../stores/recorded-run';
import { NoGpu } from './no-team';
import { roomOf } from './rooms';
import { recordedAside } from './teams';

it('without a GPU, what a team tried is of the step that is looked at in the Lab; of the last before one was', async () => {
  const recorded = await readRecorded(readFileSync(new URL('../../../../public/recorded-run.json', import.meta.url)));
  const preset = presetById(recorded.view.config.preset);
  const given = { reason: 'it is busy', recorded, preset, room: roomOf(preset.config, 1), onRoom: () => undefined };
  const shown = (step?: number) => renderToStaticMarkup(<NoGpu {...given} step={step} />);
  const steps = recorded.trees.map((tree) => tree.step);
  expect(shown()).toContain(`tried in step ${Math.max(...steps)} of`);
  expect(shown(steps[1])).toContain(`tried in step ${steps[1]} of`);
});

it('without a GPU, the games shown are of the step that is looked at where one was recorded; else it is said', async () => {
  const recorded = await readRecorded(readFileSync(new URL('../../../../public/recorded-run.json', import.meta.url)));
  const games = recorded.plays ?? [];
  const play = games.findLast(({ seed }) => seed === games[0]?.seed);
  const early = { ...play!, step: 5 };
  const both = { plays: [play!, early] };
  expect(play?.step).toBe(recorded.view.step);
  expect(stepsPlayed(recorded, play!.seed)).toEqual(recordedSteps(recorded));
  expect(stepsPlayed(recorded, -1)).toEqual([]);
  expect(recordedPlay(both, play!.seed, 5)).toBe(early);
  expect(recordedPlay(both, play!.seed, 7)).toBe(play);
  expect(recordedPlay(both, play!.seed)).toBe(play);
  expect(recordedPlay(both, -1, 5)).toBeUndefined();
  expect(recordedAside(early, 5)).toBe('the recorded run after step 5');
  expect(recordedAside(early, 7)).toBe('the recorded run after step 5; after step 7 no game was recorded');

  const preset = presetById(recorded.view.config.preset);
  const given = { reason: 'it is busy', preset, room: roomOf(preset.config, 1), onRoom: () => undefined };
  const shown = (run: typeof recorded, step?: number) =>
    renderToStaticMarkup(<NoGpu {...given} recorded={run} step={step} />).replaceAll('<!-- -->', '');
  expect(shown(recorded)).toContain(`the trained one’s after step ${play!.step}:`);
  expect(shown(recorded, 7)).toContain('the trained one’s after step 7:');
  const few = { ...recorded, ...both };
  expect(shown(few, 5)).toContain('the trained one’s after step 5:');
  expect(shown(few, 7)).toContain(`after step ${play!.step} (none after step 7, where the Lab’s slider is):`);
});
