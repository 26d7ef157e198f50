// Where the packages of a Python image lie. Whoever starts threads asks; features answer.
import { present } from '../../basics/check';
import type { PythonImage } from './interpreter';
import type { SealedThread } from './sandbox-thread';

export interface FoundImage {
  readonly image: PythonImage;
  /** Takes what makes its next start short. */
  readonly keep?: (snapshot: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Its addresses are not needed any more. */
  readonly release?: () => void;
}

/** Where a named image of Python lies. Rejects where it cannot be had. */
export type FindImage = (name: string) => Promise<FoundImage>;

/** A thread of Python with the packages of the image. Rejects where nobody has them. */
export async function startWithImage(
  name: string,
  findImage: FindImage | undefined,
  start: (image: PythonImage) => Promise<SealedThread>,
): Promise<SealedThread> {
  const { image, keep, release } = await present(findImage, `nothing here has the packages "${name}"`)(name);
  try {
    const thread = await start(image);
    if (thread.snapshot) await keep?.(thread.snapshot);
    return thread;
  } finally {
    release?.();
  }
}
