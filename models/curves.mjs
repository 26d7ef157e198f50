// Draws the learning curves of finished runs as one SVG: success on unseen validation problems by step, one line for each seed, their mean
// as a strong line, and the reference lines of the untrained team, random play and the solver.
//
//   node models/curves.mjs OUT.svg TITLE=FILE[,FILE…] [TITLE=FILE[,FILE…]]      FILE is what `lab export --format run` wrote
import { readFileSync, writeFileSync } from 'node:fs';

const [out, ...panels] = process.argv.slice(2);
if (!out || panels.length === 0) {
  console.error('usage: node models/curves.mjs OUT.svg TITLE=FILE[,FILE…] …');
  process.exit(2);
}
const [width, height, left, top, bottom] = [420, 260, 44, 34, 34];
const plotWidth = width - left - 98;
const plotHeight = height - top - bottom;

const columns = Math.min(3, panels.length);
const drawings = panels.map((panel, index) => {
  const [title, files] = panel.split('=');
  const runs = files.split(',').map((file) => JSON.parse(readFileSync(file, 'utf8')));
  return drawPanel(title, runs, (index % columns) * width, Math.floor(index / columns) * height);
});
writeFileSync(
  out,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * width} ${Math.ceil(panels.length / columns) * height}" font-family="system-ui, sans-serif" font-size="11" fill="#60646c">
<rect width="100%" height="100%" fill="#fff"/>
${drawings.join('\n')}
</svg>
`,
);

function drawPanel(title, runs, right, down) {
  const curves = runs.map((run) => [
    [0, run.evaluations.references.untrained.rate],
    ...run.steps.filter((step) => step.validation).map((step) => [step.step, step.validation.rate]),
  ]);
  const last = Math.max(...curves.flatMap((curve) => curve.map(([step]) => step)));
  const x = (step) => (left + (step / last) * plotWidth).toFixed(1);
  const y = (rate) => (top + (1 - rate) * plotHeight).toFixed(1);
  const path = (curve) => curve.map(([step, rate], at) => `${at ? 'L' : 'M'}${x(step)} ${y(rate)}`).join('');
  const { random, untrained, solver } = runs[0].evaluations.references;
  const apart = 12 / plotHeight; // names that would cover each other
  const nameAt = (rate, other) => (Math.abs(rate - other) < apart ? (rate + other) / 2 + (rate < other ? -apart : apart) / 2 : rate);
  const level = (name, rate, other = -1) =>
    `<path d="M${left} ${y(rate)}h${plotWidth}" stroke="#80838d" stroke-dasharray="3 3"/><text x="${left + plotWidth + 6}" y="${Number(y(nameAt(rate, other))) + 4}">${name} ${Math.round(rate * 100)} %</text>`;
  const mean = curves[0]
    .filter(([step]) => curves.every((curve) => curve.some(([other]) => other === step)))
    .map(([step]) => [step, curves.reduce((sum, curve) => sum + curve.find(([other]) => other === step)[1], 0) / curves.length]);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (rate) => `<path d="M${left} ${y(rate)}h${plotWidth}" stroke="#e8e8ec"/><text x="${left - 6}" y="${Number(y(rate)) + 4}" text-anchor="end">${rate * 100} %</text>`,
  );
  const ticks = [0, last / 2, last].map((step) => `<text x="${x(step)}" y="${height - 14}" text-anchor="middle">${Math.round(step)}</text>`);
  return `<g transform="translate(${right} ${down})">
<text x="${left}" y="20" font-size="13" font-weight="600" fill="#1c2024">${title}: unseen problems solved</text>
${[...grid, ...ticks, level('solver', solver.rate), level('untrained', untrained.rate, random.rate), level('random', random.rate, untrained.rate)].join('\n')}
${curves.map((curve) => `<path d="${path(curve)}" fill="none" stroke="#7fcfb0" stroke-width="1"/>`).join('\n')}
<path d="${path(mean)}" fill="none" stroke="#1a7a5e" stroke-width="2.5"/>
</g>`;
}
