import { expect, test } from 'vitest';
import { hashOfJson } from '../files/formats/hash';
import { environmentById } from '../learning/environments';
import { catalogueFrom, definitionsOf } from './run-catalogue';

const problems = [{ question: '1 + 1', answer: '2' }];
const named = async () => ({ world: 'maths', name: 'sums', hash: await hashOfJson(problems) });

test('a run names problems by their hash; they are read from where they are kept', async () => {
  const definitions = { problems: [await named()] };
  expect(await definitionsOf({ definitions }, { readProblems: async () => problems })).toEqual({
    problems: [{ ...(await named()), problems }],
  });
  await expect(definitionsOf({ definitions }, {})).rejects.toThrow('the maths problems "sums" are not kept here');
  const others = definitionsOf({ definitions }, { readProblems: async () => [] });
  await expect(others).rejects.toThrow('the maths problems "sums" are others than the run names');
});

test('a run that brings nothing along needs nothing', async () => {
  expect(await definitionsOf({}, {})).toEqual({});
  const { environmentById: found } = await catalogueFrom(
    {},
    { openMakers: () => Promise.reject(new Error('not needed')) },
  );
  expect(found('sokoban')).toBe(environmentById('sokoban'));
});

test('modules are made by what is opened for them', async () => {
  const own = { ...environmentById('plan-path'), card: { ...environmentById('plan-path').card, id: 'mine' } };
  const module = { card: own.card, source: 'export …' };
  const openMakers = async () => ({ world: () => own });
  expect((await catalogueFrom({ modules: [module] }, { openMakers })).environmentById('mine')).toBe(own);
});
