// The planning teams as specifications: what the editor begins with. Their prompts are those of planning.ts, letter by
// letter.
import type { RoleSpec, TeamSpec } from '../team-spec';

const compactBoard = '{title} {turn} {last}\n{places}\n{board}\n{notes}\n';
const instructWorld = '{title}: {sentence} On the board: {symbols}.\n\n';
const instructBoard = 'Turn {turn}.{if last} {last}{end} The board:\n{board}\n\n';

export const toolSpec: RoleSpec = {
  id: 'tool',
  name: 'Tool role',
  meaning: 'Writes a small program; it runs on a copy of the board and its moves are the proposal.',
  answers: 'program',
  language: 'calls',
  sees: ['board', 'last'],
  compact: `${compactBoard}tool:`,
  instruct: {
    system:
      `${instructWorld}You are the first of two agents. You write a tiny program; it is run on a copy of the board, and the second agent sees ` +
      'what it does and then decides the moves.\n\nThese calls exist:\n{calls}\n\nSeparate calls with ";". All calls together make at most ' +
      '{budget} moves.\n\nAnswer with the program alone: one line, no explanation.',
    user: `${instructBoard}The program:`,
  },
  longest: { compact: 18, instruct: 40 },
  passes: 'never',
};

export const planSpec: RoleSpec = {
  id: 'plan',
  name: 'Plan role',
  meaning: 'Sees the board and the proposal, and decides the moves that are really made.',
  answers: 'action',
  language: 'calls',
  sees: ['board', 'last', 'proposal', 'output'],
  compact: `${compactBoard}{if proposal}\ntool:{proposal}\n{end}\nplan:`,
  instruct: {
    system:
      `${instructWorld}{if proposal}You are the second of two agents. The first wrote a program that was run on a copy of the board: you see it and ` +
      'what came of it, and decide the moves that are really made.{else}You decide the moves.{end}\n\nMoves are {format}. At most {budget} are ' +
      'made.\n\nAnswer with the moves alone: one line, no explanation.',
    user: `${instructBoard}{if proposal}\n{proposal}\n\n{end}\nThe moves:`,
  },
  longest: { compact: 'moves', instruct: 'moves' },
  passes: 'never',
};

export const toolAndPlanSpec: TeamSpec = {
  id: 'tool-and-plan',
  name: 'Tool and plan',
  sentence: 'One agent proposes with a program, the other decides the moves.',
  order: 'sequential',
  roles: [toolSpec, planSpec],
};

export const planAloneSpec: TeamSpec = {
  id: 'plan-alone',
  name: 'Single agent',
  sentence: 'One agent sees the board and decides the moves.',
  order: 'sequential',
  roles: [planSpec],
};
