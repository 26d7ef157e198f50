// Credit by number (C1–C5), on a signalling game whose players follow a script.
import { describe, expect, it, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { mean } from '../../basics/statistics';
import { teamById } from '../agents';
import { planAlone, planRole, toolAndPlan } from '../agents/teams/planning';
import { presetById } from '../config/presets';
import { settingsFrom } from '../config/run-config';
import { environmentById } from '../environments';
import { proposedSums } from '../environments/proposed-sums/proposed-sums';
import { signals } from '../environments/signals/signals';
import { worldSeed } from '../environments/splits';
import { letterTokens } from '../language/letter-tokens.fixture';
import { assignAdvantages } from '../training/assign-advantages';
import { playWorlds } from './play';
import type { PlayedWorld, PlaySettings } from './play-settings';
import { type Script, scriptedSampler } from './scripted-sampler.fixture';
import { type GroupRecord, measuringTokens, type SaidElsewhere, tokensIn } from './transcript';

const branches = 4;
const settings: PlaySettings = {
  environment: signals as PlaySettings['environment'],
  environmentSettings: { symbols: 4, shapes: 2, colours: 2 },
  team: teamById('signals-team'),
  policies: {},
  tokenizer: letterTokens,
  wording: 'compact',
  weights: settingsFrom({}),
  branches,
  turns: 1,
  moveBudget: 1,
  temperature: 1,
  sampling: { speaker: { maxTokens: 40 }, listener: { maxTokens: 40 } },
  pickRule: 'best',
  stream: 1,
};
const seeds = Array.from({ length: 12 }, (_, index) => worldSeed('train', index));
const said = ['ba', 'be', 'bi', 'bo'];
const things = ['red star', 'blue star', 'red ring', 'blue ring'];
/** The speaker says anything; the listener understands a word as the object of the same number. */
const decoding: Script = ({ prompt, branch }) =>
  prompt.endsWith('speaker:')
    ? ` ${said[branch % 4]}`
    : ` ${things[said.findIndex((word) => prompt.includes(` ${word}\n`))] ?? 'red star'}`;
/** The listener picks by chance, whatever it hears. */
const deaf: Script = ({ prompt, branch, seed }) =>
  prompt.endsWith('speaker:') ? ` ${said[branch % 4]}` : ` ${things[rngFrom(seed).integer(4)]}`;

async function play(script: Script, changes: Partial<PlaySettings> = {}): Promise<PlayedWorld[]> {
  return playWorlds({ ...settings, ...changes }, seeds, scriptedSampler(letterTokens, script));
}
const groupsOf = (worlds: readonly PlayedWorld[], role: string) =>
  worlds.flatMap(({ groups }) => groups.filter((g) => g.role === role));
const team_K = ({ branches: branch_K }: GroupRecord) => branch_K.map(({ terms }) => terms['team']);

describe('the speaker of Signals', () => {
  it('earns the same for every symbol by its own outcome: nobody has picked yet', async () => {
    for (const group of groupsOf(await play(decoding), 'speaker')) expect(team_K(group)).toEqual([0, 0, 0, 0]);
  });

  it('earns what the listener makes of each symbol where credit looks ahead', async () => {
    const worlds = await play(decoding, { credit: 'look-ahead' });
    for (const group of groupsOf(worlds, 'speaker')) {
      const object = group.before[0]?.replace('object: ', '');
      expect(team_K(group)).toEqual(things.map((thing) => (thing === object ? 1 : 0)));
      expect(
        group.branches.map(({ followed }) => followed?.map(({ answers }) => answers.map(({ text }) => text))),
      ).toEqual(things.map((thing) => [[` ${thing}`]]));
    }
    expect(worlds.every(({ solved }) => solved)).toBe(true); // the best symbol continues
  });

  it('is credited with the mean over several plays, all branches with the same chance', async () => {
    for (const group of groupsOf(await play(deaf, { credit: 'look-ahead', lookAheads: 3 }), 'speaker')) {
      for (const { followed = [], terms } of group.branches) {
        expect(followed).toHaveLength(3);
        expect(terms['team']).toBeCloseTo(mean(followed.map(({ team }) => team)), 12);
      }
      expect(new Set(team_K(group)).size).toBe(1); // a listener that does not listen
    }
  });

  it('earns the same for every symbol after the turn: how the trunk ended', async () => {
    for (const { groups, solved } of await play(decoding, { credit: 'after-turn' })) {
      const [speaker, listener] = groups as readonly GroupRecord[] as [GroupRecord, GroupRecord];
      expect(team_K(speaker)).toEqual(Array(branches).fill(solved ? 1 : 0));
      expect(speaker.meanReward).toBeCloseTo(mean(speaker.branches.map(({ reward }) => reward)), 12);
      expect(Math.max(...team_K(listener).map(Number))).toBe(solved ? 1 : 0); // its own outcomes
    }
  });

  it('counterfactual takes off what silence comes to, the same for all of a group, so no advantage in it moves (A3)', async () => {
    const { config } = presetById('sokoban');
    const looked = await play(decoding, { credit: 'look-ahead' });
    const compared = await play(decoding, { credit: 'counterfactual' });
    const [one, other] = [groupsOf(looked, 'speaker'), groupsOf(compared, 'speaker')];
    other.forEach((group, index) => {
      const silence = mean(group.baseline?.map(({ team }) => team) ?? []);
      expect(team_K(group)).toEqual(team_K(one[index] as GroupRecord).map((team) => (team ?? 0) - silence));
    });
    expect(other.some(({ baseline }) => baseline?.some(({ team }) => team > 0))).toBe(true);
    const advantages = (worlds: readonly PlayedWorld[]) =>
      assignAdvantages(config, worlds).flatMap((group) => group.branches.map(({ advantage }) => advantage));
    advantages(looked).forEach((advantage, index) => expect(advantages(compared)[index]).toBeCloseTo(advantage, 9));
  });
});

test.each(['own', 'look-ahead'] as const)(
  'C5 a proposer is paid by what is hard, and not for what all say, with credit “%s”',
  async (credit) => {
    const proposed = {
      environment: proposedSums as PlaySettings['environment'],
      environmentSettings: {},
      team: teamById('proposed-sums-team'),
      sampling: { proposer: { maxTokens: 4 }, solver: { maxTokens: 40 } },
    };
    const kinds = [1, 2, 1, 3];
    const signs: Readonly<Record<string, string>> = { '+': 'add', '-': 'sub', '*': 'mul' };
    /** Right about sums half the time, always about differences, never about products. */
    const solving: Script = ({ prompt, branch, seed }) => {
      if (prompt.endsWith('pair:')) return ` ${kinds[branch]}`;
      const [, a, sign = '', b] = /= (\d+) (.) (\d+)/.exec(prompt) ?? [];
      const right = sign === '-' || (sign === '+' && rngFrom(seed).integer(2) === 0);
      return right ? `${signs[sign]} ${a} ${b}` : '-1';
    };
    const shares = [];
    for (const group of groupsOf(await play(solving, { ...proposed, credit, lookAheads: 4 }), 'proposer'))
      for (const [k, { followed = [], terms }] of group.branches.entries()) {
        expect(followed).toHaveLength(4);
        const share = mean(followed.map(({ team }) => team));
        const said = kinds.filter((kind) => kind === kinds[k]).length / kinds.length;
        expect(terms['team']).toBe(Math.max(0, 4 * share * (1 - share) - said));
        if (kinds[k] !== 1) expect(share).toBe(kinds[k] === 2 ? 1 : 0);
        else shares.push(share);
      }
    expect(shares.some((share) => share > 0 && share < 1)).toBe(true);
  },
);

test('C1 answers that look ahead are recorded and train nothing; trunk and samples are as without them', async () => {
  for (const credit of ['look-ahead', 'counterfactual'] as const) {
    const worlds = await play(deaf, { credit });
    const plain = await play(deaf);
    expect(worlds.map(({ groups }) => groups.map(({ role }) => role))).toEqual(
      plain.map(({ groups }) => groups.map(({ role }) => role)),
    );
    worlds.forEach(({ groups }, world) => {
      groups.forEach(({ branches: branch_K }, index) => {
        const texts = plain[world]?.groups[index]?.branches.map(({ text }) => text);
        if (index === 0) expect(branch_K.map(({ text }) => text)).toEqual(texts);
      });
    });
  }
});

test('C2 with one role all credits are the same, and so they are for the last role of a turn', async () => {
  const sokoban = environmentById('sokoban');
  const alone = { environment: sokoban, environmentSettings: { size: 6 }, team: planAlone, moveBudget: 6, turns: 2 };
  const script: Script = ({ branch }) => ['UU', 'DD', 'LL', 'RR'][branch] as string;
  const own = await play(script, alone);
  for (const credit of ['after-turn', 'look-ahead', 'counterfactual'] as const)
    expect(await play(script, { ...alone, credit })).toEqual(own);
  const [credited, plain] = [await play(decoding, { credit: 'look-ahead' }), await play(decoding)];
  for (const group of groupsOf(credited, 'listener'))
    expect(group.branches.every(({ followed }) => followed === undefined)).toBe(true);
  expect(groupsOf(credited, 'listener')[0]?.branches.length).toBe(groupsOf(plain, 'listener')[0]?.branches.length);
});

test('C3 tokens of plays that look ahead are counted, an answer that several plays share once', async () => {
  const asked = (credit: PlaySettings['credit']) => {
    const sampler = scriptedSampler(letterTokens, decoding);
    let tokens = 0;
    const counting = {
      sample: async (groups: Parameters<typeof sampler.sample>[0]) => {
        const answers = await sampler.sample(groups);
        for (const { token_T } of answers.flat()) tokens += token_T.length;
        return answers;
      },
    };
    return playWorlds({ ...settings, ...(credit ? { credit } : {}), lookAheads: 2 }, seeds, counting).then((worlds) => {
      const measuring = measuringTokens(worlds.flatMap(({ groups }) => groups)); // beside what learning costs
      expect(measuring > 0).toBe(credit !== 'own');
      expect(tokensIn(worlds) + measuring).toBe(tokens);
      return tokensIn(worlds);
    });
  };
  const [own, ahead, counterfactual] = [await asked('own'), await asked('look-ahead'), await asked('counterfactual')];
  expect(ahead).toBeGreaterThan(own);
  expect(counterfactual).toBeGreaterThan(ahead);
});

test('roles that answer at once are credited with what their answers come to beside the others’ (joint)', async () => {
  const planPath = environmentById('plan-path');
  const roles = ['a', 'b'].map((id) => ({ ...planRole, id }));
  const changes = {
    ...{ environment: planPath, environmentSettings: { size: 5, blocked: 0 }, moveBudget: 2, turns: 1, lookAheads: 5 },
    ...{ team: { ...toolAndPlan, id: 'two', roles, order: 'parallel' as const }, credit: 'look-ahead' as const },
  };
  const moves = ['UU', 'DD', 'LL', 'RR'];
  const worlds = await play(({ branch }) => moves[branch] as string, changes);
  const { act, start, team = () => Number.NaN } = planPath;
  for (const { groups, seed } of worlds) {
    const from = start(seed, changes.environmentSettings);
    const after = (state: unknown, text: string) => act(state, planPath.wording.read(text), 2).state;
    for (const [index, group] of groups.entries()) {
      const elsewhere = group.elsewhere as SaidElsewhere;
      for (const { followed = [], text, terms } of [...group.branches, { ...elsewhere, terms: undefined }]) {
        const teams = followed.map(({ answers }) => {
          const [other] = answers.map((answer) => answer.text) as [string];
          const [first, second] = index === 0 ? [text, other] : [other, text];
          const between = after(from, first);
          return team(from, planPath.solved(between) ? between : after(between, second));
        });
        if (terms) expect(terms['team']).toBeCloseTo(mean(teams), 12);
        expect(followed.map((play) => play.team)).toEqual(teams.map((one) => expect.closeTo(one, 12)));
      }
      const partners = [...group.branches, elsewhere].map(({ followed = [] }) =>
        followed.map(({ answers }) => answers[0]?.text),
      );
      for (const one of partners) expect(one).toEqual(partners[0]); // the same partners for every branch
    }
  }
});

describe('the guide of Guide and walker', () => {
  /** The walker stands in the top left corner; the goal is 5 steps away, around a wall. */
  const start = {
    map: '   \n## \n#. ',
    player: 0,
    startDistance: 5,
    farthest: 16,
    length: 4,
    alphabet: 'moves',
    bumped: false,
  };
  const obeyed: Script = ({ prompt, branch }) =>
    prompt.endsWith('guide:')
      ? ([' R', ' D', ' R R', ' R R D D'][branch % 4] as string)
      : (/hear([ UDLR]*)\n/.exec(prompt)?.[1] ?? '').replaceAll(' ', '');
  const guided: Partial<PlaySettings> = {
    environment: { ...environmentById('guide-and-walker'), start: () => start },
    team: teamById('guide-and-walker-team'),
    moveBudget: 4,
    sampling: { guide: { maxTokens: 40 }, walker: { maxTokens: 40 } },
  };

  it('earns with look-ahead what the walker makes of its words, and by its own outcome nothing', async () => {
    for (const [credit, team] of [
      ['own', [0, 0, 0, 0]],
      ['look-ahead', [0.2, 0, 0.4, 0.8]],
    ] as const) {
      const groups = groupsOf(await play(obeyed, { ...guided, credit }), 'guide');
      expect(groups.length).toBeGreaterThan(0);
      for (const group of groups) expect(team_K(group)).toEqual(team.map((share) => expect.closeTo(share, 12)));
    }
  });
});
