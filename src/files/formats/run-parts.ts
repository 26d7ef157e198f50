// The shapes inside a run's JSON document: reports, evaluations and trees, checked member by member. They repeat
// learning's types (training/report.ts, rollouts/transcript.ts) because files stands apart from learning; what is read
// fits those types.
import { z } from 'zod';
import '../../basics/without-eval';
import { reportOfToday } from './report-of-today';

/** JSON has no infinities: they are written as texts (see jsonOf in run-json.ts). */
const odd = { NaN: Number.NaN, Infinity: Number.POSITIVE_INFINITY, '-Infinity': Number.NEGATIVE_INFINITY } as const;
const real = z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity']).transform((text) => odd[text])]);
const count = z.int().nonnegative();
/** Read-only, as learning's lists are. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();
const picture = listOf(z.string());

/** Members that a later version adds are kept, not dropped; types name the present ones. */
const kept = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape) as unknown as z.ZodObject<Shape>;

export const evaluationSchema = kept({ rate: real, low: real, high: real, n: count, solved: count, turnsMean: real });

const players = z.custom<'trained' | 'swapped' | 'untrained' | `alone ${string}`>(
  (value) => typeof value === 'string' && /^(trained|swapped|untrained|alone .{1,64})$/.test(value),
  { error: 'says who plays: trained, swapped, untrained, alone ROLE' },
);
const search = kept({ branches: z.int().positive(), by: z.enum(['reward', 'team']) });

/** An evaluation that a person asked for. */
export const askedSchema = kept({
  wish: kept({ players, n: count, search: search.optional() }),
  evaluation: evaluationSchema,
  step: count,
  /** Milliseconds since 1970. */
  at: count,
});

export const referencesSchema = kept({
  ceiling: real.optional(),

  random: evaluationSchema,
  untrained: evaluationSchema,
  solver: evaluationSchema,
});

export const coldStartSchema = kept({
  worlds: count,
  solved: count,
  tokens: count,
  updates: count,
  seconds: real,
  policies: z.record(z.string(), kept({ examples: count, firstLoss: real, lastLoss: real })),
});

const roleReport = kept({
  reward: real,
  terms: z.record(z.string(), real),
  groups: count,
  flatGroups: count,
  samples: count,
  tokens: count,
  advantageHistogram: listOf(real),
});

const policyReport = kept({
  loss: real,
  clippedShare: real,
  ratioLow: real,
  ratioHigh: real,
  /** Of runs before 2026-11-23. */
  kl: real.optional(),
  entropy: real,
  mismatch: real,
  gradientNorm: real,
  weightChange: real,
  weightDistance: real.optional(),
  trainedTokens: count,
  skipped: z.boolean(),
});

const baseDistance = kept({ k3: real, tokens: count, groups: count });

/** A step that was not applied, because sampler and trainer disagreed. */
export const refusalSchema = kept({
  step: z.int().positive(),
  tolerance: real,
  mismatches: z.record(z.string(), real),
});

const reportSchema = kept({
  step: z.int().positive(),
  updates: z.record(z.string(), policyReport),
  roles: z.record(z.string(), roleReport),
  success: real,
  branchSuccess: real.optional(),
  turnsMean: real,
  validation: evaluationSchema.optional(),
  baseDistances: z.record(z.string(), baseDistance).optional(),
  generatedTokens: count,
  trainedTokens: count,
  timeMs: kept({ play: real, advantages: real, learn: real, measure: real.optional(), save: real, total: real }),
});
export const stepReportSchema = z.preprocess((value) => reportOfToday(value as object), reportSchema);

const branch = kept({
  token_T: listOf(count),
  piece_T: listOf(z.string()),
  logp_T: listOf(real),
  afterLogp_T: listOf(real).optional(),
  text: z.string(),
  stop: z.enum(['end', 'length']),
  moves: z.string(),
  programOutput: z.string().optional(),
  why: z.string(),
  terms: z.record(z.string(), real),
  reward: real,
  advantage: real,
  solved: z.boolean(),
  excess: count,
  after: picture,
  frames: listOf(picture),
});

const nextTokens = kept({
  from: listOf(z.tuple([count, z.string(), real]).readonly()),
  to: z.record(z.string(), count).optional(),
});

const group = kept({
  role: z.string(),
  policy: z.string(),
  turn: z.int().positive(),
  prompt: z.string(),
  promptTokens: count,
  before: picture,
  branches: listOf(branch),
  trunk: count,
  next: listOf(nextTokens).optional(),
  meanReward: real,
  deviation: real,
  dropped: z.enum(['flat', 'frozen', 'filtered']).optional(),
});

const world = kept({
  environment: z.string(),
  seed: z.int(),
  start: picture,
  groups: listOf(group),
  solved: z.boolean(),
  turns: count,
  end: z.enum(['solved', 'lost', 'out-of-turns']),
});

export const stepTreeSchema = kept({ step: z.int().positive(), worlds: listOf(world) });

export const selfTestSchema = kept({
  passed: z.boolean(),
  about: z.string().optional(),
  checks: listOf(kept({ name: z.string(), error: real, tolerance: real })),
  ms: real,
});

/** The same problems played by the untrained and the trained team. */
export const playsSchema = listOf(
  kept({
    seed: z.int(),
    /** After which the trained team was as it played; the run's last, where it is missing. */
    step: count.optional(),
    /** As in the game of the same problem before, where it is missing. */
    untrained: world.optional(),
    trained: world,
  }),
);
