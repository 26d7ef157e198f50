import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { scriptedRuns } from '../../harness/scripted-runs';
import { CutOffLine, offeredBeside } from './cut-off-run';

const [cutOff] = scriptedRuns('cut-off');
if (!cutOff) throw new Error('no run');
const runs = { kind: 'loaded', runs: [cutOff], elsewhere: [] } as const;

it('beside the setup of a link the run that was cut off is offered', () => {
  expect(offeredBeside({ screen: 'lab', setup: 'preset=signals' }, runs)?.view.id).toBe(cutOff.view.id);
});

it('without a link it stands in the Lab itself, and no line says it again', () => {
  expect(offeredBeside({ screen: 'lab' }, runs)).toBeUndefined();
});

it('one that trains in another tab is not offered', () => {
  expect(offeredBeside({ screen: 'lab', setup: '' }, { ...runs, elsewhere: [cutOff.view.id] })).toBeUndefined();
});

it('names the run, how far it came, and takes it up', () => {
  const shown = renderToStaticMarkup(<CutOffLine run={cutOff.view} onResume={vi.fn()} />);
  expect(shown).toContain(`“${cutOff.view.name}” was cut off after ${cutOff.view.step} of`);
  expect(shown).toMatch(/<button[^>]*aria-label="Resume “/);
});
