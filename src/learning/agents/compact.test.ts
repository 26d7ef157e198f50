// The shipped model was trained on these very bytes: the prompts of a world it has read do not change.
import { expect, it } from 'vitest';
import { environmentById } from '../environments';
import { worldSeed } from '../environments/splits';
import { planPrompt, toolPrompt } from './compact';
import type { View } from './role';

function viewOf(id: string, program: string): View {
  const environment = environmentById(id);
  const state = environment.start(worldSeed('train', 3), {});
  const run = environment.calls.run(state, program, 12);
  const after = environment.act(state, run.action, 12).state;
  const moves = environment.wording.write(run.action);
  return { environment, state, turn: 2, last: 'moved', earlier: [], proposal: { program, run, moves, after } };
}

it('asks the roles of Sokoban in the words the shipped model has read', () => {
  const board = 'sokoban 2 moved\n@ 2 4 $ 2 3 . 4 2\n----\n#-$@\n--##\n-.##\n';
  const view = viewOf('sokoban', 'push L 1');
  expect(toolPrompt(view)).toBe(`${board}tool:`);
  expect(planPrompt(view)).toBe(`${board}tool:push L 1\n----\n#$@-\n--##\n-.##\nran:L\nplan:`);
  expect(planPrompt(viewOf('sokoban', 'push U 1'))).toContain(
    'tool:push U 1\n----\n#-$@\n--##\n-.##\nran: fail\nplan:',
  );
});

it('asks the roles of Plan-Path in the words the shipped model has read', () => {
  const rows = [
    '--##---#--',
    '##-#------',
    '##---##---',
    '#--#-#----',
    '--#-------',
    '-#--#-##--',
    '----#-@---',
    '---.--#---',
    '----------',
    '-#---#----',
  ];
  const board = `map 2 moved\n@ 6 6 . 7 3\n${rows.join('\n')}\n`;
  const view = viewOf('plan-path', 'path 6 6 7 3');
  expect(toolPrompt(view)).toBe(`${board}tool:`);
  expect(planPrompt(view)).toBe(`${board}tool:path 6 6 7 3\nat 7 3\nran:LDLL\nplan:`);
});
