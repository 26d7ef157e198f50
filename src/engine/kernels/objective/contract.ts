// What softmax, objective and the gradient of the logits are held to: several targets on one row, a vocabulary in
// windows, ratios too large for a float, more rows than a device takes workgroups along one side.
import { likelihood, type TokenObjective } from '../../../contract/objective';
import { tilesFor, WindowedLogits } from '../case-data';
import { overRows } from '../counts';
import { type Case, kernel, type Numbers, type Random, room, Uniform } from '../kernel-contract';
import { rowThreadsNames } from '../matmul/variants';
import { resultLayout, softmaxLayout, targetLayout } from '../shared/layouts';
import { objective, objectiveBlock, objectiveGradient, softmaxWindow } from './objective';
import * as twin from './twin';

interface ObjectiveCase extends Case {
  readonly settings: TokenObjective;
  readonly layout: WindowedLogits;
  /** Targets of each row, and its logits [rows, V]. */
  readonly drawn: (random: Random) => { targets_R: readonly (readonly twin.Target[])[]; logits: Numbers };
  /** Rows whose gradient is held against finite differences, too. */
  readonly differing: readonly number[];
  readonly holds?: (results: Numbers, gradients: Numbers) => Readonly<Record<string, boolean>>;
}

const clipped = { kind: 'at-grpo', clipLow: 0.2, clipHigh: 0.3, kl: 0.1, entropy: 0.05 } as const;
const bare = { kind: 'at-grpo', clipLow: 0.2, clipHigh: 0.2, kl: 0, entropy: 0 } as const;

const ofWindows = (windows: number) => rowThreadsNames.map((row) => ({ windows, row }));

/** Five targets on three rows, three of them on the first. */
const shared = ([clipped, { ...clipped, kind: 'sft' }] as const).flatMap((settings) =>
  [...ofWindows(1), ...ofWindows(3)].map(({ windows, row }): ObjectiveCase => {
    const layout = new WindowedLogits(101, 3, windows);
    const drawn = ({ rng, normal }: Random) => {
      const targets = Array.from({ length: 5 }, (_, index) => ({
        ...{
          token: rng.integer(101),
          oldLogp: Math.fround(-4 - rng.number()),
          refLogp: Math.fround(-4 - rng.number()),
        },
        ...{ advantage: index % 2 ? -1 : 1.5, weight: 0.25, temperature: index < 3 ? 0.5 : 1.25 },
      }));
      return { targets_R: [targets.slice(0, 3), targets.slice(3, 4), targets.slice(4)], logits: normal(3 * 101) };
    };
    const name = `${settings.kind}, several targets on one row, the vocabulary in ${windows} windows, ${row}`;
    const variants = { 'row of logits': row } as const;
    return { name, variants, sizes: { rows: 3 }, settings, layout, drawn, differing: [0, 1, 2] };
  }),
);

/** Rows whose first token, the target, has log-probability −150. */
const unlikely = (
  name: string,
  targets: readonly (readonly [oldLogp: number, refLogp: number, advantage: number, weight: number])[],
  holds: NonNullable<ObjectiveCase['holds']>,
): ObjectiveCase => ({
  ...{
    name,
    sizes: { rows: targets.length },
    settings: bare,
    layout: new WindowedLogits(8, targets.length, 1),
    differing: [],
    holds,
  },
  drawn: () => ({
    targets_R: targets.map(([oldLogp, refLogp, advantage, weight]) => [
      { token: 0, oldLogp, refLogp, advantage, weight, temperature: 1 },
    ]),
    logits: Float64Array.from({ length: targets.length * 8 }, (_, index) => (index % 8 === 0 ? -150 : (index % 8) % 3)),
  }),
});

const many = 70_000;

