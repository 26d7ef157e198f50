// Opens the adapter's device with the limits it really has, and says who it is. Everything above asks limits here.
// It does not know where the GPU object comes from (navigator.gpu in a worker, Dawn under Node): it is handed in.
import { check } from '../../basics/check';
import { type Unless, unless } from '../../basics/unless';
import { DeviceLostError } from '../../contract/learner';
import type { KernelStore } from './kernel';
import { WorkCounter } from './work';

/** The GPU has no memory left for what was asked of it: what was on the device is to be given up, and less of it asked
 *  for. */
export class OutOfMemoryError extends Error {
  override name = 'OutOfMemoryError';
}

/** Where a driver notices late, the device goes instead of complaining: VK_ERROR_OUT_OF_DEVICE_MEMORY, E_OUTOFMEMORY,
 *  "Not enough memory left". */
const memoryWords = /out[ _]?of[ _]?(?:(?:device|host|gpu|video)[ _])?memory|not enough (?:gpu |video )?memory/i;

/** Whether work failed because the GPU had no memory left for it. */
export const isOutOfMemory = (error: unknown): error is Error =>
  error instanceof OutOfMemoryError || (error instanceof DeviceLostError && memoryWords.test(error.message));

/** How long a complaint waits for word that the device was lost. Under wgpu (Deno, Firefox) all calls on a lost device
 *  are refused as invalid, and `lost` resolves a moment after the first of these refusals. */
export const lossGraceMs = 100;

export interface EngineDevice {
  readonly device: GPUDevice;
  readonly adapter: AdapterCard;
  /** Lanes that the smallest subgroup has; 0 where there are none. */
  readonly lanes: number;
  /** Of kernels that exist in variants: the one this adapter is best served with, where it was tuned
   *  (engine/tuner.ts). */
  readonly variants?: Readonly<Record<string, string>>;
  /** Of its kernels: what one engine had compiled is there for the next. */
  readonly kernels: KernelStore;
  /** What it was asked for so far. */
  readonly work: WorkCounter;
  /** Rejects with DeviceLostError when the device goes; never resolves. */
  readonly lost: Promise<never>;
  /** What work gives, or the rejection of `lost` as soon as the device goes. */
  readonly unlessLost: Unless;
  /** The first error the device reported on its own (validation, out of memory), if any. */
  fault(): Error | undefined;
  /** Why work failed. Rejects with DeviceLostError when the device goes within a moment of its first complaint, else
   *  with that complaint, else with `error`. Resolves where there is neither. */
  raise(error?: unknown): Promise<void>;
}

export interface AdapterCard {
  readonly vendor: string;
  readonly name: string;
  /** True for a processor that plays GPU (lavapipe, SwiftShader, WARP). */
  readonly software: boolean;
  readonly features: readonly string[];
}

const softwareNames = /swiftshader|llvmpipe|lavapipe|warp|basic render|software/i;

/** Asks for the strongest adapter and all the limits it has. Throws with advice where there is none. */
export async function requestEngineDevice(gpu: GPU): Promise<EngineDevice> {
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  check(
    adapter,
    'no WebGPU adapter was found: update the browser or the graphics driver, or start it with software WebGPU',
  );
  const limits = adapter.limits;
  const requiredLimits = {
    maxBufferSize: limits.maxBufferSize,
    maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
    maxStorageBuffersPerShaderStage: limits.maxStorageBuffersPerShaderStage,
    maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
  };
  const requiredFeatures: GPUFeatureName[] = adapter.features.has('subgroups') ? ['subgroups'] : [];
  const device = await adapter.requestDevice({ label: 'grove engine', requiredLimits, requiredFeatures });
  const lanes = requiredFeatures.length > 0 ? (adapter.info.subgroupMinSize ?? 0) : 0;
  return watched(device, cardOf(adapter), lanes);
}

/** What is known of an adapter. Browsers hold back what would tell one person from another, Firefox all of it, and
 *  older ones say of the adapter itself whether it is a fallback. */
export function cardOf(adapter: Pick<GPUAdapter, 'info' | 'features'>): AdapterCard {
  const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info;
  const isFallback: unknown = isFallbackAdapter ?? Reflect.get(adapter, 'isFallbackAdapter');
  const software = isFallback === true || softwareNames.test([vendor, architecture, device, description].join(' '));
  const known = [description, device, [vendor, architecture].filter(Boolean).join(' ')].find(Boolean);
  const unknown = software ? 'a processor in place of a GPU' : 'a GPU that the browser does not name';
  return { vendor, name: known ?? unknown, software, features: [...adapter.features] };
}

function errorOf(error: GPUError): Error {
  const ranOut = error.constructor.name === 'GPUOutOfMemoryError' || memoryWords.test(error.message);
  return ranOut
    ? new OutOfMemoryError(`the GPU has no memory left: ${error.message}`)
    : new Error(`the GPU refused work: ${error.message}`);
}

/** Wraps a device: keeps its first uncaught error and turns its loss into a rejection. */
export function watched(device: GPUDevice, adapter: AdapterCard, lanes = 0): EngineDevice {
  const moment = () => new Promise<void>((resolve) => setTimeout(resolve, lossGraceMs));
  let fault: { readonly error: Error; readonly waited: Promise<void> } | undefined;
  device.addEventListener('uncapturederror', (event) => {
    const { error } = event as GPUUncapturedErrorEvent;
    fault ??= { error: errorOf(error), waited: moment() };
  });
  const lost = device.lost.then((info): never => {
    throw new DeviceLostError(
      `the GPU device was lost (${info.reason || 'unknown'}): ${info.message || 'no message'}. Open the engine again`,
    );
  });
  const unlessLost = unless(lost);
  return {
    device,
    adapter,
    lanes,
    kernels: { made: new Map(), waiting: new Set(), underWay: new Set() },
    work: new WorkCounter(),
    lost,
    unlessLost,
    fault: () => fault?.error,
    raise: async (error) => {
      if (fault) await unlessLost(fault.waited);
      else if (error !== undefined) await unlessLost(moment());
      if (fault) throw fault.error;
      if (error !== undefined) throw error;
    },
  };
}
