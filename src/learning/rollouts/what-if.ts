// What if? One game of a kept tree, played again: up to a role's turn as it was recorded, there with another answer on
// the trunk, and from there on with the same chance. All chance of a play is named by its stream, world, turn, role and
// branch, so with the weights of the time, and nothing replaced, the rest comes out as recorded, bit for bit (S3).
// Which weights answer is the sampler's business.
import { check, present } from '../../basics/check';
import type { Completion } from '../../contract/learner';
import { groupOf, type ScoredQuestion, silence, tryAnswers } from './answers';
import { type AskedQuestion, type GameOptions, playGames } from './play';
import type { PlayedWorld, PlayOptions, PlaySettings } from './play-settings';
import type { Sampler } from './sampler';
import type { GroupRecord, RoleId, WorldRecord } from './transcript';

/** What is put in the place of a role's answer. */
export type Replacement =
  | { readonly kind: 'nothing' | 'silence' }
  /** Another answer of its group, from 0. */
  | { readonly kind: 'branch'; readonly branch: number }
  /** A person's own. */
  | { readonly kind: 'text'; readonly text: string };

/** Whose answer is replaced; what comes after it is played. */
export interface ReplayFrom {
  readonly turn: number; // from 1
  readonly role: RoleId;
  /** Of a graph, as in the group's record. */
  readonly node?: string;
  readonly visit?: number;
  readonly by: Replacement;
}

/** `settings`: those the record was played with. Without `from` all of it is played again. Groups before `from` are the
 *  record's; at `from` a new answer stands behind the recorded ones, as the trunk. What is played has no advantages:
 *  they are a matter of the whole step. */
export async function replay(
  settings: PlaySettings,
  record: WorldRecord,
  from: ReplayFrom | undefined,
  sampler: Sampler,
  options: PlayOptions = {},
): Promise<PlayedWorld> {
  const { seed, game = 0, groups } = record;
  const recordedAt = ({ turn, role, node = role, visit = 1 }: Omit<ReplayFrom, 'by'>) =>
    present(
      groups.find((one) => {
        const { node: at = one.role, visit: times = 1 } = one;
        return one.turn === turn && one.role === role && at === node && times === visit;
      }),
      `the record has no answer of the ${role} role at turn ${turn}: choose one that it has`,
    );
  const replaced = from && recordedAt(from);
  const last = replaced ? groups.indexOf(replaced) : -1;
  let asking = 0; // of the record's groups, the first that is asked for now
  const settled: GameOptions['settled'] = async (asked) => {
    if (asking > last) return undefined;
    asking += asked.length;
    return Promise.all(
      asked.map((question) => {
        const { role, node, visit, view } = question;
        const group = recordedAt({ turn: view.turn, role: role.id, node, visit });
        const by: Replacement = from && group === replaced ? from.by : { kind: 'nothing' };
        return settledAs(settings, question, { group, by, runner: options.runner });
      }),
    );
  };
  const [played] = await playGames(settings, [{ seed, game }], sampler, { ...options, settled });
  return played as PlayedWorld;
}

interface Settling {
  readonly group: GroupRecord;
  readonly by: Replacement;
  readonly runner: PlayOptions['runner'];
}

/** All recorded answers are tried, since the place of an answer names the chance of a program in it. */
async function settledAs(
  settings: PlaySettings,
  question: AskedQuestion,
  { group, by, runner }: Settling,
): Promise<ScoredQuestion> {
  const { prompt, prompt_P, view, role } = question;
  check(
    group.prompt === prompt,
    `the ${role.id} role would be asked something else at turn ${view.turn} today than was recorded: this game was ` +
      'played with other settings or by another version, and cannot be played on',
  );
  const { branches } = group;
  const own = by.kind === 'silence' ? silence : by.kind === 'text' ? said(settings, question, by.text) : undefined;
  const answered = { ...question, completions: own ? [...branches, own] : branches };
  const [tried_K = []] = await tryAnswers(settings, [answered], runner);
  const added = own ? groupOf(settings, answered, tried_K).group.branches.slice(-1) : [];
  const trunk = own ? branches.length : by.kind === 'branch' ? by.branch : group.trunk;
  const tried = present(tried_K[trunk], `there is no branch ${trunk + 1}: the group has ${branches.length}`);
  return { group: { ...group, prompt_P, branches: [...branches, ...added], trunk }, chosen: tried.trial };
}

/** A person's text as if the role had said it; it was not drawn, so its log-probabilities are 0. */
function said({ tokenizer }: PlaySettings, { group, role, view }: AskedQuestion, text: string): Completion {
  const text_T = tokenizer.encode(text);
  const whole = view.environment.wording.words?.(view.state) === text_T.length; // answers that need no end
  const token_T = whole ? text_T : [...text_T, tokenizer.endToken];
  check(
    token_T.length <= group.maxTokens,
    `the ${role.id} role may answer with ${group.maxTokens - 1} tokens, and this is ${token_T.length - 1}: shorten it`,
  );
  const understood = tokenizer.decode(token_T);
  check(understood === text, `the model has no tokens for all of “${text}”, it would read “${understood}”`);
  return { token_T, logp_T: token_T.map(() => 0), stop: whole ? 'length' : 'end' };
}
