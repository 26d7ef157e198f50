// The table of arrows between rooms (README.md beside this), enforced over every import: static, dynamic, types,
// workers' addresses. It reads files as text and runs none of them. And so is that only a world's own folder asks which
// world it is.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

/** The parts of the core where learning meets engine and files. */
const lab = ['run', 'models', 'evaluation', 'export'];
const core = ['basics', 'contract', 'learning', 'engine', 'files', ...lab];

/** What each room may import besides itself. A path with a slash allows that part of a room only. A feature's folders
 *  are rooms too ("features: worker" …): besides these arrows they may import their own feature, and no other. */
const arrows: Record<string, readonly string[]> = {
  basics: [],
  contract: ['basics'],
  learning: ['basics', 'contract'],
  engine: ['basics', 'contract'],
  files: ['basics', 'contract'],
  models: ['basics', 'contract', 'learning', 'engine', 'files'],
  evaluation: core,
  export: core,
  run: core,
  workers: ['basics', 'contract', 'learning', 'files', ...lab],
  headless: core,
  // the recorded run that ships with the page is a file like those the page writes
  // and so are levels: text, read where it was dropped
  page: ['basics', 'contract', 'learning', 'files/storage', 'files/formats/run-json', 'run/levels', 'workers'],
  'main.tsx': ['page', 'workers', 'features/page'],
  features: [],
  'features: shared': ['basics', 'contract', 'learning'],
  'features: worker': [...core, 'workers'],
  'features: cli': [...core, 'headless'],
  'features: page': ['basics', 'contract', 'learning', 'files/storage', 'page', 'workers'],
};

/** Allowed as `import type` only: the plain data that travels between page and trainer, and what lies in the storage
 *  both read. */
const typeArrows: Record<string, readonly string[]> = {
  page: ['run/trainer-api', 'run/run-store', 'run/team-player'],
  features: ['page/features', 'run/worker-feature', 'headless/cli-feature'],
  'features: page': ['run/trainer-api', 'run/run-store', 'run/team-player', 'files'],
};

/** Where a program begins, it takes what the features offer. */
const entries: Record<string, string> = {
  'headless/lab.ts': 'features/cli',
  'headless/run-words.fixture.ts': 'features/cli',
  'page/harness/harness.tsx': 'features/page',
  'workers/trainer.worker.ts': 'features/worker',
  'workers/rollout.worker.ts': 'features/worker',
  'features/onnx/worker/onnx-engine.worker.ts': 'features/worker',
};

/** Packages that belong to certain rooms; tests and `headless` may use Node's own modules. */
const guardedPackages: Record<string, readonly string[]> = {
  comlink: ['workers', 'features: worker'],
  idb: ['files/storage'],
  webgpu: ['headless', 'features: cli'],
  bullmq: ['features: cli'],
  ioredis: ['features: cli'],
  react: ['page', 'main.tsx', 'features: page'],
  'react-dom': ['page', 'main.tsx'],
  zustand: ['page', 'main.tsx', 'features: page'],
  '@radix-ui/themes': ['page', 'main.tsx', 'features: page'],
  'node:': ['headless', 'features: cli'],
};

/** Contract and learning are handed their chance and their time; these would bring their own. */
const ownChanceOrTime = /\bMath\.random\b|\bDate\b|\bperformance\s*\.|\bcrypto\s*\.|\bset(?:Timeout|Interval)\b/;

interface Import {
  /** Path below src, with its ending; or a package's name. */
  readonly target: string;
  readonly isPackage: boolean;
  readonly isType: boolean;
  /** A worker's address is an arrow, but no import: it cannot close a cycle. */
  readonly isAddress: boolean;
}

interface Source {
  readonly path: string;
  readonly room: string;
  readonly isTest: boolean;
  readonly code: string;
  readonly imports: readonly Import[];
}

const src = dirname(fileURLToPath(import.meta.url));
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && statSync(join(src, path)).isFile())
  .map(readSource);

const worlds = 'learning/environments';
/** Worlds are folders; some folders beside them are none, which does no harm. */
const worldIds = readdirSync(join(src, worlds), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);
const worldId = `['"\`](?:${worldIds.join('|')})(?:/[^'"\`]*)?['"\`]`;
/** A world's id, or that of one on a set, compared with anything. Tables by id are no conditions. */
const askedForWorld = new RegExp(
  `[=!]==?\\s*${worldId}|${worldId}\\s*[=!]==?|\\b(?:startsWith|endsWith|includes)\\(\\s*${worldId}|\\bcase\\s+${worldId}`,
);

describe('arrows between rooms', () => {
  it('sees the project', () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.flatMap((source) => source.imports).length).toBeGreaterThan(50);
  });

  it('follow the table', () => {
    expect(
      productSources().flatMap((source) =>
        source.imports.filter((one) => !isAllowed(source, one)).map((one) => arrow(source, one)),
      ),
    ).toEqual([]);
  });

  it('lead to files that exist', () => {
    const missing = sources.flatMap((source) =>
      source.imports
        .filter((one) => !one.isPackage && !existsSync(join(src, one.target)))
        .map((one) => arrow(source, one)),
    );
    expect(missing).toEqual([]);
  });

  it('never form a cycle, not even inside a room', () => {
    expect(findCycle()).toEqual([]);
  });

  it('keep guarded packages in their rooms', () => {
    const strays = productSources().flatMap((source) =>
      source.imports
        .filter((one) => one.isPackage && !mayUsePackage(source, one.target))
        .map((one) => arrow(source, one)),
    );
    expect(strays).toEqual([]);
  });

  it('leave learning without a clock or chance of its own', () => {
    const inside = productSources().filter((source) => ['basics', 'contract', 'learning'].includes(source.room));
    expect(linesWith(ownChanceOrTime, inside)).toEqual([]);
  });
});

