// The one connection from the page to the onnx engine's worker, started when it is first needed. main.tsx hands in how.
import { handedIn } from '../../../page/stores/door';
import type { OnnxEngine } from '../worker/onnx-engine-client';

export const { provide: provideOnnxEngine, get: onnxEngine } = handedIn<OnnxEngine>(
  'this page has no second engine to play with',
);
