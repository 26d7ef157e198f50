// One contract for every listed team on every listed world it plays: what its roles are told, what of it is nobody's
// business, and what becomes of their answers. contract-in-play.test.ts holds it to the turns,
// contract-in-training.test.ts to a whole step.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runHere } from '../../headless/run-here.fixture';
import { rewardOf } from '../algorithm/rewards';
import { settingsFrom } from '../config/run-config';
import { environments } from '../environments';
import type { CodeState } from '../environments/code/workbench';
import type { MathsState } from '../environments/maths/sheet';
import { worldSeed } from '../environments/splits';
import type { PlayedWorld } from '../rollouts/play-settings';
import { drawn } from './instruct';
import {
  type Asked,
  answerFor,
  junk,
  moveBudget,
  openAnswer,
  pairs,
  playPair,
  printedBy,
  type RunNow,
  tried,
  type Worth,
} from './played-teams.fixture';
import type { Role, View, Wording } from './role';

const settings = settingsFrom({});
const run: RunNow = (request) => printedBy(request) ?? runHere(request);
const wordings: readonly Wording[] = ['compact', 'instruct'];
const seeds = (['train', 'validation', 'test'] as const).map((split) => worldSeed(split, 3));

/** The state as it would be if what is hidden in it were something else. */
const otherwise: Readonly<Record<string, (state: unknown) => unknown>> = {
  maths: (state) => ({ ...(state as MathsState), answer: '987654', way: 'add 987653 1' }),
  code: (state) => {
    const { problem, ...rest } = state as CodeState;
    const other = '987654';
    const tests =
      problem.tests.kind === 'stdin'
        ? { ...problem.tests, cases: problem.tests.cases.slice(0, 2).map((one) => ({ ...one, stdout: other })) }
        : { ...problem.tests, cases: problem.tests.cases.slice(0, 2).map((one) => ({ ...one, result: other })) };
    const solutions = [{ language: 'javascript', source: 'let nothing' }];
    return { ...rest, problem: { ...problem, tests, solutions, mutants: [] } };
  },
};

/** Roles that are told in words what others are shown drawn: the teams' own tests hold the words to the board. */
const toldInWords = new Set(['shown-one-walk, guide']);

/** What every role has to be told of a state. */
function essentials({ environment, state }: View, isDrawn: boolean): Record<Wording, readonly string[]> {
  const { card, wording } = environment;
  if (card.id === 'maths') return both((state as MathsState).question);
  if (card.id === 'code') return both((state as CodeState).problem.statement.trim());
  const shown = wording.describe(state).trimEnd().split('\n');
  const rows = card.pictured ? shown : isDrawn ? environment.picture(state).map((row) => drawn([row])) : [];
  return {
    compact: shown,
    instruct: [card.sentence, `${moveBudget}`, ...rows, ...Object.values(card.symbols).map(({ name }) => name)],
  };
}

function both(text: string): Record<Wording, readonly string[]> {
  return { compact: [text], instruct: [text] };
}

const wordsOf = (role: Role, view: View): Record<Wording, string> => ({
  compact: role.prompt(view),
  instruct: role.instruct
    .ask(view, moveBudget)
    .map(({ content }) => content)
    .join('\n'),
});

