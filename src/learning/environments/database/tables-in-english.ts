// Tables on people, towns and things that nobody has heard of, and questions in English: looked up, joined, counted,
// summed and compared. Questions are made with the SQL that answers them; the answers are worked out here, without it.
import type { Rng } from '../../../basics/rng';
import { grammarInEnglish } from '../passage-search/facts-in-english';
import { type Asked, cellOf, type DrawDatabase, type Table, type Value } from './tables';

const trades = ['baker', 'carpenter', 'mason', 'miller', 'potter', 'smith', 'weaver'] as const;

export const drawInEnglish: DrawDatabase = (rng, rows) => {
  const { subjects } = grammarInEnglish(5 * rows, rng);
  const [people = [], towns = [], things = [], regions = []] = ['person', 'town', 'thing', 'region'].map(
    (kind) => subjects[kind],
  );
  const numbered = (names: readonly string[], rest: () => readonly Value[]) =>
    names.map((name, place) => [place + 1, name, ...rest()]);
  const one = (of: readonly unknown[]) => 1 + rng.integer(of.length);
  const town: Table = {
    name: 'town',
    columns: ['id INTEGER PRIMARY KEY', 'name TEXT', 'region TEXT', 'founded INTEGER'],
    rows: numbered(towns.slice(0, Math.ceil(rows / 4)), () => [rng.pick(regions), 1200 + rng.integer(400)]),
  };
  const person: Table = {
    name: 'person',
    columns: ['id INTEGER PRIMARY KEY', 'name TEXT', 'town_id INTEGER', 'born INTEGER', 'trade TEXT'],
    rows: numbered(people.slice(0, rows), () => [one(town.rows), 1700 + rng.integer(200), rng.pick(trades)]),
  };
  const thing: Table = {
    name: 'thing',
    columns: ['id INTEGER PRIMARY KEY', 'name TEXT', 'maker_id INTEGER', 'town_id INTEGER', 'price INTEGER'],
    rows: numbered(things.slice(0, Math.ceil(rows / 2)), () => [one(person.rows), one(town.rows), 5 + rng.integer(95)]),
  };
  return { tables: [town, person, thing], asked: rng.pick(questions)(rng, { town, person, thing }) };
};

interface Tables {
  readonly town: Table;
  readonly person: Table;
  readonly thing: Table;
}

const text = (value: Value) => `'${String(value).replaceAll("'", "''")}'`;
const rowsWhere = (table: Table, column: string, value: Value) =>
  table.rows.filter((row) => cellOf(table, row, column) === value);

const questions: readonly ((rng: Rng, tables: Tables) => Asked)[] = [
  (rng, { person }) => {
    const row = rng.pick(person.rows);
    const name = cellOf(person, row, 'name');
    const best = `SELECT born FROM person WHERE name = ${text(name)}`;
    return { question: `In which year was ${name} born?`, answer: String(cellOf(person, row, 'born')), best };
  },
  (rng, { person, town }) => {
    const row = rng.pick(person.rows);
    const name = cellOf(person, row, 'name');
    const home = rowsWhere(town, 'id', cellOf(person, row, 'town_id'))[0] ?? [];
    const best = `SELECT town.region FROM person JOIN town ON town.id = person.town_id WHERE person.name = ${text(name)}`;
    return { question: `In which region does ${name} live?`, answer: String(cellOf(town, home, 'region')), best };
  },
  (rng, { person, town }) => {
    const row = rng.pick(town.rows);
    const name = cellOf(town, row, 'name');
    const count = rowsWhere(person, 'town_id', cellOf(town, row, 'id')).length;
    const best = `SELECT count(*) FROM person JOIN town ON town.id = person.town_id WHERE town.name = ${text(name)}`;
    return { question: `How many people live in ${name}?`, answer: String(count), best };
  },
  (rng, { person }) => {
    const trade = rng.pick(trades);
    const year = 1750 + rng.integer(100);
    const count = rowsWhere(person, 'trade', trade).filter((row) => Number(cellOf(person, row, 'born')) < year).length;
    const best = `SELECT count(*) FROM person WHERE trade = ${text(trade)} AND born < ${year}`;
    return {
      question: `How many people who work as a ${trade} were born before ${year}?`,
      answer: String(count),
      best,
    };
  },
  (rng, { thing, town }) => {
    const name = cellOf(town, rowsWhere(town, 'id', cellOf(thing, rng.pick(thing.rows), 'town_id'))[0] ?? [], 'name');
    const id = cellOf(town, rowsWhere(town, 'name', name)[0] ?? [], 'id');
    const sum = rowsWhere(thing, 'town_id', id).reduce((total, row) => total + Number(cellOf(thing, row, 'price')), 0);
    const best = `SELECT sum(thing.price) FROM thing JOIN town ON town.id = thing.town_id WHERE town.name = ${text(name)}`;
    return { question: `What do the things that are kept in ${name} cost together?`, answer: String(sum), best };
  },
  (_, { person }) => {
    const first = [...person.rows].sort(
      (a, b) => Number(cellOf(person, a, 'born')) - Number(cellOf(person, b, 'born')) || Number(a[0]) - Number(b[0]),
    )[0];
    const best = 'SELECT name FROM person ORDER BY born, id LIMIT 1';
    const question = 'Who is the oldest of all people, by year of birth? Of several, the one with the smallest id.';
    return { question, answer: String(cellOf(person, first ?? [], 'name')), best };
  },
];
