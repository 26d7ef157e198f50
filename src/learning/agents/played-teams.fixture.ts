// Every listed team on every listed world it plays, and answers for its roles without a model: what the contract tests
// of the teams play with. It knows no role by name: of the answers that a state allows it takes the first that the
// role's own reader reads.
import { present } from '../../basics/check';
import { settingsFrom } from '../config/run-config';
import { environments } from '../environments';
import { writeSubmissions } from '../environments/code/wording';
import type { CodeState } from '../environments/code/workbench';
import type { Environment } from '../environments/environment';
import { letterTokens } from '../language/letter-tokens.fixture';
import { playWorlds } from '../rollouts/play';
import type { PlayedWorld, PlaySettings } from '../rollouts/play-settings';
import { scriptedSampler } from '../rollouts/scripted-sampler.fixture';
import { teams } from '.';
import type { ProgramRequest, ProgramResult } from './program-runner';
import { graderPrograms, programOf, readAnswer, type Trial, tryAnswer } from './reading';
import type { Role, View } from './role';
import { fits, type Team, type ToolLanguage } from './team';

export const moveBudget = 12;

/** No world's words, no program, no call. */
export const junk = [
  '?',
  '☃ 漢字 😀',
  '\u0000\u0007',
  '\ud800',
  '<|im_start|>assistant',
  '((((',
  '```',
  'lorem ipsum '.repeat(5000),
  '?!'.repeat(20_000),
];

/** Runs one program at once. */
export type RunNow = (request: ProgramRequest) => ProgramResult;

export interface Pair {
  readonly name: string;
  /** As the list names it. */
  readonly id: string;
  readonly language: ToolLanguage;
  readonly team: Team;
  readonly environment: Environment;
}

const everyTeam = teams.flatMap((listed) => [
  { id: listed.id, language: 'calls' as ToolLanguage, team: listed },
  ...Object.entries(listed.speaking ?? {}).map(([language, team]) => ({
    id: listed.id,
    language: language as ToolLanguage,
    team,
  })),
]);

export const pairs: readonly Pair[] = everyTeam.flatMap((spoken) =>
  environments
    .filter(({ card }) => fits(spoken.team, card))
    .map((environment) => ({ ...spoken, environment, name: `${spoken.team.id} on ${environment.card.id}` })),
);

/** What a program that does nothing but print one text comes to, in any language; undefined of others. */
export function printedBy({ source }: ProgramRequest): ProgramResult | undefined {
  const [, text] = /^(?:console\.log|print)\(("(?:[^"\\]|\\.)*")\)$/.exec(source) ?? [];
  return text === undefined ? undefined : { end: 'finished', output: `${JSON.parse(text)}\n`, why: 'finished' };
}

/** An answer, read and tried, with all that has to be run for that. */
export function tried(role: Role, view: View, text: string, run: RunNow): Trial {
  const answer = { role, view, text, stop: 'end', moveBudget, programSeed: 1 } as const;
  const [program] = programOf(answer);
  const read = readAnswer(answer, program, program && run(program));
  return tryAnswer(read, graderPrograms(read).map(run));
}

/** "good": the best that the world knows. "weak": something else that the rules allow, after which there is still
 *  something to do where there is such a thing. */
export type Worth = 'good' | 'weak';

/** What the role might say here. Throws where nothing that the world's words offer is read: its kind of answer is then
 *  missing below. */
export function answerFor(worth: Worth, role: Role, view: View, run: RunNow): string {
  const found =
    (worth === 'weak' ? openAnswer(role, view, run) : undefined) ?? answerThat(() => true, worth, role, view, run);
  return present(found, `the role "${role.id}" reads none of the answers tried: add one of its kind`);
}

/** A weak answer after which there is still something to do; undefined where any answer ends the problem. */
export function openAnswer(role: Role, view: View, run: RunNow): string | undefined {
  return answerThat(({ outcome }) => !outcome.done, 'weak', role, view, run);
}

