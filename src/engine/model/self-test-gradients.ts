// Gradients against central differences of the twin's loss, in f64: tensor by tensor, or along a direction in which all
// tensors move.
import { rngFrom } from '../../basics/rng';
import type { ObjectiveSettings } from '../../contract/objective';
import type { NamedTensor } from '../../contract/weights';
import { layOut, type Section, type Slot } from './parameters';
import type { PackedTraining } from './rows';
import { largest, named, type Subject, wide } from './self-test-subject';
import { type TwinWeights, twinLoss } from './twin';

interface Tested {
  readonly subject: Subject;
  readonly packed: PackedTraining;
  readonly settings: ObjectiveSettings;
  readonly gradients: readonly NamedTensor[];
}

/** Per tensor on the GPU: how far the gradient's component along a random direction lies from the loss's own, over the
 *  largest. */
export function gradientsByTensor({ subject, packed, settings, gradients }: Tested): { name: string; error: number }[] {
  const got_S = wide(layOut(subject.moving, named(gradients)));
  const rows = subject.moving.flatMap((section, s) =>
    Object.values(section.slots).map((slot) => {
      const direction = directionOf(section, [slot], subject.policy);
      const wanted = directionalDerivative(subject, packed, settings, new Map([[s, direction]]));
      return { name: `${section.name} ${slot.name}`, got: dot(direction, got_S[s]), wanted };
    }),
  );
  const scale = largest(rows.map(({ wanted }) => wanted));
  return rows.map(({ name, got, wanted }) => ({ name, error: largest([(got - wanted) / scale]) }));
}

/** The same along one direction in which all tensors move at once, over the size that such a sum has on average: its
 *  terms' root sum of squares, which stays what it is where terms happen to cancel each other. */
export function gradientTogether({ subject, packed, settings, gradients }: Tested): number {
  const got_S = wide(layOut(subject.moving, named(gradients)));
  const directions = new Map(
    subject.moving.map((section, s) => [s, directionOf(section, Object.values(section.slots), 'together')] as const),
  );
  const terms = [...directions].flatMap(([s, direction]) =>
    Array.from(direction, (value, at) => value * (got_S[s]?.[at] ?? Number.NaN)),
  );
  const got = terms.reduce((sum, term) => sum + term, 0);
  const size = Math.sqrt(terms.reduce((sum, term) => sum + term * term, 0));
  return largest([(got - directionalDerivative(subject, packed, settings, directions)) / size]);
}

function directionOf(section: Section, slots: readonly Slot[], seed: string): Float64Array {
  const direction = new Float64Array(section.floats);
  for (const slot of slots) {
    const rng = rngFrom('direction', seed, section.name, slot.name);
    for (const piece of slot.pieces) {
      const [height = 1, width = 1] = piece.shape;
      const length = Math.sqrt(height * width);
      for (let i = 0; i < height; i++)
        for (let j = 0; j < width; j++) direction[slot.offset + piece.place(i, j)] = rng.normal() / length;
    }
  }
  return direction;
}

/** The loss's directional derivative, by central differences, when these sections move along their directions. */
function directionalDerivative(
  { twin, policy }: Subject,
  packed: PackedTraining,
  settings: ObjectiveSettings,
  directions: ReadonlyMap<number, Float64Array>,
): number {
  const at = (step: number) => {
    const shift = (floats: readonly Float64Array[]) =>
      floats.map((own, s) => {
        const direction = directions.get(s);
        return direction ? own.map((value, index) => value + step * (direction[index] as number)) : own;
      });
    const { adapter } = twin;
    const trains = policy === 'weights' ? undefined : adapter;
    const moved: TwinWeights = trains
      ? { ...twin, adapter: { ...trains, floats: shift(trains.floats) } }
      : { ...twin, floats: shift(twin.floats) };
    return twinLoss(moved, packed, settings).loss;
  };
  const step = 1e-4;
  return (at(step) - at(-step)) / (2 * step);
}

const dot = (one: Float64Array, other: Float64Array | undefined): number =>
  one.reduce((sum, value, index) => sum + value * (other?.[index] ?? Number.NaN), 0);
