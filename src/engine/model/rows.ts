// How groups become rows: [prompt | completion 1 | … | completion K] per group, groups one after another, nothing
// padded but each policy's range to whole tiles of 32. Of a tree of prompts (prefix-tree.ts) a group's rows begin where
// its prompt leaves the one before it. What a row and a branch are made of stands in
// kernels/shared/layouts.ts; a table of tiles says which rows are live (tile-table.ts).
import { check, present } from '../../basics/check';
import type { PromptGroup, TrainingGroup } from '../../contract/learner';
import {
  type Branch,
  branchLayout,
  type Row,
  rangeLayout,
  rowLayout,
  type Target,
  targetLayout,
} from '../kernels/shared/layouts';
import { patchesByRow } from './patches';
import { tileRows, tilesOf } from './tile-table';

export const NONE = 0xffffffff;

export interface PackedRows {
  readonly rows: Uint32Array;
  readonly tiles: Uint32Array;
  readonly count: number;
  /** Rows whose next token is wanted, in order. */
  readonly predictions: readonly number[];
  /** Of the predictions; each policy's begin at a whole tile, behind places that nobody asks for. */
  readonly predictionTiles: Uint32Array;
  /** What rows show of pictures; absent where no prompt has any. */
  readonly patches: Float32Array | undefined;
}

