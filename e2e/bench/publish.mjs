// The table of README.md as the app's Benchmark page shows it: `node e2e/bench/publish.mjs` writes it, `--check` only
// says whether it is the one that is kept.
import { readFileSync, writeFileSync } from 'node:fs';

/** What README calls a row, and what the benchmark calls it. @type {Readonly<Record<string, string>>} */
const names = {
  product: 'product-1024',
  'decode, shipped model': 'decode-sprout',
  'decode, 135M shape': 'decode-135m',
  'LoRA step, shipped model': 'step-sprout',
  'LoRA step, 135M shape': 'step-135m',
  'group packing': 'packing-gain',
  'prefix trees': 'prefix-gain',
  'AT-GRPO steps': 'at-grpo-steps-per-minute',
};

const kept = new URL('../../src/features/benchmark/page/published.json', import.meta.url);
const text = `${JSON.stringify(published(readFileSync(new URL('README.md', import.meta.url), 'utf8')))}\n`;
if (!process.argv.includes('--check')) writeFileSync(kept, text);
else if (readFileSync(kept, 'utf8') !== text) {
  console.error('published.json is not what README.md says: node e2e/bench/publish.mjs writes it anew');
  process.exitCode = 1;
}

/** @param {string} readme */
function published(readme) {
  const part = readme.split('\n## ').find((one) => one.startsWith('What came out'));
  const [, machine, date, versions] =
    /\n(.+), the whole table in \d+ minutes \((\d{4}-\d\d-\d\d);\s+(.+?)\)\./s.exec(part ?? '') ?? [];
  if (!part || !machine || !date || !versions)
    throw new Error('README.md says no machine, date and versions of its table');
  const [titles = [], , ...lines] = [...part.matchAll(/^\|(.+)\|$/gm)].map(([, line]) =>
    (line ?? '').split('|').map((cell) => cell.trim().replaceAll('`', '')),
  );
  let label = '';
  const rows = lines.map(([named, shape, ours, ...ratios]) => {
    label = named || label;
    const name = names[label];
    if (!name) throw new Error(`README.md has a row "${label}" of which the benchmark does not know`);
    return { name, label, shape, ours, ratios };
  });
  const peers = titles.slice(3).map((name) => ({
    name,
    version:
      versions
        .split(/,\s+/)
        .find((one) => one.startsWith(`${name} `))
        ?.slice(name.length + 1) ?? '',
  }));
  return { date, machine: machine.replaceAll('\n', ' ').trim(), peers, rows };
}