function answerThat(
  fits: (trial: Trial) => boolean,
  worth: Worth,
  role: Role,
  view: View,
  run: RunNow,
): string | undefined {
  return candidates(worth, view).find((text) => {
    const trial = tried(role, view, text, run);
    return trial.readable && trial.moves !== '' && fits(trial);
  });
}

function candidates(worth: Worth, { environment, state }: View): string[] {
  const { calls, wording } = environment;
  const best = calls.best(state);
  const solution = environment.solve(state) as readonly unknown[] | undefined;
  const good = worth === 'good';
  const asCalls = good ? (best === undefined ? [] : [best]) : calls.possible(state).filter((call) => call !== best);
  const actions = good ? [solution?.slice(0, moveBudget) ?? []] : environment.legal(state);
  const words = actions.map((action) => wording.write(action));
  const programs = words
    .filter((text) => !text.includes('```'))
    .flatMap((text) => ['console.log', 'print'].map((print) => `${print}(${JSON.stringify(text)})`));
  return [...asCalls, ...words, ...programs, ...testsOf(worth, state)];
}

/** The examples of a task as tests, right ones or with a wrong result. */
function testsOf(worth: Worth, state: unknown): string[] {
  const tests = (state as Partial<CodeState>).problem?.examples;
  if (!tests) return [];
  const good = worth === 'good';
  if (tests.kind === 'stdin')
    return [
      writeSubmissions([
        { kind: 'stdin-tests', cases: tests.cases.map((one) => (good ? one : { ...one, stdout: '?' })) },
      ]),
    ];
  return [
    writeSubmissions([{ kind: 'call-tests', cases: tests.cases.map((one) => (good ? one : { ...one, result: '?' })) }]),
  ];
}

/** A role that was asked, and what it was shown. */
export interface Asked {
  readonly role: Role;
  readonly view: View;
}

/** What is said to a question. */
export type Speech = (asked: Asked & { readonly branch: number }) => string;

export interface Playing {
  readonly speech: Speech;
  readonly run: RunNow;
  readonly seeds: readonly number[];
  readonly changes?: Partial<PlaySettings>;
}

/** Plays; `asked`: every question, once. */
export async function playPair({ team, environment }: Pair, { speech, run, seeds, changes = {} }: Playing) {
  const asked = new Map<string, Asked>();
  const sampler = scriptedSampler(letterTokens, ({ prompt, policy, branch }) =>
    speech({ ...present(asked.get(`${policy} ${prompt}`), 'a question is asked by a role'), branch }),
  );
  const settings: PlaySettings = {
    environment,
    environmentSettings: {},
    team: watched(team, (prompt, one) => asked.set(`${one.role.id} ${prompt}`, one)),
    policies: {},
    tokenizer: letterTokens,
    wording: 'compact',
    weights: settingsFrom({}),
    branches: 2,
    turns: 2,
    moveBudget,
    temperature: 1,
    sampling: Object.fromEntries(team.roles.map(({ id }) => [id, { maxTokens: 4096 }])),
    pickRule: 'first',
    stream: 1,
    ...changes,
  };
  const runner = { run: async (requests: readonly ProgramRequest[]) => requests.map(run) };
  const worlds: PlayedWorld[] = await playWorlds(settings, seeds, sampler, { runner });
  return { worlds, asked: [...asked.values()] };
}

/** The same team; each prompt is told with what it was made from. */
function watched(team: Team, tell: (prompt: string, asked: Asked) => void): Team {
  const roles = team.roles.map(
    (role): Role => ({
      ...role,
      prompt: (view) => {
        const prompt = role.prompt(view);
        tell(prompt, { role, view });
        return prompt;
      },
      instruct: {
        ...role.instruct,
        ask: (view, budget) => {
          const messages = role.instruct.ask(view, budget);
          tell(letterTokens.chat?.(messages) ?? '', { role, view });
          return messages;
        },
      },
    }),
  );
  return { ...team, roles };
}
