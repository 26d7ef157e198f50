import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { presetById } from '../../../learning/config/presets';
import { Measured } from './long-run';

const { config } = presetById('first-look');
const said = (time: Parameters<typeof Measured>[0]['time'], on = 'this GPU') =>
  renderToStaticMarkup(<Measured config={config} time={time} on={on} />)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u202f', ' ');

it('says what was measured, where, and how well it is known', () => {
  expect(said({ rise: 9.3, all: 31, rooms: 12 })).toBe(
    'First rise in about 9 s, all 8 steps in about 30 s (measured on this GPU).',
  );
  expect(said({ rise: 41, all: 124, rooms: 4 }, 'your processor')).toBe(
    'First rise in about 40 s, all 8 steps in about 2 min (measured on your processor, right to a factor of two).',
  );
  expect(said({ rise: 80, all: 300, rooms: 1 })).toBe(
    'First rise in about 80 s, all 8 steps in about 5 min (measured on this GPU with one problem: a rough guess).',
  );
});

it('promises no rise where none is known', () => {
  expect(said({ all: 124, rooms: 12 })).toBe('All 8 steps in about 2 min (measured on this GPU).');
});
