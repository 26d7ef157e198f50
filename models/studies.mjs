// Draws finished studies as one SVG: a bar for each row's mean over the seeds, a dot for each seed, and a mark where the paper stands.
//
//   node models/studies.mjs OUT.svg FILE.csv[,FILE.csv…] …      FILE is a study's table.csv; files with a comma between are seeds of one study
import { readFileSync, writeFileSync } from 'node:fs';
import papa from 'papaparse';

const [out, ...panels] = process.argv.slice(2);
if (!out || panels.length === 0) {
  console.error('usage: node models/studies.mjs OUT.svg FILE.csv[,FILE.csv…] …');
  process.exit(2);
}
const [width, names, barsTo, barHeight, gap] = [900, 330, 860, 14, 24];
const x = (percent) => (names + (percent / 100) * (barsTo - names)).toFixed(1);

let down = 12;
const drawings = panels.map((panel) => {
  const studies = panel.split(',').map((file) => papa.parse(readFileSync(file, 'utf8').trim()).data);
  const drawing = drawPanel(studies, down);
  down += 44 + (studies[0].length - 1) * gap;
  return drawing;
});
writeFileSync(
  out,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${down}" font-family="system-ui, sans-serif" font-size="12" fill="#60646c">
<rect width="100%" height="100%" fill="#fff"/>
${drawings.join('\n')}
</svg>
`,
);

function drawPanel(studies, top) {
  const [head, ...rows] = studies[0];
  const hasPaper = rows.some((row) => row[head.indexOf('paper %')] !== '');
  const bars = rows.map(([name, ...rest], index) => {
    const seeds = studies.flatMap(([columns, ...others]) => seedsOf(columns, others[index]));
    const paper = [name, ...rest][head.indexOf('paper %')];
    return drawRow(name, seeds, paper, top + 34 + index * gap);
  });
  const paper = hasPaper ? `<text x="${barsTo}" y="${top + 14}" text-anchor="end">dark line: the paper, another model</text>` : '';
  return `<text x="16" y="${top + 14}" font-size="13" font-weight="600" fill="#1c2024">${escaped(head[0])}</text>${paper}
${bars.join('\n')}`;
}

/** A row's success with each seed, in per cent. */
function seedsOf(columns, row) {
  return columns.flatMap((column, at) => (/^seed \d+ %$/.test(column) && row[at] !== '' ? [Number(row[at])] : []));
}

function drawRow(name, seeds, paper, top) {
  const middle = top + barHeight / 2;
  const mean = seeds.reduce((sum, rate) => sum + rate, 0) / seeds.length;
  const dots = seeds.map((rate) => `<circle cx="${x(rate)}" cy="${middle}" r="3" fill="#0b5c45"/>`).join('');
  const mark = paper ? `<path d="M${x(Number(paper))} ${top - 2}v${barHeight + 4}" stroke="#1c2024" stroke-width="2"/>` : '';
  return `<text x="${names - 8}" y="${middle + 4}" text-anchor="end">${escaped(name)}</text>
<rect x="${names}" y="${top}" width="${barsTo - names}" height="${barHeight}" fill="#f0f0f3"/><rect x="${names}" y="${top}" width="${x(mean) - names}" height="${barHeight}" fill="#7fcfb0"/>${mark}${dots}
<text x="${barsTo + 6}" y="${middle + 4}">${mean.toFixed(1).replace(/\.0$/, '')}</text>`;
}

function escaped(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
