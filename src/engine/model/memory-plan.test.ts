// The plan of a 135M shape on the limits every adapter has: LoRA of rank 16, 32 groups of 8 answers.
import { expect, test } from 'vitest';
import { readConfig } from '../../contract/model-config';
import { config135m } from '../subjects/config-135m';
import { halvedRooms, type MemoryWishes, planMemory, type Rooms, usualBudget } from './memory-plan';

const gib = 2 ** 30;
const shape = readConfig(config135m);
const limits = { maxBufferSize: 256 * 2 ** 20, maxStorageBufferBindingSize: 128 * 2 ** 20 };
const adapter = { kind: 'adapter', rank: 16 } as const;
const plan = (changes: Partial<Parameters<typeof planMemory>[0]> = {}) =>
  planMemory({
    config: shape,
    limits,
    precision: 'f32',
    budget: 4 * gib,
    policies: [adapter, adapter],
    batch: { groups: 32, branches: 8, promptTokens: 256, answerTokens: 64 },
    ...changes,
  });

test.each([
  ['f32', 4, 64, 12],
  ['f32', 4, 64, 64],
  ['f32', 4, 256, 12],
  ['f32', 4, 256, 64],
  ['f16', 2, 64, 12],
  ['f16', 2, 256, 64],
  ['int8', 2, 256, 64],
  ['int4', 1, 64, 12],
  ['int4', 1, 256, 64],
] as const)(
  '135M, %s base, fits in %i GiB: prompts of %i, answers of %i tokens',
  (precision, room, promptTokens, answerTokens) => {
    const batch = { groups: 32, branches: 8, promptTokens, answerTokens };
    const planned = plan({ precision, budget: room * gib, batch });
    expect(planned.total).toBeLessThanOrEqual(room * gib);
    const bytes = { f32: 4, f16: 2, int8: 9 / 8, int4: 5 / 8 }[precision]; // int4: and the table as int8
    expect(planned.weights).toBeGreaterThan(bytes * 134e6);
    expect(planned.weights).toBeLessThan((precision === 'int4' ? 1.2 : 1.01) * bytes * 134.6e6);
  },
);

test('the less memory, the more micro-batches; then layers are computed again; then it is refused in words', () => {
  const most = [6, 4, 2, 1.5, 1].map((room) => plan({ budget: room * gib }));
  const batches = most.map(({ microBatches }) => microBatches);
  expect(most[0]?.checkpointing).toBe('everything');
  expect(most.at(-1)?.checkpointing).toBe('inputs');
  for (const [index, { total, budget, checkpointing }] of most.entries()) {
    expect(total).toBeLessThanOrEqual(budget);
    if (index > 0 && checkpointing === most[index - 1]?.checkpointing)
      expect(batches[index]).toBeGreaterThanOrEqual(batches[index - 1] as number);
  }
  expect(() => plan({ budget: 0.5 * gib })).toThrow(
    'the model needs 0.50 GiB and its 2 policies 0.15 GiB, there are 0.50 GiB for everything: use a smaller model, an f16, int8 or int4 base, or adapters of lower rank',
  );
  expect(() => plan({ budget: 0.7 * gib })).toThrow(
    /a group of .* needs \d+ MiB beside weights and adapters, there are \d+ MiB: use fewer branches, shorter prompts or answers/,
  );
});

test('a run that trains nothing needs the model and room to sample', () => {
  const planned = plan({ policies: [] });
  expect(planned).toMatchObject({ policies: 0, training: 0, microBatches: 0 });
  expect(planned.total).toBe(planned.weights + planned.sampling);
});

test('without a word from a person: what the adapter promises, within bounds', () => {
  expect(usualBudget({ maxBufferSize: 256 * 2 ** 20 }, false)).toBe(gib);
  expect(usualBudget({ maxBufferSize: 16 * gib }, false)).toBe(4 * gib);
  expect(usualBudget({ maxBufferSize: 16 * gib }, true)).toBe(2 * gib);
});

test('a plan is halved until every group is alone, and never below what one group needs', () => {
  const wishes: MemoryWishes = {
    config: shape,
    limits,
    precision: 'f32',
    budget: 4 * gib,
    policies: [adapter, adapter],
    batch: { groups: 32, branches: 8, promptTokens: 256, answerTokens: 64 },
  };
  const first = planMemory(wishes);
  const plans = [first];
  let rooms: Rooms | undefined;
  while (plans.length < 30) {
    rooms = halvedRooms({ ...wishes, rooms });
    if (!rooms) break;
    const last = plans.at(-1)!;
    expect(rooms.sampling).toBe(Math.floor(last.sampling / 2));
    expect(rooms.training).toBe(Math.floor(last.training / 2));
    const halved = planMemory({ ...wishes, rooms });
    const { weights, policies } = first;
    expect(halved).toMatchObject({ weights, policies });
    expect(halved.total).toBeLessThan(last.total);
    plans.push(halved);
  }
  expect(plans.length).toBeGreaterThan(2);
  expect(plans[1]!.training).toBeLessThanOrEqual(first.training / 2);
  expect(plans[1]!.sampling).toBeLessThanOrEqual(first.sampling / 2);
  expect(plans.at(-1)).toMatchObject({ samplingBatches: 32, microBatches: 32, checkpointing: 'inputs' });
});
