// The one connection from the page to the onnx engine's worker, started when it is first needed. main.tsx hands in how.
import { present } from '../../../basics/check';
import type { OnnxEngine } from '../worker/onnx-engine-client';

let connect: (() => OnnxEngine) | undefined;
let connection: OnnxEngine | undefined;

/** Called once, before the page is drawn. */
export function provideOnnxEngine(connector: () => OnnxEngine): void {
  connect = connector;
  connection = undefined;
}

export function onnxEngine(): OnnxEngine {
  connection ??= present(connect, 'this page has no onnx engine to play with')();
  return connection;
}
