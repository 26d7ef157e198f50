// A language model in an onnxruntime-web session on the processor: reads tokens after what it has read before, and says
// the logits that follow. Adapters go in with every reading, so one session speaks for several roles. The runtime is
// handed in: a page's worker and Node load it in different ways. It does not know prompts, sampling or policies' names.
import type * as ort from 'onnxruntime-web';
import { check, present } from '../../../basics/check';
import type { NamedTensor } from '../../../contract/weights';
import { loraPlaceOf, peftNameOf } from '../../../files/formats/peft-names';
import { adapterInputsOf, adapterScale } from '../formats/adapter-inputs';
import { causalLmToOnnx, type OnnxForm } from '../formats/causal-lm';

export type OnnxRuntime = Pick<typeof ort, 'InferenceSession' | 'Tensor' | 'env'>;

export interface ModelWeights {
  /** As in config.json. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly tensors: readonly NamedTensor[];
}

/** A LoRA adapter as a checkpoint or a PEFT folder has it. */
export interface LoraAdapter {
  readonly tensors: readonly NamedTensor[];
  readonly rank: number;
  readonly alpha: number;
}

export type Feeds = Readonly<Record<string, ort.Tensor>>;

/** What was read so far. */
export interface Reading {
  readonly length: number;
  readonly cache: Feeds;
  /** Of the last position, or of every position that was read last, one after another: [positions, V]. */
  readonly logits: Float32Array;
}

export interface OnnxModel {
  /** How many tokens it can read, prompt and answer together. */
  readonly positions: number;
  /** Reads on after `before`, or from the beginning; `adapter` where the model takes one. */
  read(token_T: readonly number[], how: { readonly before?: Reading; readonly adapter?: Feeds }): Promise<Reading>;
  close(): Promise<void>;
}

/** Writes the model as ONNX and opens it. Throws what is wrong with config or tensors as a FormatError. */
export async function openOnnxModel(
  runtime: OnnxRuntime,
  { config, tensors }: ModelWeights,
  form: OnnxForm,
): Promise<OnnxModel> {
  const bytes = causalLmToOnnx(config, tensors, form);
  const session = await runtime.InferenceSession.create(bytes, { executionProviders: ['wasm'], logSeverityLevel: 3 });
  const empty = emptyCache(runtime, session);
  const caches = Object.keys(empty);
  const presents = caches.map((name) => name.replace('past_key_values', 'present'));
  const fetches = ['logits', ...presents];
  const positions = Number(config['max_position_embeddings'] ?? Number.POSITIVE_INFINITY);
  const int64 = (values: BigInt64Array, length: number) => new runtime.Tensor('int64', values, [1, length]);
  return {
    positions,
    read: async (token_T, { before, adapter = {} }) => {
      const length = (before?.length ?? 0) + token_T.length;
      check(
        token_T.length > 0 && length <= positions,
        `a model of ${positions} positions reads at least one token and at most that many, got ${length}`,
      );
      const results = await session.run(
        {
          input_ids: int64(BigInt64Array.from(token_T, BigInt), token_T.length),
          attention_mask: int64(new BigInt64Array(length).fill(1n), length),
          ...(before?.cache ?? empty),
          ...adapter,
        },
        fetches,
      );
      const result = (name: string) => present(results[name], `the session answers with "${name}"`) as ort.Tensor;
      return {
        length,
        cache: Object.fromEntries(caches.map((name, index) => [name, result(presents[index] ?? '')])),
        logits: result('logits').data as Float32Array,
      };
    },
    close: () => session.release(),
  };
}

/** What a model with adapters as inputs is fed for this one; without one, for the bare base model. Throws where it does
 *  not fit. */
export function adapterFeeds(runtime: OnnxRuntime, config: ModelWeights['config'], adapter?: LoraAdapter): Feeds {
  const { rank, alpha } = adapter ?? { rank: 1, alpha: 0 };
  const given = new Map(
    (adapter?.tensors ?? []).map((tensor) => {
      const place = loraPlaceOf(tensor.name);
      check(place, `an adapter consists of LoRA matrices, got "${tensor.name}"`);
      return [peftNameOf(place), tensor] as const;
    }),
  );
  const feeds: Record<string, ort.Tensor> = {
    [adapterScale]: new runtime.Tensor('float32', Float32Array.of(alpha / rank), []),
  };
  for (const { name, shape } of adapterInputsOf(config, rank)) {
    const found = given.get(name);
    check(
      !found || `${found.shape}` === `${shape}`,
      () => `"${name}" has shape [${found?.shape}], the model takes [${shape}]: the adapter was made for another model`,
    );
    const data = found?.data ?? new Float32Array((shape[0] ?? 0) * (shape[1] ?? 0));
    feeds[name] = new runtime.Tensor('float32', data, shape);
    given.delete(name);
  }
  const [stray] = given.keys();
  check(stray === undefined, `the model has no layer for "${stray}": the adapter was made for another model`);
  return feeds;
}

/** Its shapes are those the session asks for, of no positions. */
function emptyCache(runtime: OnnxRuntime, session: ort.InferenceSession): Feeds {
  const cache: Record<string, ort.Tensor> = {};
  for (const input of session.inputMetadata) {
    if (!input.name.startsWith('past_key_values') || !input.isTensor) continue;
    const dims = input.shape.map((side) => (typeof side === 'number' ? side : side === 'batch_size' ? 1 : 0));
    cache[input.name] = new runtime.Tensor('float32', new Float32Array(0), dims);
  }
  return cache;
}