export const objectives = kernel({
  name: 'objective',
  cases: [
    ...shared,
    unlikely(
      'L1 a ratio too large for a float adds nothing where β, the advantage or the weight is zero',
      [
        [-400, 0, 0, 1],
        [-400, 0, -1, 0],
        [-150, 400, 0, 0],
      ],
      (results, gradients) => {
        const zero = (field: 'loss' | 'logpGradient') =>
          resultLayout.rows(new Uint32Array(Float32Array.from(results).buffer)).every((result) => result[field] === 0);
        return {
          'no loss': zero('loss'),
          'no gradient': zero('logpGradient') && gradients.every((value) => value === 0),
        };
      },
    ),
    unlikely(
      'L1 a base at any distance adds nothing where β is zero',
      [
        [-150, -150, 0.7, 0.5],
        [-150, 400, 0.7, 0.5],
      ],
      (_, gradients) => ({
        'near and far have equal gradients': gradients.subarray(0, 8).every((value, v) => value === gradients[8 + v]),
        'there is a gradient': Math.max(...gradients.map(Math.abs)) > 0.001,
      }),
    ),
    {
      name: 'more predictions than a device takes workgroups along one side are scored like few',
      ...{
        sizes: { rows: many },
        settings: likelihood,
        layout: new WindowedLogits(4, many, 1),
        differing: [0, 65_535, 65_536],
      },
      drawn: ({ normal }: Random) => ({
        targets_R: Array.from({ length: many }, (_, row) => [
          { token: row % 4, oldLogp: 0, refLogp: 0, advantage: 0, weight: 1, temperature: 1 },
        ]),
        logits: normal(many * 4),
      }),
    } satisfies ObjectiveCase as ObjectiveCase,
  ],
  given: (random, { settings, layout, drawn }) => {
    const { targets_R, logits } = drawn(random);
    const starts = [0];
    for (const targets of targets_R) starts.push((starts.at(-1) as number) + targets.length);
    return {
      settings: new Uniform(objectiveBlock(settings)),
      tiles: tilesFor(layout.rows),
      starts: Uint32Array.from(starts),
      targets: targetLayout.table(
        targets_R.flat().map(({ temperature, ...target }) => ({ ...target, inverseTemperature: 1 / temperature })),
      ),
      softmax: room(layout.rows * softmaxLayout.words),
      results: room(targets_R.flat().length * resultLayout.words),
      logits: layout.laidOut(logits),
    };
  },
  launch: (to, { settings, tiles, logits, ...views }, { layout }) => {
    const scored = { ...views, over: overRows };
    const windows = layout.views(logits).map(({ first: token, ...window }) => ({ ...window, token, first: 0 }));
    for (const window of windows) softmaxWindow(to, { ...scored, window });
    objective(to, { ...scored, settings, tiles, first: 0 });
    for (const window of windows) objectiveGradient(to, { ...scored, window });
  },
  writes: ['results', 'logits'],
  columns: () => ({ results: { stride: resultLayout.words, count: 2 } }), // log-probability and entropy
  twin: ({ starts, targets, logits }, one) => {
    const rows = rowsOf(one, { starts, targets, logits });
    const results = rows.flatMap(({ own, values }) => {
      const { logps, entropy } = twin.objective(one.settings, values, own);
      return logps.flatMap((logp) => [logp, entropy]);
    });
    const gradients = new Float64Array(one.layout.rows * one.layout.vocabulary);
    for (const [row, { own, values }] of rows.entries())
      gradients.set(twin.objectiveGradient(one.settings, values, own), row * one.layout.vocabulary);
    return { results: Float64Array.from(results), logits: one.layout.laidOut(gradients) };
  },
  tolerance: { results: 5e-7, logits: 1e-5 },
  derivatives: ({ given: { starts, targets, logits }, gpu }, one) => {
    const { vocabulary } = one.layout;
    const rows = rowsOf(one, { starts, targets, logits });
    const gradients = one.layout.whole(gpu.logits);
    return one.differing.map((row) => {
      const { own = [], values = room(0) } = rows[row] ?? {};
      const got = gradients.subarray(row * vocabulary, (row + 1) * vocabulary);
      return { got, x: values, loss: (moved) => twin.objective(one.settings, moved, own).loss, within: 1e-5 };
    });
  },
  holds: ({ gpu }, { holds, layout }) => holds?.(gpu.results, layout.whole(gpu.logits)) ?? {},
});

/** Each row's targets and logits, as they were given. */
function rowsOf(
  { layout }: ObjectiveCase,
  { starts, targets, logits }: { starts: Uint32Array; targets: Uint32Array; logits: Numbers },
): { own: twin.Target[]; values: Numbers }[] {
  const whole = layout.whole(logits);
  const all = targetLayout
    .rows(targets)
    .map(({ inverseTemperature, ...target }) => ({ ...target, temperature: 1 / inverseTemperature }));
  return Array.from({ length: layout.rows }, (_, row) => ({
    own: all.slice(starts[row], starts[row + 1]),
    values: whole.subarray(row * layout.vocabulary, (row + 1) * layout.vocabulary),
  }));
}
