// Guide and walker for a small language model: the guide is told in words how the goal lies from the walker, and each
// role is shown a few turns and their answers first. Shown the map as drawn, a model of 135 million parameters repeats
// the answer it was shown, and there is nothing to compare (models/LOG.md, 2026-11-28).
import { guideAndWalker } from '../../environments/guide-and-walker/guide-and-walker';
import { placesOn } from '../../environments/places';
import type { ChatMessage } from '../../language/chat-template';
import type { Role, View } from '../role';
import type { Team } from '../team';
import { teamOfPlayers } from './players';

interface Shown {
  /** What is seen, and the answer to it. */
  readonly examples: readonly (readonly [seen: string, answer: string])[];
  /** What it sees in words; absent where it is shown what its player sees. */
  readonly inWords?: (view: View) => string;
}

const shown: Readonly<Record<string, Shown>> = {
  guide: {
    examples: [
      ['The goal is 2 up and 3 left.', 'U U L L'],
      ['The goal is 1 down and 2 right.', 'D R R'],
      ['The goal is 3 down.', 'D D D'],
    ],
    inWords: goalInWords,
  },
  walker: {
    examples: [
      ['? - ?\n# @ -\n? - ?\nhear U U L L', 'U U L L'],
      ['? - ?\n- @ -\n? # ?\nhear R D', 'R D'],
    ],
  },
};

/** "The goal is 1 down and 2 right.", and the notes of the turn; the map's blocked cells are not in it. */
function goalInWords({ environment, state }: View): string {
  const map = environment.picture(state).join('\n');
  const [walker, goal] = ['@', '.'].map((symbol) => placesOn(map, symbol)[0]);
  if (!walker || !goal) return 'The goal is reached.';
  const way = [
    inDirection(goal.row - walker.row, 'up', 'down'),
    inDirection(goal.column - walker.column, 'left', 'right'),
  ];
  const notes = environment.wording.notes?.(state) ?? '';
  return `The goal is ${way.filter(Boolean).join(' and ')}.\n${notes}`;
}

function inDirection(cells: number, below: string, above: string): string {
  return cells === 0 ? '' : `${Math.abs(cells)} ${cells < 0 ? below : above}`;
}

function shownFirst(role: Role): Role {
  const { examples, inWords } = shown[role.id] ?? { examples: [] };
  const pairs = examples.flatMap(([seen, answer]): ChatMessage[] => [
    { role: 'user', content: `Turn 1. You see:\n${seen}` },
    { role: 'assistant', content: answer },
  ]);
  const asked = (view: View, { content }: ChatMessage) =>
    inWords ? `Turn ${view.turn}. You see:\n${inWords(view)}` : content;
  return {
    ...role,
    instruct: {
      maxTokens: (symbols) => 2 * symbols + 2,
      ask: (view, moveBudget) =>
        role.instruct
          .ask(view, moveBudget)
          .flatMap((message) =>
            message.role === 'user' ? [...pairs, { ...message, content: asked(view, message).trimEnd() }] : [message],
          ),
    },
  };
}

const usual = teamOfPlayers(guideAndWalker.card, guideAndWalker.card.players ?? []);

export const shownOneWalk: Team = {
  ...usual,
  id: 'shown-one-walk',
  name: 'Guide and walker, shown a walk',
  sentence: `${usual.sentence} The guide is told in words how the goal lies; both are shown a few turns first, in letters, up to four a turn.`,
  roles: usual.roles.map(shownFirst),
};