export interface PackedTraining extends PackedRows {
  /** The slots of every prompt's tokens, one prompt after another; empty where no prompts share a prefix. */
  readonly paths: Uint32Array;
  /** First target of each prediction, and the end. */
  readonly starts: Uint32Array;
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
const rowsOfGroup = (group: TrainingGroup): number =>
  group.prompt_P.length + group.completions.reduce((sum, { token_T }) => sum + Math.max(0, token_T.length - 1), 0);

/** What a group adds to a batch: rows, predicting rows (the prompt's last among them), and completion tokens. */
export function sizeOfGroup(group: TrainingGroup): { rows: number; predictions: number; targets: number } {
  const rows = rowsOfGroup(group);
  const targets = group.completions.reduce((sum, { token_T }) => sum + token_T.length, 0);
  return { rows, predictions: targets > 0 ? rows - group.prompt_P.length + 1 : 0, targets };
}

/** Rows of a training batch; weight_GK is each token's share of the loss, per completion. `shared`: tokens that each
 *  prompt but the first has in common with the one before it (prefixTree). */
export function packTraining(
  groups: readonly TrainingGroup[],
  {
    weight_GK,
    adapter,
    vocabulary,
    shared: given,
    patches = [],
  }: {
    weight_GK: readonly (readonly number[])[];
    adapter: number;
    vocabulary: number;
    shared?: readonly number[];
    /** Of the prompts' ids from `vocabulary` on. */
    patches?: readonly Float32Array[];
  },
): PackedTraining {
  const ids = vocabulary + patches.length;
  const shared = groups.map((_, g) => (g === 0 ? 0 : (given?.[g] ?? 0)));
  const isTree = shared.some((tokens) => tokens > 0);
  const rows: Row[] = [];
  const path: Row[] = []; // of the prompt at hand
  const paths: number[] = [];
  const leave = (tokens: number) => {
    for (const row of path.splice(tokens)) rows[row.slot] = { ...row, attendEnd: rows.length };
  };
  const predictions: number[] = [];
  const starts: number[] = [];
  const targets: Target[] = [];
  const places: { group: number; completion: number; token: number }[] = [];
  let longest = 0;
  for (const [g, group] of groups.entries()) {
    check(group.prompt_P.length > 0, `a prompt needs at least one token (group ${g} has none)`);
    const { temperature = 1 } = group;
    check(
      temperature > 0 && Number.isFinite(temperature),
      `answers are scored at a temperature above 0, got ${temperature}`,
    );
    const prompt = group.prompt_P.length;
    const common = present(shared[g], 'shared tokens');
    const first = rows.length;
    const prefixStart = isTree ? paths.length : first;
    const answered = group.completions.some(({ token_T }) => token_T.length > 0);
    leave(common);
    for (let p = common; p < prompt; p++) {
      const token = known(present(group.prompt_P[p], 'token'), ids);
      const predicts = answered && p === prompt - 1;
      const row = {
        ...{ token, position: p, slot: rows.length },
        ...{ prefixStart, prefixEnd: prefixStart + common, ownStart: first, attendEnd: 0 },
        predictionOrBranch: predicts ? predictions.length : NONE,
      };
      path.push(row);
      rows.push(row);
    }
    if (isTree) paths.push(...path.map(({ slot }) => slot));
    const aim = (k: number, t: number) => {
      const completion = present(group.completions[k], 'completion');
      const oldLogp = completion.oldLogp_T[t] ?? 0;
      const weight = present(weight_GK[g]?.[k], 'weight');
      const token = known(present(completion.token_T[t], 'token'), vocabulary);
      const { advantage, refLogp_T } = completion;
      const rest = { advantage, weight, inverseTemperature: 1 / temperature };
      targets.push({ token, oldLogp, refLogp: refLogp_T?.[t] ?? oldLogp, ...rest });
      places.push({ group: g, completion: k, token: t });
    };
    if (answered) {
      starts.push(targets.length);
      predictions.push(rows.length - 1);
      for (const [k, { token_T }] of group.completions.entries()) if (token_T.length > 0) aim(k, 0);
    }
    for (const [k, { token_T }] of group.completions.entries()) {
      longest = Math.max(longest, prompt + token_T.length);
      const own = rows.length;
      for (let t = 0; t + 1 < token_T.length; t++) {
        starts.push(targets.length);
        predictions.push(rows.length);
        rows.push({
          ...{ token: known(token_T[t] as number, vocabulary), position: prompt + t, slot: rows.length },
          ...{ prefixStart, prefixEnd: prefixStart + prompt, ownStart: own, attendEnd: own + token_T.length - 1 },
          predictionOrBranch: predictions.length - 1,
        });
        aim(k, t + 1);
      }
    }
  }
  starts.push(targets.length);
  leave(0);
  const count = rows.length;
  return {
    rows: rowLayout.table(rows),
    paths: Uint32Array.from(paths),
    tiles: tilesOf([{ first: 0, count, adapter }]),
    count,
    predictions,
    predictionTiles: tilesOf([{ first: 0, count: predictions.length, adapter }]),
    patches: shownBy(rows, { patches, vocabulary }),
    starts: Uint32Array.from(starts),
    targets: targetLayout.table(targets),
    places,
    longest,
    meanKeysPerRow: keysSeen(rows) / Math.max(1, count),
    rowsByToken: rowsByTokenOf(rows, vocabulary),
  };
}

function shownBy(
  rows: readonly Row[],
  pictures: { readonly patches: readonly Float32Array[]; readonly vocabulary: number },
): Float32Array | undefined {
  if (pictures.patches.length === 0) return undefined;
  return patchesByRow(
    rows.map(({ token }) => token),
    pictures,
  );
}

/** Keys that these rows see, all together. */
const keysSeen = (rows: readonly Row[]): number =>
  rows.reduce(
    (sum, { prefixStart, prefixEnd, ownStart, slot }) => sum + prefixEnd - prefixStart + slot + 1 - ownStart,
    0,
  );

function known(token: number, vocabulary: number): number {
  check(
    Number.isInteger(token) && token >= 0 && token < vocabulary,
    `a token lies in 0 … ${vocabulary - 1}, got ${token}`,
  );
  return token;
}

function rowsByTokenOf(rows: readonly Row[], vocabulary: number): { starts: Uint32Array; rows: Uint32Array } {
  const starts = new Uint32Array(vocabulary + 1);
  const words = rows.filter(({ token }) => token < vocabulary);
  for (const { token } of words) starts[token + 1] = (starts[token + 1] as number) + 1;
  for (let token = 0; token < vocabulary; token++)
    starts[token + 1] = (starts[token + 1] as number) + (starts[token] as number);
  const next = starts.slice();
  const sorted = new Uint32Array(words.length);
  for (const [row, { token }] of rows.entries()) {
    if (token >= vocabulary) continue;
    const place = next[token] as number;
    sorted[place] = row;
    next[token] = place + 1;
  }
  return { starts, rows: sorted };
}

export interface PackedSampling extends PackedRows {
  /** As in training. */
  readonly paths: Uint32Array;
  /** To a whole tile. */
  readonly branches: Uint32Array;
  readonly branchCount: number;
  /** One range per policy. */
  readonly ranges: Uint32Array;
  /** Tiles of the decoding rows; their ends are the GPU's to keep. */
  readonly decodeTiles: Uint32Array;
  /** branch of groups[g], answer k, in the order the groups came. */
  readonly branch_GK: readonly (readonly number[])[];
  readonly slots: number;
  readonly maxTokens: number;
  readonly longest: number;
}

/** What fills a policy's range up to a whole tile. */
const noRow = rowLayout.row(new Uint32Array(rowLayout.words), 0);
const noBranch = branchLayout.row(new Uint32Array(branchLayout.words), 0);

/** Rows of the prompts, and branches, of groups of any policies; each policy's share starts at a whole tile. `shared`:
 *  tokens that each prompt but the first has in common with the one before it, of the same policy. */
export function packSampling(
  groups: readonly PromptGroup[],
  {
    adapterOf,
    vocabulary,
    shared: given,
    patches = [],
  }: {
    adapterOf: (policy: string) => number;
    vocabulary: number;
    shared?: readonly number[];
    patches?: readonly Float32Array[];
  },
): PackedSampling {
  const ids = vocabulary + patches.length;
  const shared = groups.map((_, g) => (g === 0 ? 0 : (given?.[g] ?? 0)));
  const isTree = shared.some((tokens) => tokens > 0);
  const path: number[] = []; // slots of the prompt at hand
  const paths: number[] = [];
  const policies = [...new Set(groups.map(({ policy }) => policy))];
  const rows: Row[] = [];
  const branches: Branch[] = [];
  const predictions: number[] = [];
  const rowRanges: { first: number; count: number; adapter: number }[] = [];
  const branchRanges: { first: number; count: number; adapter: number }[] = [];
  const predictionRanges: { first: number; count: number; adapter: number }[] = [];
  const branch_GK: number[][] = groups.map(() => []);
  const fill = <R>(table: R[], padding: R) => {
    while (table.length % tileRows !== 0) table.push(padding);
  };
  let slot = 0;
  let longest = 0;
  for (const policy of policies) {
    fill(rows, noRow);
    fill(branches, noBranch);
    fill(predictions, 0);
    const adapter = adapterOf(policy);
    const firstRow = rows.length;
    const firstBranch = branches.length;
    const firstPrediction = predictions.length;
    for (const [g, group] of groups.entries()) {
      if (group.policy !== policy) continue;
      const prompt = group.prompt_P.length;
      check(prompt > 0, `a prompt needs at least one token (group ${g} has none)`);
      check(group.maxTokens >= 1, `maxTokens is at least 1, got ${group.maxTokens}`);
      check(
        group.temperature >= 0 && Number.isFinite(group.temperature),
        `a temperature is 0 (greedy) or more, got ${group.temperature}`,
      );
      const common = present(shared[g], 'shared tokens');
      const ownStart = slot;
      const prefixStart = isTree ? paths.length : slot;
      path.length = common;
      for (let p = common; p < prompt; p++) {
        const token = known(present(group.prompt_P[p], 'token'), ids);
        const last = p === prompt - 1;
        if (last) predictions.push(rows.length);
        path.push(slot);
        rows.push({
          ...{ token, position: p, slot: slot++ },
          ...{ prefixStart, prefixEnd: prefixStart + common, ownStart, attendEnd: ownStart + prompt - common },
          predictionOrBranch: last ? predictions.length - 1 : NONE,
        });
      }
      if (isTree) paths.push(...path);
      for (const seed of group.seed_K) {
        branch_GK[g]?.push(branches.length);
        branches.push({
          ...{ seed, prefixStart, prefixEnd: prefixStart + prompt, firstSlot: slot },
          ...{ maxTokens: group.maxTokens, temperature: group.temperature, prediction: predictions.length - 1 },
          adapter,
        });
        slot += group.maxTokens;
      }
      longest = Math.max(longest, prompt + group.maxTokens);
    }
    rowRanges.push({ first: firstRow, count: rows.length - firstRow, adapter });
    branchRanges.push({ first: firstBranch, count: branches.length - firstBranch, adapter });
    predictionRanges.push({ first: firstPrediction, count: predictions.length - firstPrediction, adapter });
  }
  const branchCount = branches.length;
  fill(branches, noBranch);
  return {
    rows: rowLayout.table(rows),
    paths: Uint32Array.from(paths),
    tiles: tilesOf(rowRanges),
    count: rows.length,
    predictions,
    branches: branchLayout.table(branches),
    branchCount,
    predictionTiles: tilesOf(predictionRanges),
    patches: shownBy(rows, { patches, vocabulary }),
    ranges: rangeLayout.table(branchRanges),
    decodeTiles: tilesOf(branchRanges),
    branch_GK,
    slots: slot,
    maxTokens: Math.max(0, ...groups.map((group) => group.maxTokens)),
    longest,
  };
}
