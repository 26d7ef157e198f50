// The teams of Maths. Whoever is not the last to speak says what it thinks, an opinion that the state keeps and
// everybody sees in later rounds; the last one's answer is the team's. A tool role lets a program do the sums: calls of
// the world's calculator, or real code.
import type { EnvironmentCard } from '../../environments/environment';
import type { Said } from '../../environments/maths/sheet';
import { codeIn } from '../code';
import type { ProgramRequest, ProgramResult } from '../program-runner';
import type { Role, View } from '../role';
import type { Team, ToolLanguage } from '../team';
import { answerOf, blindPrompt, judgePrompt, reasonerPrompt } from './maths-compact';
import { judgeQuestion, reasonerQuestion, solverQuestion, toolQuestion } from './maths-instruct';

/** Two operations on numbers of three digits, and the end token; unreadable babble is cut off here. */
const callTokens = 24;
/** A number, or a fraction, and the end token. */
const answerTokens = 12;
const codeTokens = 768;
const reasoningTokens = 768;

const fits = ({ kind }: EnvironmentCard) => kind === 'questions';

/** What the role thinks, from the last line of what its program printed. */
function printed({ environment }: View, result: ProgramResult | undefined, by: string): readonly Said[] | undefined {
  const lastLine = result?.output.trimEnd().split('\n').at(-1) ?? '';
  const read = environment.wording.read(lastLine) as readonly Said[] | undefined;
  return read?.length === 0 ? undefined : read?.map(({ answer }) => ({ by, answer }));
}

/** Without the board that worlds of moves hand to their programs: the question is in the program. */
function programAlone(request: ProgramRequest | undefined): ProgramRequest | undefined {
  return request && { language: request.language, source: request.source, seed: request.seed };
}

/** The same of a line of calls. */
function reckoned({ environment, state }: View, text: string, by: string): readonly Said[] | undefined {
  const run = environment.calls.run(state, text, 1);
  return run.readable ? (run.action as readonly Said[]).map(({ answer }) => ({ by, answer })) : undefined;
}

/** What somebody wrote, as the team's answer, or with `by` as an opinion. */
function written({ environment }: View, text: string, by?: string): readonly Said[] | undefined {
  const read = environment.wording.read(text) as readonly Said[] | undefined;
  return read?.map(({ answer }) => (by === undefined ? { answer } : { by, answer }));
}

/** An opinion as the team's answer. */
const decided = (action: unknown): readonly Said[] => (action as readonly Said[]).map(({ answer }) => ({ answer }));

function toolRole(language: ToolLanguage, order: Team['order']): Role {
  const id = 'tool';
  return {
    id,
    name: 'Tool role',
    meaning: 'Writes a small program that computes the answer; the reasoner sees what it came to.',
    answers: 'action',
    alone: decided,
    ...(language === 'calls'
      ? { inCalls: true, read: (view: View, text: string) => reckoned(view, text, id) }
      : {
          program: (view: View, text: string, seed: number) => programAlone(codeIn(language)(view, text, seed)),
          read: (view: View, _: string, result?: ProgramResult) => printed(view, result, id),
        }),
    maxTokens: () => (language === 'calls' ? callTokens : codeTokens),
    prompt: (view) => blindPrompt(view, 'tool'),
    instruct: {
      ask: (view) => toolQuestion(view, language, order),
      maxTokens: () => (language === 'calls' ? 2 * callTokens : codeTokens),
    },
  };
}

const reasonerRole: Role = {
  id: 'reasoner',
  name: 'Reasoner',
  meaning: 'Sees the question and what the program came to, and decides the answer.',
  answers: 'action',
  read: (view, text) => written(view, text),
  maxTokens: () => answerTokens,
  prompt: reasonerPrompt,
  instruct: { ask: reasonerQuestion, maxTokens: () => reasoningTokens },
};

/** In compact words a solver uses the calculator: a tiny model does not do sums. */
function solverRole(id: string, name: string): Role {
  return {
    id,
    name,
    meaning: 'Solves the problem by itself; the judge sees its answer.',
    answers: 'action',
    alone: decided,
    inCalls: true,
    read: (view, text) => reckoned(view, text, id) ?? written(view, text, id),
    maxTokens: () => callTokens,
    prompt: (view) => blindPrompt(view, id),
    instruct: { ask: solverQuestion, maxTokens: () => reasoningTokens },
  };
}

const judgeRole: Role = {
  id: 'judge',
  name: 'Judge',
  meaning: 'Sees what the solvers think and decides the answer; passes where none of them said anything.',
  answers: 'action',
  alone: 'it decides between what others said, and nobody else speaks',
  read: (view, text) => written(view, text),
  maxTokens: () => answerTokens,
  prompt: judgePrompt,
  instruct: { ask: judgeQuestion, maxTokens: () => reasoningTokens },
  passes: ({ earlier }) => earlier.every((heard) => answerOf(heard) === undefined),
};

/** A team in which a tool role can speak any language; in the world's calls as it is listed. */
function withTool(team: Omit<Team, 'roles' | 'fits' | 'speaking'>): Team {
  const speaking = (language: ToolLanguage): Team => ({
    ...team,
    id: language === 'calls' ? team.id : `${team.id}/${language}`,
    roles: [toolRole(language, team.order), reasonerRole],
    fits,
  });
  return { ...speaking('calls'), speaking: { javascript: speaking('javascript'), python: speaking('python') } };
}

export const mathsTeams: readonly Team[] = [
  withTool({
    id: 'maths-tool-and-reasoner',
    name: 'Tool and reasoner',
    sentence: 'One agent writes a program, the other sees what it came to and decides the answer.',
    order: 'sequential',
  }),
  withTool({
    id: 'maths-side-by-side',
    name: 'Tool beside reasoner',
    sentence: 'Both answer at once, one with a program; in the next round each sees what the other said.',
    order: 'parallel',
  }),
  {
    id: 'maths-solvers-and-judge',
    name: 'Two solvers and a judge',
    sentence: 'Two agents solve the problem, each by itself; a third sees both answers and decides.',
    roles: [solverRole('one', 'First solver'), solverRole('two', 'Second solver'), judgeRole],
    order: 'sequential',
    fits,
  },
  {
    id: 'maths-alone',
    name: 'Single agent, maths',
    sentence: 'One agent answers the question.',
    roles: [reasonerRole],
    order: 'sequential',
    fits,
  },
];
