// Facts of a made-up world, each a passage, and the questions that can be asked of them: a question of one hop asks for
// what a fact says, one of two hops asks it of what another fact names. What the facts are about is handed in
// (facts-in-words.ts, facts-in-english.ts). Everything follows from the seed.
import type { Rng } from '../../../basics/rng';
import type { Passage } from '../problems';

/** What is indexed and shown: a title – what the fact is about –, and the fact. */
export type { Passage };

/** What somebody may ask: the answer, and the passages that say it, by their numbers in the order of the hops. */
export interface Question {
  readonly question: string;
  readonly answer: string;
  readonly needed: readonly number[];
}

/** A relation between subjects of one kind and what is said of them. */
export interface Relation {
  readonly of: string;
  /** Another kind of subject, which can be asked on. */
  readonly to?: string;
  /** Of a relation that leads to no subject. */
  readonly value?: (rng: Rng) => string;
  /** What the passage says; the title is the subject. */
  readonly says: (subject: string, object: string) => string;
  readonly asks: (subject: string) => string;
  /** "the town where X lives": stands for the object of a relation with `to`. */
  readonly names?: (subject: string) => string;
  /** Only on the way to what is asked. */
  readonly between?: true;
}

export interface Grammar {
  /** Names of each kind, all different. */
  readonly subjects: Readonly<Record<string, readonly string[]>>;
  readonly relations: readonly Relation[];
}

export interface Facts {
  readonly passages: readonly Passage[];
  /** A question of one hop or of two. */
  draw(rng: Rng, hops: number): Question;
  /** Everything that is the answer to some question, each once. */
  readonly answers: readonly string[];
}

interface Fact {
  readonly relation: Relation;
  readonly subject: string;
  readonly object: string;
}

/** A fact for each subject and relation. */
export function factsOf({ subjects, relations }: Grammar, rng: Rng): Facts {
  const facts: Fact[] = [];
  const placeOf = new Map<string, number>();
  const keyOf = (subject: string, relation: Relation) => `${relations.indexOf(relation)} ${subject}`;
  for (const relation of relations)
    for (const subject of subjects[relation.of] ?? []) {
      const others =
        relation.to === undefined ? [] : (subjects[relation.to] ?? []).filter((other) => other !== subject);
      placeOf.set(keyOf(subject, relation), facts.length);
      facts.push({ relation, subject, object: relation.value?.(rng) ?? rng.pick(others) });
    }
  const factOf = (subject: string, relation: Relation) => placeOf.get(keyOf(subject, relation)) as number;
  const links = relations.filter(({ to, names }) => names && relations.some(({ of }) => of === to));
  const last = [...facts.keys()].filter((place) => !facts[place]?.relation.between);
  const draw = (random: Rng, hops: number): Question => {
    if (hops === 1) {
      const place = random.pick(last);
      const { relation, subject, object } = facts[place] as Fact;
      return { question: relation.asks(subject), answer: object, needed: [place] };
    }
    const link = random.pick(links);
    const subject = random.pick(subjects[link.of] ?? []);
    const first = factOf(subject, link);
    const middle = (facts[first] as Fact).object;
    const relation = random.pick(relations.filter(({ of, between }) => of === link.to && !between));
    const second = factOf(middle, relation);
    const question = relation.asks(link.names?.(subject) ?? subject);
    return { question, answer: (facts[second] as Fact).object, needed: [first, second] };
  };
  return {
    passages: facts.map(({ relation, subject, object }) => ({ title: subject, text: relation.says(subject, object) })),
    draw,
    answers: [...new Set(last.map((place) => (facts[place] as Fact).object))],
  };
}
