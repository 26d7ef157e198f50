// Pictures: patches become rows of the embedding by one product, patch · W. A patch is its pixels and, as two one-hot
// numbers, its place: W's rows for places are learned embeddings of row and column. W belongs to a policy – the last
// section of its adapter or of its own weights – and moves with it. Inside a batch a patch is an id beyond the
// vocabulary, the same for the same patch, so that equal prompts, shared prefixes and packed groups are found as ever.
// Whence: ViT's linear patch embedding; Fuyu-8B, where patches go straight into a decoder.
import { present } from '../../basics/check';
import { isPatchNumber, mostPatches, numbersOf, type Patch, partsOfIds, patchBytes } from '../../contract/patches';

/** Floats of a patch: pixels in [−1, 1], then row and column, one-hot. */
export const patchWidth = patchBytes + 2 * mostPatches;
/** A place weighs like a dozen pixels: AdamW moves every weight as far, and one weight has to move a place's row. */
const placeValue = 4;

/** Prompts in which every patch is one id, `vocabulary` + its place in `patches`. */
export interface WithPatches<Group> {
  readonly groups: readonly Group[];
  readonly patches: readonly Float32Array[]; // [patches][patchWidth]
}

export function withPatches<Group extends { readonly prompt_P: readonly number[] }>(
  groups: readonly Group[],
  vocabulary: number,
): WithPatches<Group> {
  if (!groups.some(({ prompt_P }) => prompt_P.some(isPatchNumber))) return { groups, patches: [] };
  const known = new Map<string, number>();
  const patches: Float32Array[] = [];
  const idOf = (patch: Patch): number => {
    const key = numbersOf(patch).join();
    const id = known.get(key) ?? vocabulary + patches.length;
    if (!known.has(key)) patches.push(floatsOf(patch));
    known.set(key, id);
    return id;
  };
  const read = (prompt_P: readonly number[]) =>
    partsOfIds(prompt_P).flatMap((part) => ('pixels' in part ? [idOf(part)] : part));
  return { groups: groups.map((group) => ({ ...group, prompt_P: read(group.prompt_P) })), patches };
}

function floatsOf({ row, column, pixels }: Patch): Float32Array {
  const floats = new Float32Array(patchWidth);
  for (const [at, value] of pixels.entries()) floats[at] = value / 127.5 - 1;
  floats[patchBytes + row] = placeValue;
  floats[patchBytes + mostPatches + column] = placeValue;
  return floats;
}

/** The patches that rows show, zeros where a row is a word. */
export function patchesByRow(
  token_M: readonly number[],
  { patches, vocabulary }: { readonly patches: readonly Float32Array[]; readonly vocabulary: number },
): Float32Array {
  const floats = new Float32Array(token_M.length * patchWidth);
  for (const [row, token] of token_M.entries()) {
    if (token >= vocabulary) floats.set(present(patches[token - vocabulary], 'patch'), row * patchWidth);
  }
  return floats;
}
