// Credit: what each answer of a group is worth to the team, found out by letting the others answer it before anything
// is chosen. In a team that takes turns, the roles that follow answer every branch (look-ahead); roles that answer at
// once have their branches crossed with the others' (joint). The plays are recorded and train nothing (C1). All
// branches of a group are followed with the same chance, so that they differ by what was answered and by nothing else:
// where nobody listens, nothing changes (C4).
//
// "counterfactual" takes off what the team reaches when the role says nothing at all (difference rewards, Wolpert &
// Tumer 2002; COMA, arXiv 1705.08926). That is one number for all answers of a group, so it moves no advantage inside
// it (A3): it tells where advantages are scaled over all samples of a role.
//
// "play-out" follows every answer to the end of the episode, turn after turn: the value of a move in a game (Monte
// Carlo returns). Where players have stakes of their own, the term is the mover's (Z1).
//
// The same plays follow what the role would say elsewhere: by how often that changes what comes of a branch, its
// influence is measured (C4). No reward is made of them, and they take no chance from anything else.
import { rngFrom, seedFrom } from '../../basics/rng';
import type { Completion } from '../../contract/learner';
import { leadsOn } from '../agents/graph';
import type { Trial } from '../agents/reading';
import type { Role, View } from '../agents/role';
import { graphOf } from '../agents/team';
import type { Outcome } from '../environments/environment';
import { type Credited, silence, type Tried, tryAnswers } from './answers';
import { type Asking, answersElsewhere, type Elsewhere } from './elsewhere';
import type { PlaySettings } from './play-settings';
import { actAll } from './programs';
import { scriptOf } from './script-policy';
import { answersFrom } from './scripted';
import type { FollowedPlay, FollowingAnswer } from './transcript';
import {
  type Asked,
  advance,
  askedNow,
  chanceAt,
  lastOf,
  type Position,
  type Question,
  questionTo,
  roundOver,
  take,
  teamTerm,
  turnBegun,
  waiting,
} from './turn';

export interface Round extends Asking {
  /** tried[i][k]: answer k to asked[i]. */
  readonly tried: readonly (readonly Tried[])[];
}

/** credited[i][k] of answer k to asked[i]; undefined where an answer's own outcome is all there is to it (C2). */
export async function creditsOf(
  settings: PlaySettings,
  round: Round,
): Promise<readonly (Credited[] | undefined)[] | undefined> {
  const { credit = 'own', branches, team } = settings;
  const own = credit === 'own';
  if (branches === 1 || credit === 'after-turn') return undefined;
  if (team.order === 'parallel') return !own && team.roles.length > 1 ? joint(settings, round) : undefined;
  const playsOn = credit === 'play-out' && round.turn < settings.turns;
  const followed = round.asked.map(
    ({ node, role, view }) =>
      !settings.opponents?.includes(role.id) &&
      (!own || isFollowedAnyway(role, view)) &&
      (playsOn || leadsOn(graphOf(team), node)),
  );
  if (!followed.includes(true)) return undefined;
  const credited = await lookAhead(settings, round, followed);
  return credited.map((one, i) => (followed[i] ? one : undefined));
}

/** A word that is no verdict has no outcome of its own, and neither has what is worth what others make of it: that is
 *  found out whatever the credit. */
function isFollowedAnyway({ answers, accepts, player = '' }: Role, { environment: { players } }: View): boolean {
  return (answers === 'word' && accepts === undefined) || players?.[player]?.fromPlays !== undefined;
}

/** A play that follows an answer. */
interface Following extends Position {
  readonly asked: number;
  readonly play: number;
  readonly answers: FollowingAnswer[];
}

