// What the graph of a model is built from: its sizes, as config.json has them.
import { type ModelConfig, readConfig } from '../../../contract/model-config';
import { checkFile } from '../../../files/formats/format-error';

/** A head lies in the file as wide as `paddedHead`, which is not how it lies on the GPU. */
export interface Sizes extends ModelConfig {
  /** The longest text, in tokens. */
  readonly positions: number;
}

/** Throws an error naming the field that cannot be used. */
export function sizesOf(json: Readonly<Record<string, unknown>>): Sizes {
  const config = readConfig(json);
  const positions = json['max_position_embeddings'] ?? 2048;
  checkFile(
    typeof positions === 'number' && positions > 0,
    'config.json',
    () => `max_position_embeddings is a positive number, got ${JSON.stringify(positions)}`,
  );
  return { ...config, paddedHead: Math.ceil(config.headSize / 16) * 16, positions };
}

/** How wide a head lies in the graph's cache. */
export function paddedHeadOf(config: Readonly<Record<string, unknown>>): number {
  return sizesOf(config).paddedHead;
}
