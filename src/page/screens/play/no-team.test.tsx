import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { presetById } from '../../../learning/config/presets';
import { readRecorded } from '../../stores/recorded-run';
import { NoGpu } from './no-team';
import { roomOf } from './rooms';

it('without a GPU, what a team tried is of the step that is looked at in the Lab; of the last before one was', async () => {
  const recorded = await readRecorded(readFileSync(new URL('../../../../public/recorded-run.json', import.meta.url)));
  const preset = presetById(recorded.view.config.preset);
  const given = { reason: 'it is busy', recorded, preset, room: roomOf(preset.config, 1), onRoom: () => undefined };
  const shown = (step?: number) => renderToStaticMarkup(<NoGpu {...given} step={step} />);
  const steps = recorded.trees.map((tree) => tree.step);
  expect(shown()).toContain(`tried in step ${Math.max(...steps)} of`);
  expect(shown(steps[1])).toContain(`tried in step ${steps[1]} of`);
});
