// Where the sandbox of this browser finds packages of Python: among the wheels that were given to it.
import { once } from '../../../basics/once';
import { openStorage } from '../../../files/storage/storage';
import type { FindImage } from '../../../run/sandbox/find-image';
import { findKeptImage, type KeptValues } from './kept-wheels';

const storage = once((forget) => openStorage({ onClosed: forget }));

const kept = async (): Promise<KeptValues> => (await storage()).settings;

export const findImage: FindImage = findKeptImage(kept, {
  of: async (bytes) => URL.createObjectURL(bytes),
  end: (address) => URL.revokeObjectURL(address),
});
