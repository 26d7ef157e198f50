// What came of a branch when others answered it, in words: plays that look ahead (learning/rollouts/credit.ts), equal
// ones counted together. Pure: records in, texts out.
import { mean } from '../../../basics/statistics';
import { influenceOf } from '../../../learning/rollouts/influence';
import type { BranchRecord, FollowedPlay, FollowingAnswer, GroupRecord } from '../../../learning/rollouts/transcript';
import { counted, fixed } from '../../parts/format';
import { roleStyle } from '../../parts/roles';
import { answerInWords } from './what-if-reading';

/** Plays in which the same was answered and the same came of it. */
export interface EqualPlays {
  readonly count: number;
  readonly answers: readonly FollowingAnswer[];
  readonly team: number;
  readonly solved: boolean;
}

/** The most frequent first. */
export function equalPlays(followed: readonly FollowedPlay[]): readonly EqualPlays[] {
  const byContent = new Map<string, EqualPlays>();
  for (const { answers, team, solved } of followed) {
    const content = JSON.stringify([answers.map(({ role, text }) => [role, text]), team, solved]);
    const count = (byContent.get(content)?.count ?? 0) + 1;
    byContent.set(content, { count, answers, team, solved });
  }
  return [...byContent.values()].sort((one, other) => other.count - one.count);
}

const teamMean = (followed: readonly FollowedPlay[]) => mean(followed.map(({ team }) => team));

/** "The listener answered"; of several roles "The others answered". */
export function answererInWords(followed: readonly FollowedPlay[]): string {
  const roles = [...new Set(followed.flatMap(({ answers }) => answers.map(({ role }) => role)))];
  const [only, ...more] = roles;
  return `The ${only && more.length === 0 ? roleStyle(only).label.toLowerCase() : 'others'} answered`;
}

/** What the plays come to, and what of it is the branch's team term. */
export function worthInWords(
  { followed = [], terms }: Pick<BranchRecord, 'followed' | 'terms'>,
  baseline: GroupRecord['baseline'],
): string {
  const reached = fixed(teamMean(followed), 2);
  if (!baseline) return `Their mean, ${reached}, is the team term of this answer.`;
  const left = `${reached} − ${fixed(teamMean(baseline), 2)} = ${fixed(terms['team'] ?? Number.NaN, 2)}`;
  return `Their mean less that of the plays after silence, ${left.replaceAll(' ', '\u00a0')}, is the team term of this answer.`;
}

/** What the answer from elsewhere changes in the place of this one (C4). */
export function changedInWords(
  branch: Pick<BranchRecord, 'followed'>,
  elsewhere: NonNullable<GroupRecord['elsewhere']>,
): string {
  const { share, plays } = influenceOf([{ branches: [branch], elsewhere }]) ?? { share: 0, plays: 0 };
  const said = `With ${answerInWords(elsewhere.text)}, which the role says to another problem`;
  return `${said}, the outcome changes in ${Math.round(share * plays)} of ${counted(plays, 'plays')}: its influence is this share over all answers.`;
}

/** "followed by 4 plays, 3 of them solved" */
export function followedInWords(followed: readonly FollowedPlay[]): string {
  const solved = followed.filter((play) => play.solved).length;
  return `followed by ${counted(followed.length, 'plays')}, ${solved === 0 ? 'none' : solved} of them solved`;
}
