import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { presets } from '../../../learning/config/presets';
import { openWorlds } from '../../stores/worlds';
import { PresetPicture } from './preset-picture';

const drawn = () =>
  presets.map(({ id, config }) => ({ id, html: renderToStaticMarkup(<PresetPicture config={config} size={72} />) }));

it('every preset has a picture, and an empty place while its world is being fetched', async () => {
  expect(drawn().length).toBe(presets.length); // whatever is here by now, none fails
  await openWorlds();
  for (const { id, html } of drawn()) expect(html, id).toMatch(/<svg|text-sheet/);
});

it('a board that is empty at first is shown under way', async () => {
  await openWorlds();
  const html = drawn().find(({ id }) => id === 'tic-tac-toe')?.html ?? '';
  expect(html.match(/>[XO]</g)?.length).toBe(5);
});
