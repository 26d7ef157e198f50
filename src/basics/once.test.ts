import { expect, test } from 'vitest';
import { once } from './once';

test('it is made at the first call, once for all who ask', async () => {
  let calls = 0;
  const asked = once(async () => ++calls);
  expect(calls).toBe(0);
  expect(await Promise.all([asked(), asked()])).toEqual([1, 1]);
  expect(await asked()).toBe(1);
});

test('a failure is told to all who wait, and the next call tries again', async () => {
  let calls = 0;
  const asked = once(async () => {
    if (++calls === 1) throw new Error('the disk sleeps');
    return calls;
  });
  const waiting = [asked(), asked()];
  for (const one of waiting) await expect(one).rejects.toThrow('the disk sleeps');
  expect(await asked()).toBe(2);
  expect(await asked()).toBe(2);
});

test('what is gone is made again; an older one that goes late takes nothing with it', async () => {
  const endings: (() => void)[] = [];
  const asked = once(async (forget) => endings.push(forget));
  expect(await asked()).toBe(1);
  endings[0]?.();
  expect(await asked()).toBe(2);
  endings[0]?.();
  expect(await asked()).toBe(2);
});
