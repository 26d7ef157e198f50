// Influence: how often a turn comes to something else when a role's answer is replaced by what it says to another
// problem (C4). Both answers are followed by the same roles with the same chance, so a role that nobody heeds has an
// influence of 0 exactly, and so has one that says the same whatever it sees. Siblings would not do: those of a settled
// code are all alike, though everything depends on them.
import { type BranchRecord, type GroupRecord, measuringTokens } from './transcript';

export interface Influence {
  /** Of all plays that followed a branch those that end otherwise – in the team term, or in whether it is solved – than
   *  the same play after the replacement. */
  readonly share: number;
  /** Plays that were compared. */
  readonly plays: number;
  /** Generated to measure it, beside the tokens that learning costs. */
  readonly tokens: number;
}

interface Compared extends Pick<GroupRecord, 'elsewhere'> {
  readonly branches: readonly Pick<BranchRecord, 'followed'>[];
}

/** Of the role that these groups are of; undefined where no answer of it was replaced. */
export function influenceOf(groups: readonly Compared[]): Influence | undefined {
  let plays = 0;
  let changed = 0;
  for (const { branches, elsewhere } of groups) {
    if (!elsewhere) continue;
    for (const { followed = [] } of branches) {
      plays += followed.length;
      changed += followed.filter(({ team, solved }, play) => {
        const instead = elsewhere.followed[play];
        return instead?.team !== team || instead.solved !== solved;
      }).length;
    }
  }
  return plays === 0 ? undefined : { share: changed / plays, plays, tokens: measuringTokens(groups) };
}