/** `isFollowed`: of those asked, in the same order; the others get nothing. */
async function lookAhead(settings: PlaySettings, round: Round, isFollowed: readonly boolean[]): Promise<Credited[][]> {
  const { lookAheads: plays = 1, team } = settings;
  const silent = settings.credit === 'counterfactual' ? await silentAnswers(settings, round) : [];
  const elsewhere = settings.credit === 'play-out' ? [] : await answersElsewhere(settings, round);
  const branches = round.asked.map((_, i) => [
    ...(round.tried[i] ?? []),
    ...(silent[i] ?? []),
    ...triedOf(elsewhere[i]),
  ]);
  const followed = round.asked.map((one, asked) =>
    (isFollowed[asked] ? (branches[asked] as Tried[]) : []).map((own) =>
      Array.from({ length: plays }, (_, play): Following => {
        const chosen = [...one.episode.chosen];
        const at: Following = { ...one.episode, chosen, outcome: undefined, asked, play, answers: [] };
        for (const { place, tried } of saidAtOnce(settings, round, { asked, play, own })) {
          take(at, team, place, { chosen: tried.trial, text: tried.answer.text });
          if (place !== one) at.answers.push(followingOf(place.role, tried.answer.text, tried.trial));
        }
        roundOver(at, team, round.turn);
        return at;
      }),
    ),
  );
  const all = followed.flat(2);
  await walkOn(settings, round, all);
  if (settings.credit === 'play-out') await playOn(settings, round, all);
  return round.asked.map(({ view, role }, i) => {
    const { fromPlays } = settings.environment.players?.[role.player ?? ''] ?? {};
    const credited = (followed[i] as Following[][]).map((plays_J, k) => {
      const { trial } = (branches[i] as Tried[])[k] as Tried;
      const own = role.answers === 'word' ? undefined : trial.outcome;
      return creditOf(
        plays_J.map((at) => playOf(settings, view, at, own)),
        fromPlays && ((share) => fromPlays(share, shareSaying(round.tried[i] as readonly Tried[], trial.moves))),
      );
    });
    if (credited.length === 0) return [];
    const others = heardElsewhere(elsewhere[i], credited);
    const baseline = silent[i] ? credited.pop() : undefined;
    const less = baseline ? { baseline: baseline.followed } : {};
    return credited.map((one) => ({ ...one, team: one.team - (baseline?.team ?? 0), ...less, ...others }));
  });
}

/** In which share of these answers the same is done. */
function shareSaying(tried: readonly Tried[], moves: string): number {
  return tried.filter(({ trial }) => trial.moves === moves).length / tried.length;
}

/** What is said in the same round of the same world: the branch in question, and of whoever speaks beside it one of
 *  their branches, drawn alike for all of a group. */
function saidAtOnce(
  { stream }: PlaySettings,
  round: Round,
  { asked, play, own }: { readonly asked: number; readonly play: number; readonly own: Tried },
): { readonly place: Asked<Position>; readonly tried: Tried }[] {
  const one = round.asked[asked] as Asked<Position>;
  const { seed, game } = one.episode;
  const rng = rngFrom(stream, seed, game, round.turn, one.role.id, 'joint', play, ...chanceAt(one, one.role));
  return round.asked.flatMap((place, other) => {
    if (place.episode !== one.episode) return [];
    const answers = round.tried[other] as readonly Tried[];
    return [{ place, tried: other === asked ? own : (answers[rng.integer(answers.length)] as Tried) }];
  });
}

/** The plays to the end of their turn. */
async function walkOn(settings: PlaySettings, round: Round, plays: readonly Following[]): Promise<void> {
  const { team, environment, moveBudget } = settings;
  const isGoing = ({ end, walk }: Following) => end === undefined && walk.active.length > 0;
  for (let going = plays.filter(isGoing); going.length > 0; going = going.filter(isGoing)) {
    await answerAll(settings, round, going);
    for (const at of going) roundOver(at, team, round.turn);
  }
  const queues = plays.map((at) => ({ at, queue: at.end === undefined ? waiting(at) : [] }));
  const longest = Math.max(0, ...queues.map(({ queue }) => queue.length));
  for (let index = 0; index < longest; index++) {
    const acting = queues.flatMap(({ at, queue }) => {
      const trial = queue[index];
      return trial === undefined || at.end !== undefined ? [] : [{ at, action: trial.action }];
    });
    const acts = acting.map(({ at, action }) => ({ state: at.state, action }));
    const outcomes = await actAll(environment, acts, moveBudget, round.runner);
    acting.forEach(({ at }, i) => advance(at, outcomes[i] as Outcome<unknown>));
  }
}

