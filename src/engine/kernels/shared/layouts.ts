// The rows of numbers that TypeScript and kernels share. Each is declared here and nowhere else: kernels take the
// struct in by its name.
import { Layout, type RowOf } from '../../gpu/layout';

/**
 * A row of a pass, the same for training, prompts and decoding. It sees the slots [prefixStart, prefixEnd) and
 * [ownStart, slot]; `slot` is where its key and value lie, which the rows before `attendEnd` see (training). Where
 * prompts share prefixes their slots lie scattered: [prefixStart, prefixEnd) are then places in a table of slots,
 * `paths`. `predictionOrBranch`: its prediction (NONE), or its branch when decoding.
 */
export const rowLayout = new Layout('Row', {
  token: 'u32',
  position: 'u32',
  slot: 'u32',
  prefixStart: 'u32',
  prefixEnd: 'u32',
  ownStart: 'u32',
  attendEnd: 'u32',
  predictionOrBranch: 'u32',
});
export type Row = RowOf<typeof rowLayout>;

/** 32 rows: where their adapter lies, in quads (NONE: bare), and where the live rows of their range end. */
export const tileLayout = new Layout('Tile', { adapter: 'u32', liveEnd: 'u32' });

/** An answer to be sampled. `maxTokens` 0: padding; `prediction`: of its prompt; `adapter` as a tile has it. */
export const branchLayout = new Layout(
  'Branch',
  {
    seed: 'u32',
    prefixStart: 'u32',
    prefixEnd: 'u32',
    firstSlot: 'u32',
    maxTokens: 'u32',
    temperature: 'f32',
    prediction: 'u32',
    adapter: 'u32',
  },
  8,
);
export type Branch = RowOf<typeof branchLayout>;

/** How far a branch is: tokens said, whether it is finished, its last token, the row of logits it draws from, and whose
 *  row that is. */
export const stateLayout = new Layout('State', {
  count: 'u32',
  finished: 'u32',
  last: 'u32',
  row: 'u32',
  leader: 'u32',
});

/** What a branch carries from one window of the vocabulary to the next. `logit`: of the token, over the temperature. */
export const drawLayout = new Layout(
  'Draw',
  { score: 'f32', token: 'u32', logit: 'f32', highest: 'f32', total: 'f32' },
  8,
);

/** One policy's branches, which are its first decoding rows. */
export const rangeLayout = new Layout('Range', { first: 'u32', count: 'u32' });

/** How rows are cut into chunks that are summed by themselves. */
export const spanLayout = new Layout('Span', { rows: 'u32', chunkRows: 'u32' });

/** The token that ends an answer. */
export const stopLayout = new Layout('Stop', { token: 'u32' });

/** A completion token that a row predicts. */
export const targetLayout = new Layout(
  'Target',
  { token: 'u32', oldLogp: 'f32', refLogp: 'f32', advantage: 'f32', weight: 'f32', inverseTemperature: 'f32' },
  8,
);
export type Target = RowOf<typeof targetLayout>;

/** What a target's score comes to; on the way `logp` holds its logit over the temperature. */
export const resultLayout = new Layout(
  'Result',
  { logp: 'f32', entropy: 'f32', loss: 'f32', logpGradient: 'f32', ratio: 'f32', clipped: 'f32', k3: 'f32' },
  8,
);

/** The softmax of a predicted row, z its logits over the temperature: z*, Σ e^(z − z*), Σ e^(z − z*)·(z − z*), and what
 *  follows from its targets. */
export const softmaxLayout = new Layout(
  'Softmax',
  {
    highest: 'f32',
    total: 'f32',
    moment: 'f32',
    logTotal: 'f32',
    entropy: 'f32',
    logpGradient: 'f32',
    entropyGradient: 'f32',
  },
  8,
);

/** The objective's settings; `kind` 1 is fine-tuning. */
export const settingsLayout = new Layout('Settings', {
  kind: 'u32',
  clipLow: 'f32',
  clipHigh: 'f32',
  kl: 'f32',
  entropy: 'f32',
});

/** AdamW's settings for one step; the corrections are 1 − β^step. `clip` 0: none. */
export const knobsLayout = new Layout('Knobs', {
  rate: 'f32',
  beta1: 'f32',
  beta2: 'f32',
  epsilon: 'f32',
  decay: 'f32',
  clip: 'f32',
  correction1: 'f32',
  correction2: 'f32',
});

/** What an optimiser step tells: the gradient's norm, the clip's factor, whether it was skipped, the norm of the
 *  weights' change. */
export const outcomeLayout = new Layout('Outcome', { norm: 'f32', factor: 'f32', bad: 'f32', change: 'f32' });
