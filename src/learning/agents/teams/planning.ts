// The teams of the planning worlds. The tool role answers with a small program in the world's calls language; the
// program runs; the plan role sees the board, the program, its output and what the board would become, and gives the
// moves. Only it changes the world.

import { readCalls } from '../alone';
import { codeIn } from '../code';
import { planPrompt, toolPrompt } from '../compact';
import { codeQuestion, planQuestion, toolActsQuestion, toolQuestion } from '../instruct';
import type { ProgramLanguage } from '../program-runner';
import type { Role } from '../role';
import type { Team } from '../team';

/** Three calls of up to five tokens, separated, and the end token; unreadable babble is cut off here. */
const programTokens = 18;
/** The same in the vocabulary of a language model, which may take each letter and digit by itself. */
const instructProgramTokens = 40;
/** A loop over the board with a few cases, as language models write it. */
const codeTokens = 512;

export const toolRole: Role = {
  id: 'tool',
  name: 'Tool role',
  meaning: 'Writes a small program; it runs on a copy of the board and its moves are the proposal.',
  answers: 'program',
  maxTokens: () => programTokens,
  prompt: toolPrompt,
  instruct: { ask: toolQuestion, maxTokens: () => instructProgramTokens },
};

export const planRole: Role = {
  id: 'plan',
  name: 'Plan role',
  meaning: 'Sees the board and the proposal, and decides the moves that are really made.',
  answers: 'action',
  maxTokens: (symbols) => symbols + 2,
  prompt: planPrompt,
  // each with a separator, and the end
  instruct: { ask: planQuestion, maxTokens: (symbols) => 2 * symbols + 2 },
};

/** The tool role in real code. */
export function codingToolRole(language: ProgramLanguage): Role {
  return {
    ...toolRole,
    program: codeIn(language),
    maxTokens: () => codeTokens,
    instruct: { ask: (view, moveBudget) => codeQuestion(language, view, moveBudget), maxTokens: () => codeTokens },
  };
}

const calling: Team = {
  id: 'tool-and-plan',
  name: 'Tool and plan',
  sentence: 'One agent proposes with a program, the other decides the moves.',
  roles: [toolRole, planRole],
  order: 'sequential',
};

function coding(language: ProgramLanguage): Team {
  return { ...calling, id: `${calling.id}/${language}`, roles: [codingToolRole(language), planRole] };
}

export const toolAndPlan: Team = {
  ...calling,
  speaking: { javascript: coding('javascript'), python: coding('python') },
};

/** The tool role when nobody comes after it: the moves that its program makes are really made. */
export const toolActs: Role = {
  ...toolRole,
  meaning: 'Writes a small program; the moves that it makes are really made.',
  answers: 'action',
  read: readCalls,
  instruct: { ...toolRole.instruct, ask: toolActsQuestion },
};

export const toolAlone: Team = {
  id: 'tool-alone',
  name: 'Tool agent alone',
  sentence: 'One agent writes a program, and its moves are made.',
  roles: [toolActs],
  order: 'sequential',
};

export const planAlone: Team = {
  id: 'plan-alone',
  name: 'Single agent',
  sentence: 'One agent sees the board and decides the moves.',
  roles: [planRole],
  order: 'sequential',
};