const triedOf = (elsewhere: Elsewhere | undefined): readonly Tried[] => (elsewhere ? [elsewhere.tried] : []);

/** Takes what was said elsewhere, and what followed it, from the end of `credited`. */
function heardElsewhere(elsewhere: Elsewhere | undefined, credited: Credited[]): Pick<Credited, 'elsewhere'> {
  const last = elsewhere && credited.pop();
  if (!last) return {};
  const { tokens, tried } = elsewhere;
  return { elsewhere: { text: tried.answer.text, moves: tried.trial.moves, tokens, followed: last.followed } };
}

/** All turns that are left, in every play that goes on. */
async function playOn(settings: PlaySettings, round: Round, plays: readonly Following[]): Promise<void> {
  const { environment, team, turns } = settings;
  let before = new Map(plays.map((at) => [at, round.asked[at.asked]?.view.state]));
  for (let turn = round.turn + 1; turn <= turns; turn++) {
    const playing = plays.filter(({ end }) => end === undefined);
    if (playing.length === 0) return;
    for (const at of playing)
      Object.assign(at, { ...turnBegun(team), last: lastOf(environment, before.get(at), at.state) });
    before = new Map(playing.map((at) => [at, at.state]));
    await walkOn(settings, { ...round, turn }, playing);
  }
}

/** What the play was worth to the role that is seen from; `own`: of the answer itself, where nobody acted after it. */
function playOf(
  { environment: whole }: PlaySettings,
  { environment, state: before }: Pick<View, 'environment' | 'state'>,
  { answers, state, outcome }: Pick<Following, 'answers' | 'state' | 'outcome'>,
  own?: Outcome<unknown>,
): FollowedPlay {
  return {
    answers,
    team: teamTerm(environment, before, state, outcome ?? own),
    solved: environment.solved(state),
    after: whole.picture(state),
  };
}

/** The trial of saying nothing, for each of those asked. */
async function silentAnswers(settings: PlaySettings, { asked, runner }: Round): Promise<Tried[][]> {
  const questions = asked.map(({ episode: { seed, game }, role, view }) => {
    return { seed, game, role, view, prompt: '', prompt_P: [], completions: [silence] };
  });
  return tryAnswers(settings, questions, runner);
}

/** Whoever speaks next answers in every play that goes on; plays of an episode that ask the same with the same chance
 *  share the answer. */
async function answerAll(settings: PlaySettings, round: Round, plays: readonly Following[]): Promise<void> {
  const { turn, sampler, runner } = round;
  const asked = askedNow(settings, plays, turn);
  if (asked.length === 0) return;
  const questions = new Map<string, Question & { readonly plays: Asked<Following>[] }>();
  for (const one of asked) {
    const { seed, game, play, asked: of } = one.episode;
    const { role } = one;
    const at = chanceAt(one, role);
    const chance = seedFrom(settings.stream, seed, turn, role.id, 'follows', game, play, ...at);
    const question = questionTo(settings, role, one.view, [chance]);
    const key = `${of}|${play}|${one.node}|${one.visit}|${question.prompt}`;
    const same = questions.get(key);
    if (same) same.plays.push(one);
    else questions.set(key, { ...question, plays: [one] });
  }
  const distinct = [...questions.values()];
  const completions = await answersFrom(
    settings,
    distinct.map(({ group, plays: [one] }) => {
      const { role, view } = one as Asked<Following>;
      return { group, role, view };
    }),
    sampler,
  );
  const answered = distinct.flatMap(({ plays: same, prompt, prompt_P }, index) =>
    same.map(({ episode, view, role, node, visit }, copy) => {
      const { seed, game } = episode;
      return {
        seed,
        game,
        role,
        node,
        visit,
        view,
        prompt,
        prompt_P,
        episode,
        copy,
        completions: completions[index] as readonly Completion[],
      };
    }),
  );
  const tried = await tryAnswers(settings, answered, runner);
  answered.forEach(({ episode, role, node, copy, completions: [completion] }, index) => {
    const [{ answer, trial }] = tried[index] as [Tried];
    const isGenerated = copy === 0 && scriptOf(settings.policies[role.id] ?? role.id) === undefined;
    const tokens = isGenerated ? (completion?.token_T.length ?? 0) : 0;
    episode.answers.push({ role: role.id, text: answer.text, moves: trial.moves, tokens });
    take(episode, settings.team, { role, node }, { chosen: trial, text: answer.text });
  });
}

