// A file that the lab made, brought to the person's downloads; what went wrong becomes a callout.
import { notify } from './notices-store';
import { addFault } from './trainer-store';

export async function exported(make: () => Promise<{ readonly fileName: string; readonly bytes: Uint8Array }>): Promise<void> {
  try {
    const file = await make();
    download(file);
    notify({ text: `${file.fileName} is in your downloads.` });
  } catch (fault) {
    addFault({ kind: 'storage', what: 'The export failed.', why: reasonOf(fault), now: 'Try again when the step is done.' });
  }
}

export function reasonOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

function download({ fileName, bytes }: { readonly fileName: string; readonly bytes: Uint8Array }): void {
  const address = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
