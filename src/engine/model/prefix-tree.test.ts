import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { readConfig } from '../../contract/model-config';
import { slotsSeen } from '../kernels/attention/twin';
import { rowLayout } from '../kernels/shared/layouts';
import { config135m } from '../subjects/config-135m';
import { leastSharedInSampling, leastSharedTokens, prefixTree } from './prefix-tree';
import { NONE, type PackedTraining, packTraining } from './rows';

describe('a tree of prompts', () => {
  test('lies depth-first, and each prompt shares what it begins with like the one before it', () => {
    const prompts = [[5, 6, 7, 1], [9], [5, 6, 2, 2], [5, 6, 7], [5, 6, 7, 4, 4]];
    expect(prefixTree(prompts, 2)).toEqual({ order: [2, 3, 0, 4, 1], shared: [0, 2, 3, 3, 0] });
    expect(prefixTree(prompts, 3)).toEqual({ order: [2, 3, 0, 4, 1], shared: [0, 0, 3, 3, 0] });
  });

  test('keeps the order of prompts that share too little', () => {
    const prompts = [[5, 6, 7, 1], [9], [5, 6, 2, 2]];
    expect(prefixTree(prompts, 3)).toEqual({ order: [0, 1, 2], shared: [0, 0, 0] });
    expect(prefixTree(prompts, Number.POSITIVE_INFINITY).order).toEqual([0, 1, 2]);
  });

  test('leaves every prompt its last token: equal prompts predict for themselves', () => {
    expect(prefixTree([[4, 4, 4], [4, 4, 4], [1]], 1)).toEqual({ order: [2, 0, 1], shared: [0, 0, 2] });
    expect(prefixTree([[4], [4]], 1).shared).toEqual([0, 0]);
  });

  test('begins where a prefix is worth it: after ten tokens of 135M parameters, never for the model that ships', () => {
    expect(leastSharedTokens(readConfig(config135m))).toBe(10);
    const sprout = JSON.parse(readFileSync(new URL('../../../models/sprout/config.json', import.meta.url), 'utf8'));
    expect(leastSharedTokens(readConfig(sprout))).toBeGreaterThan(sprout.max_position_embeddings);
    // on a processor, where answers are sampled, after eight of either
    for (const config of [config135m, sprout]) expect(leastSharedInSampling(readConfig(config), true)).toBe(8);
    expect(leastSharedInSampling(readConfig(config135m), false)).toBe(10);
  });
});

describe('its rows', () => {
  const rng = rngFrom('prefix tree');
  const tokens = (count: number) => Array.from({ length: count }, () => rng.integer(3));
  // three letters and short prompts: many branchings, some prompts equal, some that begin another
  const groups = Array.from({ length: 60 }, () => ({
    prompt_P: tokens(1 + rng.integer(7)),
    completions: Array.from({ length: rng.integer(4) }, () => ({
      token_T: tokens(rng.integer(5)),
      oldLogp_T: [],
      advantage: 1,
    })),
  }));
  const { order, shared } = prefixTree(
    groups.map(({ prompt_P }) => prompt_P),
    1,
  );
  const ordered = order.map((g) => groups[g]!);
  const weight_GK = ordered.map(({ completions }) => completions.map(() => 1));
  const options = { weight_GK, adapter: NONE, vocabulary: 3 };
  const tree = packTraining(ordered, { ...options, shared });
  const row = (packed: PackedTraining, index: number) => rowLayout.row(packed.rows, index);
  const seen = slotsSeen(tree.rows, tree.count, tree.paths);

  test('see their own text, every token of it at its position, and nothing else', () => {
    expect(tree.predictions.length).toBeGreaterThan(50);
    for (const [prediction, index] of tree.predictions.entries()) {
      for (let target = tree.starts[prediction]!; target < tree.starts[prediction + 1]!; target++) {
        const { group, completion, token } = tree.places[target]!;
        const { prompt_P, completions } = ordered[group]!;
        const text = [...prompt_P, ...completions[completion]!.token_T.slice(0, token)];
        expect(seen[index]!.map((slot) => row(tree, slot).token)).toEqual(text);
        expect(seen[index]!.map((slot) => row(tree, slot).position)).toEqual([...text.keys()]);
      }
    }
  });

  test('are seen by the rows up to attendEnd and by no others', () => {
    for (let slot = 0; slot < tree.count; slot++) {
      const seenBy = seen.flatMap((slots, index) => (slots.includes(slot) ? [index] : []));
      const { attendEnd } = row(tree, slot);
      expect(seenBy).toEqual(Array.from({ length: attendEnd - slot }, (_, index) => slot + index));
    }
  });

  test('are fewer by what is shared, and score the same tokens', () => {
    const plain = packTraining(ordered, options);
    expect(tree.count).toBe(plain.count - shared.reduce((sum, count) => sum + count, 0));
    expect(tree.places).toEqual(plain.places);
    expect(plain.paths).toHaveLength(0);
  });
});