/** Every answer beside answers of the others, drawn from their branches and carried out in the order of the roles. */
async function joint(settings: PlaySettings, round: Round): Promise<Credited[][]> {
  const { lookAheads: plays = 1, stream, team } = settings;
  const elsewhere = await answersElsewhere(settings, round);
  const atOnce = new Map<Position, number[]>();
  round.asked.forEach(({ episode }, i) => atOnce.set(episode, [...(atOnce.get(episode) ?? []), i]));
  const crossed = round.asked.map(({ episode, role, view }, i) =>
    [...(round.tried[i] as Tried[]), ...triedOf(elsewhere[i])].map((own) =>
      Array.from({ length: plays }, (_, play) => {
        // the same partners for every k
        const rng = rngFrom(stream, episode.seed, episode.game, round.turn, role.id, 'joint', play);
        const beside = (atOnce.get(episode) as number[]).map((other) => {
          const answers = round.tried[other] as Tried[];
          const drawn = rng.integer(answers.length);
          return {
            role: (round.asked[other] as Asked<Position>).role,
            tried: other === i ? own : (answers[drawn] as Tried),
          };
        });
        const at: Position = { ...episode, outcome: undefined };
        return { at, beside, view };
      }),
    ),
  );
  const all = crossed.flat(2);
  for (const role of team.roles) {
    const acting = all.flatMap(({ at, beside }) => {
      const one = beside.find((other) => other.role === role);
      const action = role.answers === 'action' ? one?.tried.trial.action : undefined;
      return at.end !== undefined || action === undefined ? [] : [{ at, action }];
    });
    const acts = acting.map(({ at, action }) => ({ state: at.state, action }));
    const outcomes = await actAll(settings.environment, acts, settings.moveBudget, round.runner);
    acting.forEach(({ at }, index) => advance(at, outcomes[index] as Outcome<unknown>));
  }
  return crossed.map((ofBranch, i) => {
    const credited = ofBranch.map((ofPlay) =>
      creditOf(
        ofPlay.map(({ at, beside, view }): FollowedPlay => {
          const others = beside.filter(({ role }) => role !== round.asked[i]?.role);
          const answers = others.map(({ role, tried: { answer, trial } }) => followingOf(role, answer.text, trial));
          return playOf(settings, view, { ...at, answers });
        }),
      ),
    );
    const others = heardElsewhere(elsewhere[i], credited);
    return credited.map((one) => ({ ...one, ...others }));
  });
}

function followingOf(role: Role, text: string, { moves }: Trial): FollowingAnswer {
  return { role: role.id, text, moves, tokens: 0 };
}

/** `worth`: of the average. */
function creditOf(followed: readonly FollowedPlay[], worth = (share: number) => share): Credited {
  const share = (value: (play: FollowedPlay) => number) =>
    worth(followed.reduce((sum, play) => sum + value(play), 0) / followed.length);
  return { team: share(({ team }) => team), solved: share(({ solved }) => (solved ? 1 : 0)), followed };
}
