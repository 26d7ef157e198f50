// A file that the lab made, brought to the person's downloads; what went wrong becomes a callout.
import { notify } from './notices-store';
import { orFault } from './trainer-store';

export async function exported(
  make: () => Promise<{ readonly fileName: string; readonly bytes: Uint8Array }>,
): Promise<void> {
  const said = { kind: 'storage', what: 'The export failed.', now: 'Try again when the step is done.' } as const;
  await orFault(said, async () => handOver(await make()));
}

/** Into the person's downloads. */
export function handOver({
  fileName,
  bytes,
}: {
  readonly fileName: string;
  readonly bytes: Uint8Array | string;
}): void {
  const address = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  notify({ text: `${fileName} is in your downloads.` });
}
