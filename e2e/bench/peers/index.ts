// The peers, in the order of the table.
import type { Contestant } from '../../../src/features/benchmark/worker/contestant';
import { jax, jaxWasm } from './jax';
import { onnxruntime, onnxruntimeWasm } from './onnxruntime';
import { tfjs } from './tfjs';
import { transformers } from './transformers';

export const peers: readonly Contestant[] = [onnxruntime, onnxruntimeWasm, transformers, jax, jaxWasm, tfjs];
