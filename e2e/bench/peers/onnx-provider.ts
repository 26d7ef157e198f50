// onnxruntime-web's WebGPU provider, opened so that it computes what it should. Where an adapter's subgroups have four
// lanes (SwiftShader) its attention over 32 and more new tokens gives wrong answers: its subgroup path handles 16 keys
// at once (onnxruntime's pull request 28520). Measured with 1.30 and 1.31-dev: right up to 31 tokens, wrong from 32 on,
// and right again on a device without subgroups – as its own processor provider says, our engine, and our twin in f64.

export interface WebGpuProvider {
  readonly name: 'webgpu';
  /** Its own where there is none. */
  readonly device?: GPUDevice;
}

/** Lanes that its kernels count on. */
const lanesNeeded = 16;

/** One provider for all sessions of a peer: onnxruntime keeps to the first device it is given. */
export function webGpuProvider(): () => Promise<WebGpuProvider> {
  let opened: Promise<WebGpuProvider> | undefined;
  return () => {
    opened ??= open();
    return opened;
  };
}

/** What is to be known of answers by this provider. */
export const noteOf = ({ device }: WebGpuProvider): string =>
  device ? 'on a device without subgroups: with those of this adapter its answers are wrong' : '';

async function open(): Promise<WebGpuProvider> {
  const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter || (adapter.info.subgroupMaxSize ?? lanesNeeded) >= lanesNeeded) return { name: 'webgpu' };
  const { limits } = adapter;
  const requiredLimits = {
    maxBufferSize: limits.maxBufferSize,
    maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
    maxStorageBuffersPerShaderStage: limits.maxStorageBuffersPerShaderStage,
    maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
    maxComputeInvocationsPerWorkgroup: limits.maxComputeInvocationsPerWorkgroup,
    maxComputeWorkgroupSizeX: limits.maxComputeWorkgroupSizeX,
    maxComputeWorkgroupSizeY: limits.maxComputeWorkgroupSizeY,
    maxComputeWorkgroupSizeZ: limits.maxComputeWorkgroupSizeZ,
    maxComputeWorkgroupsPerDimension: limits.maxComputeWorkgroupsPerDimension,
  };
  const requiredFeatures = (['shader-f16', 'timestamp-query'] as const).filter((feature) =>
    adapter.features.has(feature),
  );
  return {
    name: 'webgpu',
    device: await adapter.requestDevice({ label: 'onnxruntime', requiredLimits, requiredFeatures }),
  };
}
