// transformers.js: greedy generation with the same ONNX file as onnxruntime's, in one batch, as its users would write
// it. The model's files come from memory: its cache is ours.
import { AutoModelForCausalLM, env, Tensor } from '@huggingface/transformers';
import wasmUrl from '../../../node_modules/@huggingface/transformers/node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.asyncify.wasm?url';
import { version } from '../../../node_modules/@huggingface/transformers/package.json';
import type { Contestant, DecodeTask, Outcomes, Trial } from '../../../src/features/benchmark/worker/contestant';
import { causalLmToOnnx } from '../../../src/features/onnx/formats/causal-lm';
import { noteOf, webGpuProvider } from './onnx-provider';

const provider = webGpuProvider();
/** By their names in a model's folder. */
const files = new Map<string, Uint8Array | string>();
env.useBrowserCache = false;
env.useCustomCache = true;
env.customCache = {
  match: async (address: string) => {
    const content = [...files].find(([name]) => address.endsWith(name))?.[1];
    return content === undefined
      ? undefined
      : new Response(content as BodyInit, { headers: { 'content-length': String(content.length) } });
  },
  put: async () => {},
};
// Not from a server elsewhere: the bundler has put the runtime – its own, another than the package onnxruntime-web –
// beside this script.
if (env.backends.onnx.wasm) env.backends.onnx.wasm.wasmPaths = { wasm: wasmUrl };

export const transformers: Contestant = {
  name: 'transformers.js',
  version,
  product: 'transformers.js runs models, not single products',
  decode,
  step: 'transformers.js does not train',
};

async function decode({ model, prompt_G_P, branches, tokens }: DecodeTask): Promise<Trial<Outcomes['decode']>> {
  files.set(
    'config.json',
    JSON.stringify({ ...model.config, eos_token_id: null, bos_token_id: null, pad_token_id: null }),
  );
  files.set('generation_config.json', '{}');
  files.set('onnx/model.onnx', causalLmToOnnx(model.config, model.tensors()));
  const generator = await AutoModelForCausalLM.from_pretrained(`bench/${model.name}`, {
    device: 'webgpu',
    dtype: 'fp32',
    session_options: { logSeverityLevel: 3, executionProviders: [await provider()] },
  });
  files.clear();
  const rows = prompt_G_P.flatMap((prompt_P) => Array.from({ length: branches }, () => prompt_P));
  const prompt = rows[0]?.length ?? 0;
  const inputs = new Tensor('int64', BigInt64Array.from(rows.flat(), BigInt), [rows.length, prompt]);
  const attention_mask = new Tensor('int64', new BigInt64Array(rows.length * prompt).fill(1n), [rows.length, prompt]);
  const note = noteOf(await provider());
  let answers: Outcomes['decode'] = [];
  return {
    run: async (times) => {
      for (let time = 0; time < times; time++) {
        const whole = (await generator.generate({
          inputs,
          attention_mask,
          max_new_tokens: tokens,
          do_sample: false,
        })) as Tensor;
        answers = (whole.tolist() as bigint[][]).map((row) => row.slice(prompt).map(Number));
      }
    },
    outcome: async () => answers,
    note: () => note,
    close: async () => {
      await generator.dispose();
    },
  };
}
