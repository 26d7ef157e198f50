// Test data: a step's tree played by the real worlds, team, rules and judge, where a script with a given skill stands
// in for the models. For tests and the development page only; nothing that ships imports it.
import { rngFrom, seedFrom } from '../../../basics/rng';
import { teamById } from '../../../learning/agents';
import type { Role, View } from '../../../learning/agents/role';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld } from '../../../learning/config/worlds';
import { environmentById } from '../../../learning/environments';
import type { Tokenizer } from '../../../learning/language/tokenizer';
import { playWorlds } from '../../../learning/rollouts/play';
import type { PlayedWorld } from '../../../learning/rollouts/play-settings';
import type { Sampler } from '../../../learning/rollouts/sampler';
import type { StepTree } from '../../../learning/rollouts/transcript';
import { assignAdvantages } from '../../../learning/training/assign-advantages';
import { worldSeedsOf } from '../../../learning/training/step';

/** One character a token: enough for prompts and answers to look as they do. */
export const letters: Tokenizer = {
  encode: (text) => [...text].map((letter) => letter.codePointAt(0) ?? 0),
  decode: (token_T) => token_T.map((token) => (token === 0 ? '' : String.fromCodePoint(token))).join(''),
  pieces: (token_T) => token_T.map((token) => (token === 0 ? '<end>' : String.fromCodePoint(token))),
  endToken: 0,
  size: 0x110000,
};

export interface ScriptedStep {
  readonly config: RunConfig;
  readonly step: number;
  /** Chance that an answer is a good one. */
  readonly skill: number;
}

export async function scriptedTree(script: ScriptedStep): Promise<StepTree> {
  const { config, step } = script;
  const worlds = await playedBy(script, worldSeedsOf(config, step));
  const judged = assignAdvantages(config, worlds);
  return {
    step,
    worlds: worlds.map((world, index) => ({
      ...world,
      groups: judged
        .filter((group) => group.world === index)
        .map(({ prompt_P: _prompt, world: _world, ...group }) => group),
    })),
  };
}

async function playedBy({ config, step, skill }: ScriptedStep, seeds: readonly number[]): Promise<PlayedWorld[]> {
  const seen = new Map<string, { readonly role: Role; readonly view: View }>();
  const team = teamById(config.team);
  const watched = {
    ...team,
    roles: team.roles.map((role): Role => {
      const prompt = (view: View) => {
        const text = role.prompt(view);
        seen.set(text, { role, view });
        return text;
      };
      return { ...role, prompt };
    }),
  };
  const sampler: Sampler = {
    sample: async (groups) =>
      groups.map((group) => {
        const asked = seen.get(letters.decode(group.prompt_P));
        return group.seed_K.map((seed) => {
          const rng = rngFrom(seed);
          const text = asked ? answer(asked.role, asked.view, skill, rng.number) : '';
          const short = rng.number() < 0.03;
          const token_T = [...letters.encode(short ? text.slice(0, -1) : text), ...(short ? [] : [0])];
          return {
            token_T,
            logp_T: token_T.map(() => -(rng.number() ** 4) * 3),
            stop: short ? ('length' as const) : ('end' as const),
          };
        });
      }),
  };
  const { settings } = config;
  return playWorlds(
    {
      environment: environmentById(firstWorld(config).environment),
      environmentSettings: firstWorld(config).environmentSettings,
      team: watched,
      policies: config.policies,
      tokenizer: letters,
      wording: 'compact',
      weights: settings,
      branches: settings.branches,
      turns: settings.turns,
      moveBudget: settings.moveBudget,
      temperature: settings.temperature,
      pickRule: settings.pickRule,
      stream: seedFrom(settings.seed, 'play', step),
    },
    seeds,
    sampler,
  );
}

function answer(role: Role, view: View, skill: number, random: () => number): string {
  const { environment, state, proposal } = view;
  const luck = random();
  if (luck > 0.96) return role.answers === 'program' ? 'push it' : 'go ?';
  const anyMoves = environment.wording.write(environment.random(state, 1 + Math.floor(random() * 6), random));
  if (role.answers === 'program') {
    if (luck < skill) return environment.calls.best(state) ?? anyMoves;
    const possible = environment.calls.possible(state);
    return luck < skill + 0.15 && possible.length > 0
      ? (possible[Math.floor(random() * possible.length)] ?? anyMoves)
      : anyMoves;
  }
  if (luck < skill * 0.5) {
    const whole = environment.solve(state);
    if (whole !== undefined) return environment.wording.write(whole);
  }
  if (luck < skill + 0.2 && proposal && proposal.moves !== '') return proposal.moves;
  return luck > 0.93 ? anyMoves.repeat(8) : anyMoves;
}
