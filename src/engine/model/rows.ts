// How groups become rows: [prompt | completion 1 | … | completion K] per group, groups one after another, nothing padded but each
// policy's range to whole tiles of 32. A row is eight words, the same for training, prompts and decoding:
//   0 token · 1 position · 2 slot of its key and value · 3, 4 prefix slots it sees [start, end) · 5 first own slot it sees (up to its own) ·
//   6 end of the rows that see this slot (training) · 7 its prediction (NONE), or its branch when decoding
// A table of tiles says which rows are live (tile-table.ts).
// A branch is eight words: seed · prefix start · prefix end · first own slot · max tokens (0: padding) · temperature's bits · prediction of its prompt.
import { check, present } from '../../basics/check';
import type { PromptGroup, TrainingGroup } from '../../contract/learner';
import { tileRows, tilesOf } from './tile-table';

export const NONE = 0xffffffff;

export interface PackedRows {
  readonly rows: Uint32Array;
  readonly tiles: Uint32Array;
  readonly count: number;
  /** Rows whose next token is wanted, in order. */
  readonly predictions: readonly number[];
}

export interface PackedTraining extends PackedRows {
  /** First target of each prediction, and the end. */
  readonly starts: Uint32Array;
  /** Eight words: token, oldLogp, refLogp, advantage, weight, 1 ÷ temperature (floats' bits). */
  readonly targets: Uint32Array;
  /** Which completion token each target is. */
  readonly places: readonly { readonly group: number; readonly completion: number; readonly token: number }[];
  readonly longest: number;
  /** Keys that a row sees, on average. */
  readonly meanKeysPerRow: number;
  /** Rows sorted by token: starts per token, and rows. */
  readonly rowsByToken: { readonly starts: Uint32Array; readonly rows: Uint32Array };
}

/** Rows a group makes: the last token of a completion is predicted, but predicts nothing. */
export const rowsOfGroup = (group: TrainingGroup): number =>
  group.prompt_P.length + group.completions.reduce((sum, { token_T }) => sum + Math.max(0, token_T.length - 1), 0);

/** What a group adds to a batch: rows, predicting rows (the prompt's last among them), and completion tokens. */
export function sizeOfGroup(group: TrainingGroup): { rows: number; predictions: number; targets: number } {
  const rows = rowsOfGroup(group);
  const targets = group.completions.reduce((sum, { token_T }) => sum + token_T.length, 0);
  return { rows, predictions: targets > 0 ? rows - group.prompt_P.length + 1 : 0, targets };
}

/** Rows of a training batch; weight_GK is each token's share of the loss, per completion. */
export function packTraining(
  groups: readonly TrainingGroup[],
  { weight_GK, adapter, vocabulary }: { weight_GK: readonly (readonly number[])[]; adapter: number; vocabulary: number },
): PackedTraining {
  const count = groups.reduce((sum, group) => sum + rowsOfGroup(group), 0);
  const rows = new Uint32Array(count * 8);
  const predictions: number[] = [];
  const starts: number[] = [];
  const targetWords: { token: number; floats: readonly number[] }[] = [];
  const places: { group: number; completion: number; token: number }[] = [];
  let row = 0;
  let longest = 0;
  const put = (words: readonly number[]) => {
    rows.set(words, row * 8);
    return row++;
  };
  for (const [g, group] of groups.entries()) {
    check(group.prompt_P.length > 0, `a prompt needs at least one token (group ${g} has none)`);
    const { temperature = 1 } = group;
    check(temperature > 0 && Number.isFinite(temperature), `answers are scored at a temperature above 0, got ${temperature}`);
    const first = row;
    const end = first + rowsOfGroup(group);
    const answered = group.completions.some(({ token_T }) => token_T.length > 0);
    for (const [p, token] of group.prompt_P.entries()) {
      const predicts = answered && p === group.prompt_P.length - 1;
      put([known(token, vocabulary), p, row, first, first, first, end, predicts ? predictions.length : NONE]);
    }
    const aim = (k: number, t: number) => {
      const completion = present(group.completions[k], 'completion');
      const oldLogp = completion.oldLogp_T[t] ?? 0;
      const weight = present(weight_GK[g]?.[k], 'weight');
      const token = known(present(completion.token_T[t], 'token'), vocabulary);
      targetWords.push({
        token,
        floats: [oldLogp, completion.refLogp_T?.[t] ?? oldLogp, completion.advantage, weight, 1 / temperature],
      });
      places.push({ group: g, completion: k, token: t });
    };
    const prompt = group.prompt_P.length;
    if (answered) {
      starts.push(targetWords.length);
      predictions.push(row - 1);
      for (const [k, { token_T }] of group.completions.entries()) if (token_T.length > 0) aim(k, 0);
    }
    for (const [k, { token_T }] of group.completions.entries()) {
      longest = Math.max(longest, prompt + token_T.length);
      const own = row;
      for (let t = 0; t + 1 < token_T.length; t++) {
        starts.push(targetWords.length);
        predictions.push(row);
        put([
          known(token_T[t] as number, vocabulary),
          prompt + t,
          row,
          first,
          first + prompt,
          own,
          own + token_T.length - 1,
          predictions.length - 1,
        ]);
        aim(k, t + 1);
      }
    }
  }
  starts.push(targetWords.length);
  const targets = new Uint32Array(targetWords.length * 8);
  const floats = new Float32Array(targets.buffer);
  for (const [t, target] of targetWords.entries()) {
    targets[t * 8] = target.token;
    floats.set(target.floats, t * 8 + 1);
  }
  const tiles = tilesOf([{ first: 0, count, adapter }]);
  return {
    rows,
    tiles,
    count,
    predictions,
    starts: Uint32Array.from(starts),
    targets,
    places,
    longest,
    meanKeysPerRow: keysSeen(rows) / Math.max(1, count),
    rowsByToken: rowsByTokenOf(rows, count, vocabulary),
  };
}

