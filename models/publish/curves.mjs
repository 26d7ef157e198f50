// Learning curves as one SVG: success on unseen validation problems by step, one line for each seed, their mean as a strong line, and the
// reference lines of the untrained team, random play and the solver on the same problems.
const [width, height, left, top, bottom] = [420, 260, 44, 34, 34];
const plotWidth = width - left - 98;
const plotHeight = height - top - bottom;

/** `panels`: { title, cells }, the cells of a trained row, one for each seed. */
export function curvesOf(panels) {
  const columns = Math.min(3, panels.length);
  const drawings = panels.map(({ title, cells }, index) =>
    drawPanel(title, cells, (index % columns) * width, Math.floor(index / columns) * height),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * width} ${Math.ceil(panels.length / columns) * height}" font-family="system-ui, sans-serif" font-size="11" fill="#60646c">
<rect width="100%" height="100%" fill="#fff"/>
${drawings.join('\n')}
</svg>
`;
}

function drawPanel(title, cells, right, down) {
  const curves = cells.map(({ validation }) => validation);
  const last = Math.max(...curves.flatMap((curve) => curve.map(([step]) => step)));
  const x = (step) => (left + (step / last) * plotWidth).toFixed(1);
  const y = (rate) => (top + (1 - rate) * plotHeight).toFixed(1);
  const path = (curve) => curve.map(([step, rate], at) => `${at ? 'L' : 'M'}${x(step)} ${y(rate)}`).join('');
  const { random, untrained, solver } = cells[0].validationReferences;
  const apart = 12 / plotHeight; // names that would cover each other
  const nameAt = (rate, other) =>
    Math.abs(rate - other) < apart ? (rate + other) / 2 + (rate < other ? -apart : apart) / 2 : rate;
  const level = (name, rate, other = -1) =>
    `<path d="M${left} ${y(rate)}h${plotWidth}" stroke="#80838d" stroke-dasharray="3 3"/><text x="${left + plotWidth + 6}" y="${Number(y(nameAt(rate, other))) + 4}">${name} ${Math.round(rate * 100)} %</text>`;
  const mean = curves[0]
    .filter(([step]) => curves.every((curve) => curve.some(([other]) => other === step)))
    .map(([step]) => [step, curves.reduce((sum, curve) => sum + curve.find(([other]) => other === step)[1], 0) / curves.length]);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (rate) =>
      `<path d="M${left} ${y(rate)}h${plotWidth}" stroke="#e8e8ec"/><text x="${left - 6}" y="${Number(y(rate)) + 4}" text-anchor="end">${rate * 100} %</text>`,
  );
  const ticks = [0, last / 2, last].map(
    (step) => `<text x="${x(step)}" y="${height - 14}" text-anchor="middle">${Math.round(step)}</text>`,
  );
  return `<g transform="translate(${right} ${down})">
<text x="${left}" y="20" font-size="13" font-weight="600" fill="#1c2024">${title}: unseen problems solved</text>
${[...grid, ...ticks, level('solver', solver), level('untrained', untrained, random), level('random', random, untrained)].join('\n')}
${curves.map((curve) => `<path d="${path(curve)}" fill="none" stroke="#7fcfb0" stroke-width="1"/>`).join('\n')}
<path d="${path(mean)}" fill="none" stroke="#1a7a5e" stroke-width="2.5"/>
</g>`;
}
