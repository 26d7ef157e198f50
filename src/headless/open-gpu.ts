// Opens WebGPU under Node: Dawn (the `webgpu` package) on whatever Vulkan driver the machine has, or a software one.
// Under Deno, which has a WebGPU of its own (wgpu), that one. It hands out a GPU object like a browser's navigator.gpu;
// it does not know the engine.
import { lavapipeFile, vulkanDriver } from './vulkan.mjs';

export type FoundGpu =
  | { readonly kind: 'gpu'; readonly gpu: GPU; readonly driver: string }
  | { readonly kind: 'none'; readonly reason: string };

let found: Promise<FoundGpu> | undefined;

/** The machine's GPU. `adapter`: part of an adapter's name, or "software". Throws with what is missing when there is
 *  none. */
export async function openGpu(adapter?: string): Promise<GPU> {
  const answer = await findGpu(adapter);
  if (answer.kind === 'none') throw new Error(answer.reason);
  return answer.gpu;
}

/** The machine's GPU, or why there is none: for tests, which are then skipped out loud. Dawn is loaded once per
 *  process, for the first who asks. */
export function findGpu(adapter?: string): Promise<FoundGpu> {
  found ??= find(adapter);
  return found;
}

async function find(wanted: string | undefined): Promise<FoundGpu> {
  const lavapipe = wanted === 'software' ? lavapipeFile() : undefined;
  if (lavapipe && !process.env['VK_DRIVER_FILES']) process.env['VK_DRIVER_FILES'] = lavapipe;
  const driver = vulkanDriver();
  if (!driver)
    return {
      kind: 'none',
      reason: 'no Vulkan driver was found: install mesa-vulkan-drivers (24 or newer), or Chromium for its SwiftShader',
    };
  Object.assign(process.env, driver.environment);
  if ('Deno' in globalThis) {
    const gpu = await ownGpu(navigator.gpu);
    return gpu ?? { kind: 'none', reason: `WebGPU (wgpu in Deno) found no adapter on ${driver.name}` };
  }
  try {
    const { create, globals } = await import('webgpu');
    Object.assign(globalThis, globals);
    calmPolling();
    const gpu = create(wanted && wanted !== 'software' ? [`adapter=${wanted}`] : []) as GPU;
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter)
      return {
        kind: 'none',
        reason: `WebGPU (Dawn) found no adapter${wanted ? ` named "${wanted}"` : ''} on ${driver.name}`,
      };
    return { kind: 'gpu', gpu, driver: driver.name };
  } catch (error) {
    return {
      kind: 'none',
      reason: `WebGPU (Dawn) could not be loaded: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

async function ownGpu(gpu: GPU | undefined): Promise<FoundGpu | undefined> {
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
  return gpu && adapter ? { kind: 'gpu', gpu, driver: `wgpu in Deno: ${adapter.info.description}` } : undefined;
}

const eagerPolls = 20;
const sameWaitMs = 10;

/**
 * While anything is pending, Dawn's Node binding asks for events by setImmediate again and again: a whole core spent on
 * asking, which a software GPU needs itself (measured on two cores: three quarters of a run's processor time). So after
 * a few polls of one wait the others come a millisecond apart.
 */
function calmPolling(): void {
  const immediately = globalThis.setImmediate;
  let polls = 0;
  let lastMs = 0;
  const calm = (callback: (...args: unknown[]) => void, ...args: unknown[]) => {
    const nowMs = performance.now();
    polls = nowMs - lastMs > sameWaitMs ? 0 : polls + 1;
    lastMs = nowMs;
    return polls < eagerPolls ? immediately(callback, ...args) : setTimeout(callback, 1, ...args);
  };
  globalThis.setImmediate = calm as unknown as typeof setImmediate;
}
