import { expect, test } from 'vitest';
import { databaseCard } from './database/card';
import { database } from './database/database';
import { giveRules, listedByCard } from './sealed';

test('a world that is listed by its card says so until it is given its rules', () => {
  const listed = listedByCard(databaseCard);
  expect(listed.card.name).toBe('Database');
  expect(() => listed.start(1, {})).toThrow(/Database has no rules yet/);
  expect(() => giveRules([], database)).toThrow(/no world "database" is listed/);
  giveRules([listed], database);
  const state = listed.start(1, {});
  expect(listed.picture(state)).toEqual(database.picture(database.start(1, {}) as never));
});
