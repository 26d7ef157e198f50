// What a replaced answer changed, answer by answer and in words. Pure: two games in, texts out.
import type { BranchRecord, GroupRecord, RoleId, WorldRecord } from '../../../learning/rollouts/transcript';
import type { ReplayFrom } from '../../../learning/rollouts/what-if';
import type { WhatIfAnswer, WhatIfRequest } from '../../../run/trainer-api';
import { type ChainStep, chainOf } from '../play/chain';
import { placeInWords } from './way-reading';

export interface ComparedAnswer {
  readonly turn: number;
  readonly role: RoleId;
  /** Of a graph (reading.ts). */
  readonly place: string;
  /** Absent where the game was over, or the role passed. */
  readonly asItWas?: ChainStep | undefined;
  readonly instead?: ChainStep | undefined;
  readonly mark: 'replaced' | 'changed' | 'same';
}

type Place = Pick<GroupRecord, 'turn' | 'role' | 'node' | 'visit'>;

/** From the replaced answer on, in the order of play. */
export function comparedAnswers(from: ReplayFrom, games: Omit<WhatIfAnswer, 'weightsOf'>): readonly ComparedAnswer[] {
  const [before, after] = [chainOf(games.asItWas), chainOf(games.instead)];
  const nameOf = (group: Place) => `${group.turn} ${group.role} ${placeInWords(group)}`;
  const at = (chain: readonly ChainStep[], place: Place) => chain.find(({ group }) => nameOf(group) === nameOf(place));
  const places = new Map<string, Place>();
  for (const { group } of [...before, ...after]) places.set(nameOf(group), group);
  const all = [...places.values()].sort((a, b) => a.turn - b.turn);
  const first = all.findIndex((place) => nameOf(place) === nameOf(from));
  return all.slice(first).map((group, index) => {
    const { turn, role } = group;
    const place = placeInWords(group);
    const [asItWas, instead] = [at(before, group), at(after, group)];
    const same = asItWas && instead && isSame(asItWas.answer, instead.answer);
    return { turn, role, place, asItWas, instead, mark: same ? 'same' : index === 0 ? 'replaced' : 'changed' };
  });
}

function isSame(one: BranchRecord, other: BranchRecord): boolean {
  return one.text === other.text && one.after.join('\n') === other.after.join('\n');
}

/** "Nothing changed: …" or how much did. */
export function changeInWords(compared: readonly ComparedAnswer[], { asItWas, instead }: WhatIfAnswer): string {
  const after = compared.slice(1);
  const changed = after.filter(({ mark }) => mark === 'changed').length;
  const end = asItWas.end === instead.end && asItWas.turns === instead.turns;
  if (changed === 0 && end)
    return after.length === 0
      ? 'Nothing changed: no answer came after it, and the end is the same.'
      : `Nothing changed: ${after.length === 1 ? 'the answer' : `all ${answers(after.length)}`} after it and the end are the same.`;
  const share =
    changed === 0 ? 'No answer after it changed' : `${changed} of ${answers(after.length)} after it changed`;
  return `${share}; ${end ? 'the end is the same' : 'so did the end'}.`;
}

const answers = (n: number) => (n === 1 ? '1 answer' : `${n} answers`);

/** Whether the game with nothing replaced is the one that was recorded. */
export function isAsRecorded(record: WorldRecord, asItWas: WorldRecord): boolean {
  const [recorded, played] = [chainOf(record), chainOf(asItWas)];
  return (
    recorded.length === played.length &&
    recorded.every(({ answer }, i) => isSame(answer, (played[i] as ChainStep).answer))
  );
}

/** Which weights played, and what that means for the left column. */
export function weightsInWords({ step }: Pick<WhatIfRequest, 'step'>, weightsOf: number, asRecorded: boolean): string {
  const name = (steps: number) => (steps === 0 ? 'the weights the run began with' : `the weights after step ${steps}`);
  const theirs = weightsOf === step - 1;
  const played = theirs
    ? `Played with the same chance and ${name(weightsOf)}, as step ${step} was.`
    : `Played with the same chance and ${name(weightsOf)}: step ${step} was played with ${name(step - 1)}, which are not kept.`;
  if (asRecorded) return theirs ? played : `${played} With nothing replaced they play it as recorded.`;
  const why = theirs ? 'This GPU plays it otherwise than recorded' : 'They play it otherwise than recorded';
  return `${played} ${why} even with nothing replaced, so that game is the one compared with.`;
}

/** An answer in a line. */
export function answerInWords(text: string): string {
  const shown = text.trim().replaceAll('\n', '↵');
  if (shown === '') return 'nothing';
  return shown.length > 36 ? `“${shown.slice(0, 35)}…”` : `“${shown}”`;
}
