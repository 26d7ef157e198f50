import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../config/run-config';
import { environments } from '../environments';
import { worldSeed } from '../environments/splits';
import { tokenizerFrom } from '../language/tokenizer';
import { playWorlds } from '../rollouts/play';
import type { PlaySettings } from '../rollouts/play-settings';
import { scriptedSampler } from '../rollouts/scripted-sampler.fixture';
import { readAnswer, tryAnswer } from './reading';
import type { Role, View } from './role';
import { fits } from './team';
import { planRole, toolAndPlan, toolRole } from './teams/planning';

const moveBudget = 12;

const playable = environments.filter(({ card }) => fits(toolAndPlan, card));

describe.each(playable.map((environment) => [environment.card.id, environment] as const))(
  'the instruct wording of %s',
  (_, environment) => {
    const settings = Object.fromEntries(
      Object.entries(environment.card.knobs).map(([name, knob]) => [name, knob.default]),
    );
    const state = environment.start(worldSeed('train', 3), settings);
    const view: View = { environment, state, turn: 2, last: 'still', earlier: [] };
    const asked = (role: Role, seen: View) =>
      role.instruct
        .ask(seen, moveBudget)
        .map(({ content }) => content)
        .join('\n');
    const answered = (role: Role, text: string) =>
      tryAnswer(readAnswer({ role, view, text, stop: 'end', moveBudget, programSeed: 0 }));

    it('shows the board, says what its symbols mean, the budget, and that the last answer did nothing', () => {
      for (const role of [toolRole, planRole]) {
        const words = asked(role, view);
        expect(words).toContain(environment.card.sentence);
        expect(words).toMatch(new RegExp(`at most ${moveBudget}`, 'i'));
        expect(words).toContain('changed nothing');
        for (const { name } of Object.values(environment.card.symbols)) expect(words).toContain(name);
        for (const row of environment.picture(state))
          expect(words).toContain([...row].map((symbol) => (symbol === ' ' ? '-' : symbol)).join(' '));
      }
    });

    it('explains every call to the tool role', () => {
      for (const line of environment.calls.help) expect(asked(toolRole, view)).toContain(line);
    });

    it('shows the plan role the program, its moves and the board it would lead to', () => {
      const { proposal } = answered(toolRole, environment.calls.best(state) ?? '');
      const words = asked(planRole, { ...view, proposal: proposal! });
      expect(words).toContain(`The program: ${environment.calls.best(state)}`);
      expect(words).toContain(`It makes the moves ${proposal!.moves}`);
      expect(asked(planRole, view)).not.toContain('program');
    });

    it('asks for what the one reader reads', () => {
      const solution = environment.wording.write((environment.solve(state) as unknown[]).slice(0, moveBudget));
      expect(answered(planRole, ` ${solution}\n`)).toMatchObject({ readable: true, moves: solution });
      expect(answered(toolRole, `${environment.calls.best(state)}\n`).readable).toBe(true);
    });
  },
);

it('is what roles are asked in when a run says so', async () => {
  const json = JSON.parse(readFileSync(new URL('../../../models/sprout/tokenizer.json', import.meta.url), 'utf8'));
  const chatTemplate = '{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}<assistant>';
  const promptsWith = async (tokenizer: PlaySettings['tokenizer'], wording: PlaySettings['wording']) => {
    const settings: PlaySettings = {
      environment: environments[0]!,
      environmentSettings: { size: 6, boxes: 1 },
      team: toolAndPlan,
      policies: { tool: 'tool', plan: 'plan' },
      tokenizer,
      wording,
      weights: settingsFrom({}),
      branches: 2,
      turns: 1,
      moveBudget,
      temperature: 1,
      pickRule: 'best',
      stream: 1,
    };
    const [world] = await playWorlds(
      settings,
      [worldSeed('train', 1)],
      scriptedSampler(tokenizer, () => 'push D 1'),
    );
    return world!.groups.map(({ prompt }) => prompt);
  };
  const chatting = tokenizerFrom(json, { endToken: '<end>', chatTemplate });
  const [tool, plan] = await promptsWith(chatting, 'instruct');
  expect(tool).toMatch(/^<system>Sokoban: .*<user>Turn 1\. The board:.*The program:<assistant>$/s);
  expect(plan).toMatch(/The program: push D 1\n.*The moves:<assistant>$/s);
  expect((await promptsWith(chatting, 'compact'))[0]).toMatch(/^sokoban 1 start\n.*tool:$/s);
  await expect(promptsWith(tokenizerFrom(json), 'instruct')).rejects.toThrow('needs a model with a chat template');
});
