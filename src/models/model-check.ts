// Whether the engine can compute a model, before a number of its weights is read: architecture and settings, every
// tensor there and of the right shape, every token within the embedding. All from headers, so that a model that cannot
// be used costs no time.
import { ExpectationError } from '../basics/check';
import { type ModelConfig, readConfig } from '../contract/model-config';
import { weightSections } from '../engine/model/parameters';
import { checkFile, FormatError } from '../files/formats/format-error';
import type { ModelParts } from '../files/formats/model-parts';

/** The names of the tensors that the engine needs, in its order. Throws a FormatError that names the field or tensor at
 *  fault. */
export function checkModel({ config, tokenizerJson, tensors }: Omit<ModelParts, 'hash'>, modelName: string): string[] {
  const read = configOf(config, modelName);
  const there = new Map(tensors.places.map(({ name, shape }) => [name, shape]));
  const pieces = weightSections(read).flatMap(({ slots }) => Object.values(slots).flatMap((slot) => slot.pieces));
  for (const { name, shape } of pieces) {
    const found = there.get(name);
    const what = `"${name}" of shape [${shape}]`;
    checkFile(found, modelName, () => `has no tensor ${what}, which its configuration calls for: is a file missing?`);
    checkFile(
      `${found}` === `${shape}`,
      modelName,
      () => `its configuration calls for a tensor ${what}, the file's has [${found}]`,
    );
  }
  const needed = new Set(pieces.map(({ name }) => name));
  const stray = tensors.places.find(({ name }) => !needed.has(name) && spareReason(name) === undefined);
  checkFile(
    stray === undefined,
    modelName,
    () =>
      `has a tensor "${stray?.name}" of shape [${stray?.shape}], which its configuration does not call for: without it the answers would be another model's. Take a model whose configuration fits its weights`,
  );
  checkTokens(tokenizerJson, read.vocabulary, modelName);
  return pieces.map(({ name }) => name);
}

/** Why a tensor that nothing here computes with does no harm; undefined for all others. */
export function spareReason(name: string): string | undefined {
  return spareTensors.find(({ pattern }) => pattern.test(name))?.reason;
}

/** Beside the needed tensors, from files that older versions of transformers wrote. */
const spareTensors = [
  {
    pattern: /^model\.(?:layers\.\d+\.self_attn\.)?rotary_emb\.(?:inv_freq|cos_cached|sin_cached)$/,
    reason: 'a table of rotary positions, which are computed from rope_theta',
  },
  // It is not needed only where the embedding is tied to it: transformers, too, then puts the embedding in its place.
  { pattern: /^lm_head\.weight$/, reason: 'the embedding once more, to which config.json ties it' },
] as const;

/** The configuration as the engine reads it. Throws a FormatError that names the field it cannot compute. */
export function configOf(config: Readonly<Record<string, unknown>>, modelName: string): ModelConfig {
  return namedBy(modelName, () => readConfig(config));
}

/** What `make` makes; what it refuses is said of the model by its name. */
export function namedBy<T>(modelName: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof ExpectationError ? new FormatError(modelName, error.message) : error;
  }
}

function checkTokens(tokenizerJson: Readonly<Record<string, unknown>>, rows: number, modelName: string): void {
  const { model, added_tokens: added } = tokenizerJson;
  const vocab = Object.values(((model ?? {}) as Record<string, unknown>)['vocab'] ?? {});
  const ids = [
    ...vocab,
    ...(Array.isArray(added) ? added.map((token) => (token as Record<string, unknown> | null)?.['id']) : []),
  ];
  const beyond = ids.find((id) => typeof id === 'number' && id >= rows);
  checkFile(
    beyond === undefined,
    modelName,
    `tokenizer.json has a token of id ${beyond}, the embedding only ${rows} rows: the two are of different models`,
  );
}
