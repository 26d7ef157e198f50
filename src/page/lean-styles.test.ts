// The page's styles are built without what Radix writes for components, widths and palettes that the page has none of
// (headless/lean-styles.mjs).
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { absent } from '../headless/lean-styles.mjs';

const src = dirname(dirname(fileURLToPath(import.meta.url)));
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }));
const themes = join(dirname(createRequire(import.meta.url).resolve('@radix-ui/themes/package.json')), 'dist/esm');

/** The text of a module of Radix, and of all modules of Radix that it stands on. */
function withImports(file: string, texts = new Map<string, string>()): readonly string[] {
  if (texts.has(file)) return [];
  const text = readFileSync(file, 'utf8');
  texts.set(file, text);
  for (const [, path = ''] of text.matchAll(/from"(\.[^"]+)"/g)) withImports(join(dirname(file), path), texts);
  return [...texts.values()];
}

const kebab = (name: string) => name.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

test('no property asks for another value at another width: its class would have no rule', () => {
  const found = sources.filter(({ text }) => /=\{\{\s*(initial|xs|sm|md|lg|xl):/.test(text)).map(({ path }) => path);
  expect(found).toEqual([]);
});

test('nothing asks for a look or a place whose styles are left out', () => {
  const asks = /<Grid\b|<[A-Z][\w.]*\b[^<>]*?\s(variant="classic"|(mx|my|trim|grid\w+|inset|top|right|bottom|left)=)/;
  expect(sources.filter(({ text }) => asks.test(text)).map(({ path }) => path)).toEqual([]);
});

test('no component of the page, nor what it stands on, has a class whose styles are left out', () => {
  const named = sources.flatMap(({ text }) =>
    [...text.matchAll(/import \{([^}]*)\} from '@radix-ui\/themes'/g)].flatMap(([, names = '']) => names.split(',')),
  );
  const components = [...new Set(named.map((name) => name.trim()))].filter((name) => /^[A-Z]/.test(name));
  expect(components).toContain('Dialog');
  const classes = components.flatMap((name) =>
    withImports(join(themes, 'components', `${kebab(name)}.js`)).flatMap((text) =>
      [...text.matchAll(/\brt-([A-Z]\w*)/g)].map(([, found = '']) => found),
    ),
  );
  const begins = new RegExp(`^(${absent.join('|')})(?![a-z])`);
  expect([...new Set(classes)].filter((name) => begins.test(name))).toEqual([]);
});

test('no accent is of a palette that is not taken in', () => {
  const theme = readFileSync(join(src, 'page/theme.css'), 'utf8');
  const palettes = [...theme.matchAll(/tokens\/colors\/(\w+)\.css/g)].map(([, name]) => name);
  const asked = sources.flatMap(({ text }) =>
    [...text.matchAll(/(?:color|accentColor)="([a-z]+)"/g)].map(([, a]) => a),
  );
  expect([...new Set(asked)].filter((color) => !palettes.includes(color))).toEqual([]);
});
