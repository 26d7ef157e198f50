// The weights a model starts pretraining from: norms 1, biases 0, embedding normal with deviation 0.02, linear layers normal with
// deviation 1/√inputs, and the two that add to the residual stream additionally divided by √(2·layers) (GPT-2's rule).
import { check, present } from '../basics/check';
import { rngFrom } from '../basics/rng';
import { readConfig } from '../engine/model/config';
import { weightSections } from '../engine/model/parameters';
import type { NamedTensor } from '../files/formats/safetensors';

/** Every tensor of the model under its Hugging Face name, drawn from `seed`; a stream of chance for each, so that none shifts another. */
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
 * `given` in place of `drawn`. An embedding of fewer rows than drawn – of a tokenizer that has got more tokens at its end – keeps the drawn rows
 * beyond its own; everything else has to agree in name and shape.
 */
export function continued(drawn: readonly NamedTensor[], given: readonly NamedTensor[]): NamedTensor[] {
  const byName = new Map(given.map((tensor) => [tensor.name, tensor]));
  return drawn.map(({ name, shape, data }) => {
    const start = present(byName.get(name), `the weights to start from have no "${name}"`);
    const [rows = 0, ...rest] = shape;
    const [givenRows = 0, ...givenRest] = start.shape;
    const grows = /(embed_tokens|lm_head)\.weight$/.test(name) && givenRows <= rows;
    check(
      rest.join() === givenRest.join() && (rows === givenRows || grows),
      `"${name}" is [${start.shape.join(', ')}] in the weights to start from, expected [${shape.join(', ')}]`,
    );
    const grown = data.slice();
    grown.set(start.data);
    return { name, shape, data: grown };
  });
}