describe.each(pairs.map((pair) => [pair.name, pair] as const))('%s', (_, pair) => {
  const { environment, team } = pair;
  const { id } = environment.card;
  let views: Promise<readonly Asked[]> | undefined;
  /** What roles see in play: on problems of all splits, in a turn in which only the last one helps, and in a good one
   *  after it. */
  const everyView = () => {
    const last = team.roles.at(-1)?.id;
    views ??= playPair(pair, {
      run,
      seeds,
      speech: ({ role, view }) => {
        if (view.turn > 1) return answerFor('good', role, view, run);
        return (role.id === last ? openAnswer(role, view, run) : undefined) ?? '?';
      },
    }).then(({ asked }) => asked);
    return views;
  };

  it('prompts say what there is to know, in both wordings, and are the same again for the same view', async () => {
    const asked = await everyView();
    expect(new Set(asked.map(({ role }) => role.id))).toEqual(new Set(team.roles.map((role) => role.id)));
    expect(new Set(asked.map(({ view }) => view.turn))).toEqual(new Set([1, 2]));
    for (const { role, view } of asked) {
      const words = wordsOf(role, view);
      const needed = essentials(view, !toldInWords.has(`${team.id}, ${role.id}`));
      for (const wording of wordings)
        for (const text of needed[wording]) expect(words[wording], `${role.id}, ${wording}`).toContain(text);
      expect(words.compact.startsWith(`${environment.wording.title} ${view.turn}`)).toBe(true);
      const messages = role.instruct.ask(view, moveBudget);
      for (const { content } of messages) expect(content.trim()).not.toBe('');
      expect(messages.at(0)?.role).toBe('system');
      expect(messages.at(-1)?.role).toBe('user');
      expect(wordsOf(role, { ...view, state: JSON.parse(JSON.stringify(view.state)) })).toEqual(words);
    }
  });

  it('roles are told apart by their compact prompts, so that one policy can speak for all', async () => {
    for (const { view } of await everyView())
      expect(new Set(team.roles.map((role) => role.prompt(view))).size).toBe(team.roles.length);
  });

  it('who is alone is told of nobody else', async () => {
    if (team.roles.length > 1) return;
    for (const { role, view } of await everyView())
      expect(wordsOf(role, view).instruct).not.toMatch(/(another|second|other|two) agents?\b/i);
  });

  it('V8: what is hidden is in no prompt and ends no problem, whatever is said: nobody can tell who was right', async () => {
    const hide = otherwise[id];
    if (!hide) return;
    const anyWorth = fc.constantFrom<(Worth | '?')[]>('good', 'weak', '?');
    const anyTalk = fc.array(anyWorth, { minLength: 3 * team.roles.length, maxLength: 3 * team.roles.length });
    await fc.assert(
      fc.asyncProperty(
        anyTalk,
        fc.constantFrom(...wordings),
        fc.constantFrom(...seeds),
        async (talk, wording, seed) => {
          const said = new Map<string, string>();
          const speech = ({ role, view }: Asked) => {
            const key = `${role.id} ${view.turn}`;
            const worth = talk[3 * team.roles.findIndex(({ id: one }) => one === role.id) + view.turn - 1] ?? '?';
            const isOver = environment.legal(view.state).length === 0; // by who spoke before in this turn (G4)
            const text = said.get(key) ?? (worth === '?' || isOver ? '?' : answerFor(worth, role, view, run));
            said.set(key, text);
            return text;
          };
          const playing = { run, speech, seeds: [seed], changes: { wording, turns: 3 } };
          const start = (of: number) => hide(environment.start(of, {}));
          const [one] = (await playPair(pair, playing)).worlds as [PlayedWorld];
          const [other] = (await playPair({ ...pair, environment: { ...environment, start } }, playing)).worlds as [
            PlayedWorld,
          ];
          const prompts = ({ groups }: PlayedWorld) => groups.map(({ prompt }) => prompt);
          expect(prompts(other), `${wording}, ${talk}`).toEqual(prompts(one));
        },
      ),
      { numRuns: 12 },
    );
  });

  it('a Sudoku’s solution is in no prompt', async () => {
    for (const { role, view } of id === 'sudoku' ? await everyView() : []) {
      if (view.turn > 1 || view.proposal) continue;
      const solution = environment.solve(view.state);
      const solved = environment.act(view.state, solution, 100).state;
      for (const text of Object.values(wordsOf(role, view))) {
        expect(text).not.toContain(environment.wording.write(solution));
        expect(text).not.toContain(environment.wording.describe(solved).trim());
        expect(text).not.toContain(drawn(environment.picture(solved)));
      }
    }
  });

  /** W5: no format, nothing gained, nothing changed; what remains is the team's share, which was there before. */
  const expectNothing = (role: Role, view: View, text: string) => {
    const trial = tried(role, view, text, run);
    const { terms, state, solved } = trial.outcome;
    const named = `${role.id}: ${text.slice(0, 40)}`;
    expect(trial, named).toMatchObject({ readable: false, format: 0, moves: '' });
    expect(terms, named).toMatchObject({ legal: 0, progress: 0 });
    expect(state, named).toEqual(view.state);
    const idle = environment.act(view.state, environment.wording.read(''), moveBudget).terms.team;
    expect(rewardOf(settings, { ...terms, format: trial.format }, solved), named).toBeCloseTo(
      settings.alpha * idle,
      12,
    );
  };
  const firstOfEach = async () => {
    const asked = await everyView();
    return team.roles.map(({ id: of }) => asked.find(({ role }) => role.id === of) as Asked);
  };

  it('W5: junk is unreadable, gains nothing, changes nothing and never throws', async () => {
    for (const { role, view } of await firstOfEach()) for (const text of junk) expectNothing(role, view, text);
  });

  it('W5: so are another world’s words, where they say nothing here', async () => {
    const foreign = environments
      .filter(({ card }) => card.id !== id)
      .flatMap((other) => {
        const state = other.start(worldSeed('train', 1), {});
        return [other.calls.best(state) ?? '?', other.wording.write(other.solve(state))];
      });
    for (const { role, view } of await firstOfEach()) {
      const unread = foreign.filter((text) => !tried(role, view, text, run).readable);
      expect(unread.length, role.id).toBeGreaterThan(2);
      for (const text of unread) expectNothing(role, view, text);
    }
  });

  it('W1 W5: whatever is said, terms lie in [0, 1], and what cannot be read is worth nothing', async () => {
    const asked = await firstOfEach();
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(...'UDLR 0123456789;/{}[]`\\\n-<>?abc'), maxLength: 40 }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { role, view } of asked) {
          const { readable, format, outcome } = tried(role, view, text, run);
          if (!readable) expectNothing(role, view, text);
          const { team: ofTeam, legal, progress } = outcome.terms;
          for (const term of [ofTeam, legal, progress, format]) expect(term >= 0 && term <= 1).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });
});
