// The questions that other trainers learn from: a row for each, with where its game stands. The first role is asked
// about the problems that the run would go on with; what later roles are asked depends on what was answered before, so
// theirs are the questions of the kept rollouts, as they came up. A row is a group of AT-GRPO: one role, one turn, one
// prompt, and as many answers as the trainer likes. It does not know how rows are written.
import type { ChatMessage } from '../../../learning/language/chat-template';
import type { StepTree, WorldRecord } from '../../../learning/rollouts/transcript';
import type { Asked, Game, GameMaster, Said } from '../shared/game';

const trainingProblems = 512;
const validationProblems = 64;
/** Of the kept games every so manieth is for validation, the second first. */
const heldOut = 10;

export interface Question extends Asked {
  readonly game: Game;
}

export interface RoleQuestions {
  readonly train: readonly Question[];
  readonly validation: readonly Question[];
}

export interface QuestionSources {
  readonly master: GameMaster;
  /** The ids of the run's worlds, in order. */
  readonly worlds: readonly string[];
  readonly trees: AsyncIterable<StepTree>;
  /** The prompt of a conversation, as the run's model was asked. */
  readonly promptOf: (messages: readonly ChatMessage[]) => string;
}

/** By role; roles that were asked less than twice are absent. */
export async function questionsOf(sources: QuestionSources): Promise<Map<string, RoleQuestions>> {
  const { master, trees } = sources;
  const sorted = new Map<string, { train: Map<string, Question>; validation: Map<string, Question> }>();
  const add = (split: 'train' | 'validation', question: Question) => {
    const of = sorted.get(question.role) ?? { train: new Map(), validation: new Map() };
    sorted.set(question.role, of);
    const key = JSON.stringify([question.messages, question.game]);
    if (!of.train.has(key) && !of.validation.has(key)) of[split].set(key, question);
  };
  const openings = {
    train: master.trainingProblems(trainingProblems),
    validation: master.validationProblems(validationProblems),
  };
  for (const split of ['validation', 'train'] as const)
    for (const problem of openings[split]) {
      const game = { ...problem, said: [] };
      const { next } = await master.stand(game);
      if (next) add(split, { ...next, game });
    }
  let played = 0;
  for await (const tree of trees)
    for (const world of tree.worlds) {
      const asked = await askedIn(sources, world);
      const held = asked.length > 0 && played++ % heldOut === 1;
      for (const question of asked) add(held ? 'validation' : 'train', question);
    }
  const lists = [...sorted].map(([role, { train, validation }]) => {
    const [first, ...others] = [...train.values()];
    // a role that was asked in one game only
    return validation.size === 0 && first
      ? ([role, { train: others, validation: [first] }] as const)
      : ([role, { train: [...train.values()], validation: [...validation.values()] }] as const);
  });
  return new Map(lists.filter(([, { train }]) => train.length > 0));
}

/** The questions of a kept game; none where it was played otherwise than the run's settings say. */
async function askedIn({ master, worlds, promptOf }: QuestionSources, record: WorldRecord): Promise<Question[]> {
  for (const [world, id] of worlds.entries()) {
    if (id !== record.environment) continue;
    const found: Question[] = [];
    const said: Said[] = [];
    for (const { role, turn, prompt, branches, trunk } of record.groups) {
      const game = { world, seed: record.seed, said: [...said] };
      const { next } = await master.stand(game);
      if (next?.role !== role || next.turn !== turn || promptOf(next.messages) !== prompt) break;
      found.push({ ...next, game });
      const chosen = branches[trunk];
      if (chosen) said.push({ text: chosen.text, ended: chosen.stop === 'end' });
    }
    if (found.length === record.groups.length) return found;
  }
  return [];
}

/** A row of the file, in the columns that verl reads; TRL's reward function looks at the same. */
export function rowOf({ messages, game, role, turn }: Question, index: number) {
  return {
    data_source: 'grove',
    prompt: messages,
    reward_model: { style: 'rule', ground_truth: JSON.stringify(game) },
    extra_info: { index, role, turn },
  };
}
