// The one GPU device that all work here shares: opened when first asked for, and another once it was lost or has
// complained – a complaint is said again at every read-back, so nothing on that device goes on. It does not know where
// the GPU comes from, nor what runs on it.
import { type EngineDevice, requestEngineDevice } from '../engine/gpu/device';
import type { Workbench } from '../engine/tuner';

export interface SharedDevice {
  /** The device as it is. Whoever still works on one that has complained sees it lost. */
  plain(): Promise<EngineDevice>;
  /** The device with the kernels that suit it best, found out by the first who asks; with plain ones where that
   *  fails. */
  tuned(): Promise<EngineDevice>;
  /** Destroys the device, if one is open. */
  close(): Promise<void>;
}

type Tune = (device: EngineDevice, bench: Workbench) => Promise<EngineDevice>;

/** Fetched when first asked for: all kernels hang on it, and a device is opened without them. */
const fetchedTune: Tune = async (...asked) => (await import('../engine/tuner')).tuned(...asked);

/** `findGpu` answers undefined where there is no WebGPU at all. Without a workbench nothing is tuned. */
export function sharedDevice(
  findGpu: () => GPU | undefined,
  workbench?: Workbench,
  tune: Tune = fetchedTune,
): SharedDevice {
  let opening: Promise<EngineDevice> | undefined;
  const forget = (past: Promise<EngineDevice>) => {
    if (opening === past) opening = undefined;
  };
  const begin = (): Promise<EngineDevice> => {
    const begun = openDevice(findGpu());
    opening = begun;
    begun.then(
      ({ lost }) => lost.catch(() => forget(begun)),
      () => forget(begun),
    );
    return begun;
  };
  /** Tuning failed on them, and may have broken them. */
  const spoilt = new WeakSet<EngineDevice>();
  const plain = async (): Promise<EngineDevice> => {
    const asked = opening ?? begin();
    const opened = await asked;
    if (!opened.fault() && !spoilt.has(opened)) return opened;
    forget(asked);
    opened.device.destroy();
    return plain();
  };
  const tunings = new WeakMap<EngineDevice, Promise<EngineDevice>>();
  let bench = workbench;
  return {
    plain,
    tuned: async () => {
      const opened = await plain();
      if (!bench) return opened;
      const untuned = () => {
        bench = undefined; // once is enough: the next device would break in the same way
        spoilt.add(opened);
        return plain();
      };
      const tuning = tunings.get(opened) ?? tune(opened, bench).catch(untuned);
      tunings.set(opened, tuning);
      return tuning;
    },
    close: async () => {
      const opened = await opening?.catch(() => undefined);
      opened?.device.destroy();
    },
  };
}

async function openDevice(gpu: GPU | undefined): Promise<EngineDevice> {
  if (!gpu) throw new Error('there is no WebGPU here');
  return requestEngineDevice(gpu);
}
