import { expect, test } from 'vitest';
import { lastModel } from './last-model';

test('what was read is kept until another model is read, or its files are gone', async () => {
  const read: string[] = [];
  const models = lastModel(async (model) => {
    read.push(model);
    return model;
  });
  expect(await Promise.all([models.of('a'), models.of('a')])).toEqual(['a', 'a']);
  models.forget('b');
  expect(await models.of('a')).toBe('a');
  expect(read).toEqual(['a']);
  await models.of('b');
  await models.of('a');
  models.forget('a');
  await models.of('a');
  expect(read).toEqual(['a', 'b', 'a', 'a']);
});

test('a failure is not kept', async () => {
  let fails = true;
  const models = lastModel((model) => (fails ? Promise.reject(new Error('no')) : Promise.resolve(model)));
  await expect(models.of('a')).rejects.toThrow('no');
  fails = false;
  expect(await models.of('a')).toBe('a');
});
