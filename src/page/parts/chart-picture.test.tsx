import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ChartPicture } from './chart-picture';
import { type ChartProps, legendFigures, ticksBetween } from './chart-scale';
import { elementsOf } from './picture.test-data';

const chart: ChartProps = {
  label: 'Success',
  picture: { title: 'Success <of> “A & B”', about: 'run 1, seed 7, step 40 of 120', fileName: 'grove-run-1-success' },
  steps: [0, 10, 20, 30, 40],
  lines: [
    { label: 'unseen rooms', color: '#123456', values: [0.1, null, 0.4, null, 0.8], dots: true },
    { label: 'a seed', color: '#654321', values: [0, 0.1, 0.2, 0.3, 0.4], unnamed: true },
  ],
  bands: [{ low: [0, null, 0.3, null, 0.7], high: [0.2, null, 0.5, null, 0.9], color: '#aabbcc' }],
  levels: [{ label: 'solver 100 %', value: 1, color: '#777777' }],
  total: 120,
  range: [0, 1],
  format: (value) => `${Math.round(100 * value)} %`,
};

const draw = (more: Partial<ChartProps> = {}) =>
  elementsOf(renderToStaticMarkup(<ChartPicture chart={{ ...chart, ...more }} width={300} height={100} />));

describe('the picture of a chart', () => {
  it('is well-formed and says what it is, of which run, seed and step', () => {
    const { texts } = draw();
    expect(texts).toContain('Success <of> “A & B”');
    expect(texts).toContain('run 1, seed 7, step 40 of 120');
  });

  it('has axes, levels and a legend with the last values; single seeds are not named', () => {
    const { texts } = draw();
    for (const text of ['0 %', '100 %', '0', '40', 'step', 'solver 100 %', 'unseen rooms 80 %'])
      expect(texts, text).toContain(text);
    expect(texts.join()).not.toContain('a seed');
  });

  it('draws a line through what was measured, with its dots and its band', () => {
    const { elements } = draw();
    const line = elements.find(({ name, stroke }) => name === 'path' && stroke === '#123456');
    expect(line?.d?.match(/[ML]/g)).toEqual(['M', 'L', 'L']);
    expect(elements.filter(({ name }) => name === 'circle')).toHaveLength(3);
    expect(elements.find(({ fill, d }) => fill === '#aabbcc' && d)?.d?.match(/[ML]/g)).toHaveLength(6);
  });

  it('is drawn before anything is measured', () => {
    const empty = { steps: [], lines: [{ label: 'turns', color: 'red', values: [] }], bands: [], levels: [] };
    const { texts, markup } = draw({ ...empty, range: undefined });
    expect(texts).toContain('turns –');
    expect(markup).not.toMatch(/NaN|Infinity/);
  });
});

it('ticks are round numbers, as far apart as wanted at least', () => {
  expect(ticksBetween(0, 1, 0.3)).toEqual([0, 0.5, 1]);
  expect(ticksBetween(0, 120, 12)).toEqual([0, 20, 40, 60, 80, 100, 120]);
  expect(ticksBetween(-0.3, 0.7, 0.5)).toEqual([0, 0.5]);
});

it('the legend says each line’s own figure, also where the ghost has but a point up to the end of the axis', () => {
  const ghost = { label: 'recorded run', steps: [0, 200], values: [0.2, 0.9] };
  expect(legendFigures({ ...chart, ghost }, 4)).toEqual(['80 %']);
  expect(legendFigures({ ...chart, ghost: { ...ghost, steps: [0, 30] } }, 4)).toEqual(['80 %', '90 %']);
  expect(draw({ ghost }).texts.join()).not.toContain('recorded run');
});

it('a ghost is a dashed line of its own steps, as far as the axis goes, with its name', () => {
  const ghost = { label: 'recorded run', steps: [0, 20, 500], values: [0.2, 0.9, 1] };
  const { texts, elements } = draw({ ghost });
  expect(texts).toContain('recorded run 100 %');
  const line = elements.find(
    ({ name, d, ...more }) =>
      name === 'path' && d?.startsWith('M') && more['stroke-dasharray'] === '5 4' && d.match(/L/g)?.length === 1,
  );
  expect(line).toBeDefined();
});
