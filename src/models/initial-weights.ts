// The weights a model starts pretraining from: norms 1, biases 0, embedding normal with deviation 0.02, linear layers
// normal with deviation 1/√inputs, and the two that add to the residual stream additionally divided by √(2·layers)
// (GPT-2's rule).
import { type NamedTensor } from '../contract/weights';
import { check, present } from '../basics/check';
import { rngFrom } from '../basics/rng';
import { readConfig } from '../contract/model-config';
import { weightSections } from '../engine/model/parameters';
import { spareReason } from './model-check';

/** Every tensor of the model under its Hugging Face name, drawn from `seed`; a stream of chance for each, so that none
 *  shifts another. */
export function initialWeights(configJson: Readonly<Record<string, unknown>>, seed: number): NamedTensor[] {
  const config = readConfig(configJson);
  const pieces = weightSections(config).flatMap(({ slots }) => Object.values(slots).flatMap((slot) => slot.pieces));
  return pieces.map(({ name, shape }) => {
    const data = new Float32Array(shape.reduce((product, side) => product * side, 1));
    if (name.endsWith('norm.weight')) data.fill(1);
    else if (!name.endsWith('.bias')) {
      const residual = /\.(o_proj|down_proj)\./.test(name) ? Math.sqrt(2 * config.layers) : 1;
      const spread = name.includes('embed_tokens') ? 0.02 : 1 / Math.sqrt(shape[1] ?? 1) / residual;
      const rng = rngFrom(seed, 'initial weights', name);
      for (let index = 0; index < data.length; index++) data[index] = spread * rng.normal();
    }
    return { name, shape, data };
  });
}

/**
 * `given` in place of `drawn`. What has grown computes at first what it did: an embedding of more tokens keeps the
 * drawn rows beyond its own, a wider MLP draws what it reads and writes nothing of it yet. Everything else has to agree
 * in name and shape.
 */
export function continued(drawn: readonly NamedTensor[], given: readonly NamedTensor[]): NamedTensor[] {
  const byName = new Map(given.map((tensor) => [tensor.name, tensor]));
  const wanted = new Set(drawn.map(({ name }) => name));
  const stray = given.find(({ name }) => !wanted.has(name) && spareReason(name) === undefined);
  check(
    stray === undefined,
    () => `the weights to start from have a tensor "${stray?.name}" that the model has no place for: they are of another model`,
  );
  return drawn.map(({ name, shape, data }) => {
    const start = present(byName.get(name), `the weights to start from have no "${name}"`);
    const [rows = 0, columns = 1] = shape;
    const [givenRows = 0, givenColumns = 1] = start.shape;
    const moreRows = /(embed_tokens|lm_head|gate_proj|up_proj)\.weight$/.test(name) && givenRows <= rows;
    const moreColumns = name.endsWith('down_proj.weight') && givenColumns <= columns;
    check(
      shape.length === start.shape.length && (rows === givenRows || moreRows) && (columns === givenColumns || moreColumns),
      `"${name}" is [${start.shape.join(', ')}] in the weights to start from, expected [${shape.join(', ')}]`,
    );
    const grown = data.slice();
    for (let row = 0; row < givenRows; row++) {
      grown.fill(0, row * columns, (row + 1) * columns);
      grown.set(start.data.subarray(row * givenColumns, (row + 1) * givenColumns), row * columns);
    }
    return { name, shape, data: grown };
  });
}
