import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { unless } from './unless';

const never = new Promise<never>(() => {});
const pending = () => new Promise<string>(() => {});

test("work's own end is handed on", async () => {
  await expect(unless(never)(Promise.resolve(7))).resolves.toBe(7);
  await expect(unless(never)(Promise.reject(new Error('its own')))).rejects.toThrow('its own');
});

test('a failure ends what waits, and whatever is asked afterwards', async () => {
  let fail = (_: Error): void => {};
  const guarded = unless(
    new Promise<never>((_, reject) => {
      fail = reject;
    }),
  );
  const waiting = [guarded(pending()), guarded(pending())];
  fail(new Error('gone'));
  for (const one of waiting) await expect(one).rejects.toThrow('gone');
  await expect(guarded(pending())).rejects.toThrow('gone');
});

test('work that fails after the failure is nobody’s unhandled rejection', async () => {
  const late = Promise.reject(new Error('late')).finally(() => new Promise((resolve) => setTimeout(resolve, 1)));
  await expect(unless(Promise.reject(new Error('gone')))(late)).rejects.toThrow('gone');
  await late.catch(() => undefined);
});

test('results are not kept, though the failure may still come', async () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const guarded = unless(never);
  let made: WeakRef<object>[] = [];
  for (let k = 0; k < 20; k++) {
    const result = await guarded(Promise.resolve({ tree: new Array(1000).fill(k) }));
    made = [...made, new WeakRef(result)];
  }
  await new Promise((resolve) => setTimeout(resolve, 5));
  collect();
  // the last may lie in a register still
  expect(made.filter((one) => one.deref() !== undefined).length).toBeLessThanOrEqual(1);
});
