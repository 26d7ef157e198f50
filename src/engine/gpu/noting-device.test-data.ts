// A device that computes nothing and notes every module it is given: what an engine would compile, on a machine without
// a GPU.
import type { EngineDevice } from './device';
import { WorkCounter } from './work';

export interface NotedModule {
  readonly name: string;
  readonly code: string;
}

const flags = { MAP_READ: 1, COPY_SRC: 4, COPY_DST: 8, UNIFORM: 64, STORAGE: 128, COMPUTE: 4, READ: 1 };

/** `variants` as an adapter that was tuned has them; modules by their text. All that is read back is zeros. */
export function notingDevice(
  variants: Readonly<Record<string, string>>,
  modules: Map<string, NotedModule>,
): EngineDevice {
  for (const name of ['GPUBufferUsage', 'GPUShaderStage', 'GPUMapMode'])
    if (!(name in globalThis)) Object.assign(globalThis, { [name]: flags });
  const createBuffer = ({ size }: GPUBufferDescriptor) => ({
    size,
    mapAsync: async () => undefined,
    getMappedRange: () => new ArrayBuffer(size),
    unmap: () => undefined,
    destroy: () => undefined,
  });
  const pass = {
    setPipeline: () => undefined,
    setBindGroup: () => undefined,
    dispatchWorkgroups: () => undefined,
    end: () => undefined,
  };
  const encoder = {
    beginComputePass: () => pass,
    copyBufferToBuffer: () => undefined,
    clearBuffer: () => undefined,
    finish: () => ({}),
  };
  const device = {
    limits: {
      ...{ maxBufferSize: 2 ** 30, maxStorageBufferBindingSize: 2 ** 30, maxComputeWorkgroupsPerDimension: 65_535 },
      ...{ maxComputeWorkgroupStorageSize: 2 ** 14, maxComputeInvocationsPerWorkgroup: 256 },
    },
    queue: { writeBuffer: () => undefined, submit: () => undefined, onSubmittedWorkDone: async () => undefined },
    createBuffer,
    createBindGroupLayout: () => ({}),
    createBindGroup: () => ({}),
    createPipelineLayout: () => ({}),
    createComputePipeline: () => ({}),
    createComputePipelineAsync: async () => ({}),
    createCommandEncoder: () => encoder,
    createShaderModule: ({ label = '', code }: GPUShaderModuleDescriptor) => {
      modules.set(code, { name: label, code });
      return {};
    },
  };
  return {
    device: device as unknown as GPUDevice,
    kernels: { made: new Map(), waiting: new Set(), underWay: new Set() },
    adapter: { vendor: 'none', name: 'nothing', software: true, features: [] },
    lanes: 8,
    work: new WorkCounter(),
    variants,
    lost: new Promise<never>(() => {}),
    unlessLost: <T>(work: Promise<T>) => work,
    fault: () => undefined,
    raise: async (error?: unknown) => {
      if (error) throw error;
    },
  };
}
