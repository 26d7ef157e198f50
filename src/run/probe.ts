// Whether there is a GPU to train on, and which. It needs nothing of the engine but how a device is opened, so a page
// can say it before the engine is fetched.
import type { SharedDevice } from './shared-device';
import type { AdapterReport } from './trainer-api';

export async function probe(
  findGpu: () => GPU | undefined,
  device: Pick<SharedDevice, 'plain'>,
): Promise<AdapterReport> {
  const nothing = { available: false, name: '', vendor: '', architecture: '', software: false };
  if (!findGpu())
    return {
      ...nothing,
      missing: {
        what: 'This browser has no WebGPU.',
        todo: 'Open the page in a new Chrome, Edge or Chromium, or in Firefox with WebGPU switched on, from https or localhost.',
      },
    };
  try {
    const { adapter } = await device.plain();
    return {
      available: true,
      name: adapter.name,
      vendor: adapter.vendor,
      architecture: '',
      software: adapter.software,
    };
  } catch (error) {
    const todo =
      'Update the browser and the graphics driver, switch on hardware acceleration in its settings, then reload.';
    return {
      ...nothing,
      missing: { what: `No GPU could be opened: ${error instanceof Error ? error.message : String(error)}`, todo },
    };
  }
}