/** Keys that these rows see, all together. */
function keysSeen(rows: Uint32Array): number {
  const word = (at: number) => rows[at] as number;
  let keys = 0;
  for (let at = 0; at < rows.length; at += 8) keys += word(at + 4) - word(at + 3) + word(at + 2) + 1 - word(at + 5);
  return keys;
}

function known(token: number, vocabulary: number): number {
  check(Number.isInteger(token) && token >= 0 && token < vocabulary, `a token lies in 0 … ${vocabulary - 1}, got ${token}`);
  return token;
}

function rowsByTokenOf(rows: Uint32Array, count: number, vocabulary: number): { starts: Uint32Array; rows: Uint32Array } {
  const starts = new Uint32Array(vocabulary + 1);
  const tokenOf = (row: number) => rows[row * 8] as number;
  for (let row = 0; row < count; row++) starts[tokenOf(row) + 1] = (starts[tokenOf(row) + 1] as number) + 1;
  for (let token = 0; token < vocabulary; token++) starts[token + 1] = (starts[token + 1] as number) + (starts[token] as number);
  const next = starts.slice();
  const sorted = new Uint32Array(count);
  for (let row = 0; row < count; row++) {
    const place = next[tokenOf(row)] as number;
    sorted[place] = row;
    next[tokenOf(row)] = place + 1;
  }
  return { starts, rows: sorted };
}

export interface PackedSampling extends PackedRows {
  readonly branches: Uint32Array;
  readonly branchCount: number;
  /** Two words per range of one policy: first branch (= first decoding row), branches. */
  readonly ranges: Uint32Array;
  /** Tiles of the decoding rows; their ends are the GPU's to keep. */
  readonly decodeTiles: Uint32Array;
  /** branch of groups[g], answer k, in the order the groups came. */
  readonly branch_GK: readonly (readonly number[])[];
  readonly slots: number;
  readonly maxTokens: number;
  readonly longest: number;
}

/** Rows of the prompts, and branches, of groups of any policies; each policy's share starts at a whole tile. */
export function packSampling(
  groups: readonly PromptGroup[],
  adapterOf: (policy: string) => number,
  vocabulary: number,
): PackedSampling {
  const policies = [...new Set(groups.map(({ policy }) => policy))];
  const rowWords: number[][] = [];
  const branchWords: number[][] = [];
  const predictions: number[] = [];
  const rowRanges: { first: number; count: number; adapter: number }[] = [];
  const branchRanges: { first: number; count: number; adapter: number }[] = [];
  const branch_GK: number[][] = groups.map(() => []);
  const fill = (words: number[][]) => {
    while (words.length % tileRows !== 0) words.push([0, 0, 0, 0, 0, 0, 0, 0]);
  };
  let slot = 0;
  let longest = 0;
  const bits = new Float32Array(1);
  const bitsOf = (value: number) => {
    bits[0] = value;
    return new Uint32Array(bits.buffer)[0] as number;
  };
  for (const policy of policies) {
    fill(rowWords);
    fill(branchWords);
    const firstRow = rowWords.length;
    const firstBranch = branchWords.length;
    for (const [g, group] of groups.entries()) {
      if (group.policy !== policy) continue;
      const prompt = group.prompt_P.length;
      check(prompt > 0, `a prompt needs at least one token (group ${g} has none)`);
      check(group.maxTokens >= 1, `maxTokens is at least 1, got ${group.maxTokens}`);
      check(
        group.temperature >= 0 && Number.isFinite(group.temperature),
        `a temperature is 0 (greedy) or more, got ${group.temperature}`,
      );
      const start = slot;
      for (const [p, token] of group.prompt_P.entries()) {
        const last = p === prompt - 1;
        if (last) predictions.push(rowWords.length);
        rowWords.push([
          known(token, vocabulary),
          p,
          slot++,
          start,
          start,
          start,
          start + prompt,
          last ? predictions.length - 1 : NONE,
        ]);
      }
      for (const seed of group.seed_K) {
        branch_GK[g]?.push(branchWords.length);
        branchWords.push([
          seed >>> 0,
          start,
          start + prompt,
          slot,
          group.maxTokens,
          bitsOf(group.temperature),
          predictions.length - 1,
          0,
        ]);
        slot += group.maxTokens;
      }
      longest = Math.max(longest, prompt + group.maxTokens);
    }
    const adapter = adapterOf(policy);
    rowRanges.push({ first: firstRow, count: rowWords.length - firstRow, adapter });
    branchRanges.push({ first: firstBranch, count: branchWords.length - firstBranch, adapter });
  }
  const rows = Uint32Array.from(rowWords.flat());
  return {
    rows,
    tiles: tilesOf(rowRanges),
    count: rowWords.length,
    predictions,
    branches: Uint32Array.from(branchWords.flat()),
    branchCount: branchWords.length,
    ranges: Uint32Array.from(branchRanges.flatMap(({ first, count }) => [first, count])),
    decodeTiles: tilesOf(branchRanges),
    branch_GK,
    slots: slot,
    maxTokens: Math.max(0, ...groups.map((group) => group.maxTokens)),
    longest,
  };
}
