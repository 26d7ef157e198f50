// The words that somebody needs who has never heard of this kind of training, each said in at most two sentences: in
// the order in which they come up, from playing to learning to measuring. They stand on the page behind dotted words
// (term.tsx) and in one list (glossary-list.tsx). At most twenty: dotted words everywhere would be noise.
import { mismatchTolerance } from '../../learning/training/mismatch-gate';

interface Entry {
  readonly term: string;
  readonly meaning: string;
}

export const glossary = {
  role: {
    term: 'Role',
    meaning: 'One player’s part in the team: what it is shown, and what it has to answer. A policy answers for it.',
  },
  policy: {
    term: 'Policy',
    meaning:
      'The weights that answer for a role: a base model with an adapter, or with all its weights trained. Several roles may share one.',
  },
  lora: {
    term: 'LoRA adapter',
    meaning:
      'A few extra weights that are added to a base model, which itself stays as it is. Only they are trained, so what was learnt is a small file.',
  },
  turn: {
    term: 'Turn',
    meaning: 'One round of a game, in which each role answers once. A team has a limited number of them.',
  },
  branch: {
    term: 'Branch',
    meaning: 'One of the answers that a role tries at its turn, each on its own copy of the world.',
  },
  trunk: {
    term: 'Trunk',
    meaning: 'The branch that the game goes on from. As a rule it is the one with the highest reward.',
  },
  reward: {
    term: 'Reward',
    meaning:
      'What an answer earns, as a number. As a rule it counts what the answer does for the team, and whether it can be read, is valid and gets closer.',
  },
  group: {
    term: 'Group',
    meaning:
      'The answers of one role in one turn of one world, all to the same prompt. They are compared with each other, unless a run compares whole games.',
  },
  flat: {
    term: 'Flat group',
    meaning:
      'A group whose answers all earned the same, or nearly: none is better than another. Unless a setting keeps it, it trains nothing.',
  },
  advantage: {
    term: 'Advantage',
    meaning:
      'An answer’s reward less the mean of its group, as a rule divided by the group’s standard deviation. Training makes answers above zero likelier, those below zero less likely.',
  },
  ratio: {
    term: 'Ratio and clip',
    meaning:
      'The ratio is how much likelier a token has become since it was sampled. Once it has gone far enough in the direction of the advantage, the clip takes away its gradient.',
  },
  entropy: {
    term: 'Entropy',
    meaning: 'How undecided a policy is about its next token, in nats. Towards zero it stops trying anything new.',
  },
  kl: {
    term: 'KL to base',
    meaning:
      'How far a policy has moved from the base model in what it says, in nats per token (Kullback–Leibler divergence). At zero both say the same.',
  },
  influence: {
    term: 'Influence',
    meaning:
      'How often a turn comes to something else when a role’s answer is replaced by what it says to another problem. At zero nothing depends on it.',
  },
  mismatch: {
    term: 'Engine mismatch',
    meaning:
      'The largest difference between the log-probabilities that sampler and trainer give the same token before the update. ' +
      `It should be next to 0: above ${mismatchTolerance} the step is not applied and the run stops.`,
  },
  checkpoint: {
    term: 'Checkpoint',
    meaning:
      'A run as it was saved after a step, with all that is needed to go on. A run reports the one that does best on validation problems.',
  },
  validation: {
    term: 'Validation problems',
    meaning:
      'Problems on which a team is measured while it trains; in nearly all worlds none of them is trained on. They choose the checkpoint, so success on them flatters a little.',
  },
  test: {
    term: 'Test problems',
    meaning:
      'Problems that choose no checkpoint and, in nearly all worlds, are not trained on. At its end a run measures the trained team on them, beside the untrained one.',
  },
  greedy: {
    term: 'Greedy',
    meaning:
      'The likeliest token is taken each time and none is drawn by chance. In evaluations a team answers like this unless its settings say otherwise.',
  },
  untrained: {
    term: 'Untrained',
    meaning: 'The same team without any training: the base model answers for every role.',
  },
} as const satisfies Readonly<Record<string, Entry>>;

export type TermId = keyof typeof glossary;

export const termIds = Object.keys(glossary) as readonly TermId[];
