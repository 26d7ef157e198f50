// The page's end of the onnx engine's worker: the same calls, each a message. The worker starts with the connection.
import { startWorker } from '../../../workers/start-worker';
import type { OnnxEngine } from './onnx-engine';
import type { OnnxEngineWorkerApi } from './onnx-engine.worker';

export type { OnnxEngine } from './onnx-engine';
export type { Verification } from './verify';

export function connectOnnxEngine(): OnnxEngine {
  const worker = new Worker(new URL('./onnx-engine.worker.ts', import.meta.url), {
    type: 'module',
    name: 'onnx engine',
  });
  return startWorker<OnnxEngineWorkerApi>(worker, {
    broke: 'onnxruntime-web broke',
    begin: (api) => api.begin(location.href),
  }).api;
}
