// Worlds known by their cards. One that is large is listed so until its rules are given (whole.ts): the page's first
// look needs no more of it.
import { ExpectationError, present } from '../../basics/check';
import { type Environment, type EnvironmentCard, noCalls } from './environment';

/** A world that is known by its card alone: whatever is asked of it says why it is not here. */
export function sealed(card: EnvironmentCard, why: string): Environment {
  const refuse = (): never => {
    throw new ExpectationError(why);
  };
  return {
    card,
    start: refuse,
    act: refuse,
    solved: refuse,
    remaining: refuse,
    legal: refuse,
    random: refuse,
    solve: refuse,
    picture: refuse,
    wording: {
      title: 'map',
      describe: refuse,
      describeAfter: refuse,
      write: refuse,
      read: refuse,
      help: '',
      symbolsPerMove: 1,
    },
    calls: noCalls,
  };
}

/** Ids of the worlds that are listed and have no rules yet. */
const waiting = new Set<string>();

export function awaitsRules(id: string): boolean {
  return waiting.has(id);
}

/** A world for a list, which gets its rules by `giveRules`. */
export function listedByCard(card: EnvironmentCard): Environment {
  waiting.add(card.id);
  return sealed(card, `${card.name} has no rules yet: environments/whole.ts comes first`);
}

/** From here on the world of this id plays by these rules. Throws where the list has none. */
export function giveRules<State, Action>(list: readonly Environment[], world: Environment<State, Action>): void {
  const { id } = world.card;
  const listed = list.find(({ card }) => card.id === id);
  Object.assign(
    present(listed, () => `no world "${id}" is listed`),
    world,
  );
  waiting.delete(id);
}
