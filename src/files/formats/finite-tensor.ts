// What every reader and writer of weights passes its tensors through.
import { check } from '../../basics/check';
import { unfiniteFault } from '../../basics/finite';
import type { NamedTensor } from '../../contract/weights';
import { checkFile } from './format-error';

/** The tensor as it is. Throws a FormatError that names it where a number of it is not finite. */
export function finiteTensor<T extends NamedTensor>(tensor: T, fileName: string): T {
  const fault = unfiniteFault(tensor.name, tensor.data);
  checkFile(
    fault === undefined,
    fileName,
    () => `${fault}: the file is damaged, or its training went wrong. Take another or an earlier one`,
  );
  return tensor;
}

/** Throws before numbers are kept that no reader would take back: what was kept before them stays. */
export function checkWritable({ name, data }: Pick<NamedTensor, 'name' | 'data'>): void {
  const fault = unfiniteFault(name, data);
  check(fault === undefined, () => `${fault}: it is not kept, and what was kept before it stays`);
}
