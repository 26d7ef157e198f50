// `lab python-worlds fetch | list | make NAME`: packages of worlds that other people wrote in Python. What is made is a
// file for `--world`.
import { type Flags, UsageError } from '../../../headless/arguments';
import { headlessSandbox } from '../../../headless/sandbox';
import type { Verb, VerbContext } from '../../../headless/verb';
import { writeWhole } from '../../../headless/whole-file';
import type { ProgramRunner } from '../../../learning/agents/program-runner';
import { images } from '../shared/images';
import { askingSandbox, catalogueOfImage } from '../worker/ask-package';
import { makeWorld } from '../worker/make-world';
import { moduleOfSource } from '../worker/makers';
import { copyWheels, fetchWheels, findImage, missingWheels, readTextFile, wheelsFolder } from './wheels';

export const pythonWorlds: Verb = {
  name: 'python-worlds',
  meaning: 'data sets of reasoning-gym and games of TextArena as worlds: fetch, list, make',
  word: 'do',
  flags: {
    do: {
      value: 'fetch|list|make',
      meaning: 'bring the wheels with pip; list what there is; make a world',
      required: true,
    },
    name: { value: 'NAME', meaning: 'of a data set or game; list takes a part of one' },
    size: { value: 'N', meaning: 'questions or openings (200)' },
    seed: { value: 'N', meaning: 'the seed of the data set, or of the first game (42)' },
    config: { value: 'setting=value', meaning: 'a setting of the data set', many: true },
    ask: {
      value: 'FIELD|TEXT',
      meaning: 'of an entry, in place of the question, for small models: expression, or "? = {expression}"',
    },
    players: { value: '1|2', meaning: 'of a game; the other one plays at random' },
    word: {
      value: 'word=TOLD',
      meaning: 'of a game, for small models: its numbers and these words are all that is told',
      many: true,
    },
    file: { value: 'FILE.py', meaning: 'of make, in place of a name: a class or questions of your own' },
    into: { value: 'FOLDER', meaning: 'of fetch: the wheels there too, for a page that is served beside them' },
    out: { value: 'FILE.world.json', meaning: 'where the world is written' },
  },
  run: async (context) => {
    const what = context.flags.needed('do');
    if (what === 'fetch') return fetching(context);
    if (what !== 'list' && what !== 'make')
      throw new UsageError(`python-worlds does fetch, list and make, got "${what}"`);
    const sandbox = headlessSandbox({ findImage, ...askingSandbox });
    try {
      return what === 'list' ? await listing(context, sandbox) : await making(context, sandbox);
    } finally {
      sandbox.close();
    }
  },
};

async function fetching({ flags, say }: VerbContext): Promise<object> {
  for (const card of images) {
    const missing = await missingWheels(card);
    if (missing.length > 0) await fetchWheels(card);
    say(`${card.name}: ${missing.length === 0 ? 'all wheels are there' : `brought ${missing.join(', ')}`}`);
  }
  say(`in ${wheelsFolder()}`);
  const into = flags.text('into');
  if (into !== undefined) say(`${await copyWheels(into)} wheels in ${into}`);
  return { folder: wheelsFolder() };
}

async function listing({ flags, say }: VerbContext, sandbox: ProgramRunner): Promise<object> {
  const wanted = (flags.text('name') ?? '').toLowerCase();
  const found: object[] = [];
  for (const { id, name: whose } of images) {
    for (const [name, group, sentence] of await catalogueOfImage(sandbox, id)) {
      if (!`${name} ${group} ${sentence}`.toLowerCase().includes(wanted)) continue;
      say(`${whose}  ${name}  ${sentence || group}`);
      found.push({ package: id, name, group, sentence });
    }
  }
  return { found };
}

async function making({ flags, progress, say }: VerbContext, sandbox: ProgramRunner): Promise<object> {
  const out = flags.needed('out');
  if (!out.endsWith('.world.json')) throw new UsageError(`--out ends in .world.json, got ${out}`);
  const wishes = {
    seed: flags.count('seed', 0) ?? 42,
    size: flags.count('size') ?? 200,
    onProgress: (done: number, of: number) => progress.bar('asked', done, of),
  };
  const file = flags.text('file');
  const players = playersFrom(flags);
  const origin =
    file === undefined
      ? { image: players === undefined ? 'reasoning-gym' : 'textarena' }
      : { code: await readTextFile(file) };
  const made = await makeWorld(sandbox, origin, {
    ...wishes,
    name: file === undefined ? flags.needed('name') : undefined,
    players,
    config: configFrom(flags),
    field: flags.text('ask'),
    words: wordsFrom(flags),
  });
  progress.end();
  const module = moduleOfSource(made.source);
  await writeWhole(out, module.source);
  const { source, left } = made;
  const count = source.kind === 'game' ? `${source.openings.length} openings` : `${source.questions.length} questions`;
  say(`${module.card.name}: ${count}${left > 0 ? `; ${left} left out, whose own answers it does not hold right` : ''}`);
  say(
    `Train on it: npm run lab -- train --preset quick --world ${out} --team ${source.kind === 'game' ? `${module.card.id}-team` : 'maths-tool-and-reasoner'} --out FOLDER`,
  );
  return { id: module.card.id, left };
}

function playersFrom(flags: Flags): number | undefined {
  const players = flags.count('players');
  if (players !== undefined && players !== 1 && players !== 2)
    throw new UsageError(`--players is 1 or 2, got ${players}`);
  return players;
}

function wordsFrom(flags: Flags): Readonly<Record<string, string>> | undefined {
  const pairs = flags.all('word').map((wish) => {
    const [, word, told] = /^([a-z]+)=(\S+)$/.exec(wish) ?? [];
    if (word === undefined || told === undefined) throw new UsageError(`--word takes word=TOLD, got "${wish}"`);
    return [word, told] as const;
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

function configFrom(flags: Flags): Record<string, string | number | boolean> {
  return Object.fromEntries(
    flags.all('config').map((wish) => {
      const [, key, value] = /^([a-z_][a-z0-9_]*)=(.*)$/i.exec(wish) ?? [];
      if (key === undefined || value === undefined) throw new UsageError(`--config takes setting=value, got "${wish}"`);
      return [key, settingFrom(value)];
    }),
  );
}

function settingFrom(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