describe('worlds', () => {
  it('are known by their folders', () => {
    expect(worldIds).toEqual(expect.arrayContaining(['sokoban', 'plan-path', 'maths', 'code']));
    const asks = [
      "id === 'maths'",
      'x !== "code/apps"',
      "id.startsWith('plan-path/')",
      "case 'sudoku':",
      "'code' == world",
    ];
    for (const asking of asks) expect(asking).toMatch(askedForWorld);
    for (const table of ["{ 'plan-path': 1 }", "presetById('sokoban')", "kind === 'tasks'", "id === 'sokoban-hard'"])
      expect(table).not.toMatch(askedForWorld);
  });

  it('are told apart by what they say of themselves, never by their ids', () => {
    const outside = productSources().filter(({ path }) => !isInside(path, worlds));
    expect(linesWith(askedForWorld, outside)).toEqual([]);
  });
});

/** "room/file.ts:12  the line" */
function linesWith(pattern: RegExp, among: readonly Source[]) {
  return among
    .flatMap((source) => source.code.split('\n').map((line, index) => ({ where: `${source.path}:${index + 1}`, line })))
    .filter(({ line }) => pattern.test(line))
    .map(({ where, line }) => `${where}  ${line.trim()}`);
}

function productSources() {
  return sources.filter((source) => !source.isTest);
}

function arrow(source: Source, one: Import) {
  return `${source.path} → ${one.target}`;
}

function isAllowed(source: Source, one: Import) {
  const feature = featureOf(source.path);
  if (one.isPackage || isInside(one.target, entries[source.path] ?? source.path)) return true;
  if (feature ? featureOf(one.target) === feature : roomOf(one.target) === source.room) return true;
  const allowed = [...(arrows[source.room] ?? []), ...(one.isType ? (typeArrows[source.room] ?? []) : [])];
  return allowed.some((place) => isInside(one.target, place));
}

function mayUsePackage(source: Source, name: string) {
  const guard = Object.keys(guardedPackages).find((guarded) =>
    guarded.endsWith(':') ? name.startsWith(guarded) : name === guarded || name.startsWith(`${guarded}/`),
  );
  return (
    guard === undefined ||
    (guardedPackages[guard] ?? []).some((place) => isInside(source.path, place) || place === source.room)
  );
}

/** "page/parts/board.tsx" is inside "page" and "page/parts"; "run/trainer-api.ts" is inside "run/trainer-api". */
function isInside(path: string, place: string) {
  return path === place || path.startsWith(`${place}/`) || path.startsWith(`${place}.`);
}

function roomOf(path: string) {
  const [room = path, , part] = path.split('/');
  if (featureOf(path) === undefined) return room;
  return `features: ${part === 'formats' || part === 'hub' ? 'worker' : part}`;
}

function featureOf(path: string) {
  return /^features\/([^/]+)\//.exec(path)?.[1];
}

/** The first cycle of imports, as the files on it; empty where there is none. */
function findCycle(): readonly string[] {
  const importsOf = new Map(
    sources.map((source) => [source.path, source.imports.filter((one) => !one.isPackage && !one.isAddress)]),
  );
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): readonly string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const { target } of importsOf.get(path) ?? []) {
      const cycle = visit(target, [...trail, path]);
      if (cycle.length > 0) return cycle;
    }
    done.add(path);
    return [];
  };
  for (const { path } of sources) {
    const cycle = visit(path, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

function readSource(path: string): Source {
  const text = readFileSync(join(src, path), 'utf8');
  const { module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const code = comments.reduce(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(start, end).replace(/\S/g, ' ') + rest.slice(end),
    text,
  );
  const found: { name: string; isType: boolean; isAddress: boolean }[] = [];
  for (const { moduleRequest, entries } of module.staticImports)
    found.push({
      name: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
      isAddress: false,
    });
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) found.push({ name: moduleRequest.value, isType, isAddress: false });
  for (const match of code.matchAll(/(typeof\s+|:\s*)?\bimport\(\s*(['"`])(.+?)\2/g))
    found.push({ name: match[3] ?? '', isType: match[1] !== undefined, isAddress: false });
  for (const match of code.matchAll(/new URL\(\s*(['"])(\.[^'"]+\.tsx?)\1\s*,\s*import\.meta\.url/g))
    found.push({ name: match[2] ?? '', isType: false, isAddress: true });
  const imports = found
    .filter((one) => !one.name.startsWith('virtual:'))
    .map(({ name, ...rest }) => ({ ...resolve(path, name), ...rest }));
  return { path, room: roomOf(path), isTest: /\.(test|gpu\.test|test-data|fixture)\.tsx?$/.test(path), code, imports };
}

function resolve(from: string, name: string): { target: string; isPackage: boolean } {
  if (!name.startsWith('.')) return { target: name, isPackage: true };
  const bare = relative(src, join(src, dirname(from), name.split('?')[0] ?? name));
  const endings = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'];
  const ending = endings.find((one) => existsSync(join(src, bare + one)) && statSync(join(src, bare + one)).isFile());
  return { target: bare + (ending ?? ''), isPackage: false };
}
