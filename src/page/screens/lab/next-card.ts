// Where an arrow key leads among cards that stand in rows of any length. Pure.

export type Box = Pick<DOMRect, 'left' | 'top' | 'width'>;

/** The index of the card that the key leads to; undefined where it leads nowhere. */
export function nextCard(boxes: readonly Box[], at: number, key: string): number | undefined {
  const here = boxes[at];
  if (!here) return key.startsWith('Arrow') && boxes.length > 0 ? 0 : undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return boxes.length - 1;
  if (key === 'ArrowRight') return at + 1 < boxes.length ? at + 1 : undefined;
  if (key === 'ArrowLeft') return at > 0 ? at - 1 : undefined;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const downwards = key === 'ArrowDown' ? 1 : -1;
  const beyond = boxes.map(({ top }) => downwards * (top - here.top));
  const row = Math.min(...beyond.filter((far) => far > 1));
  const middle = ({ left, width }: Box) => left + width / 2;
  const inRow = boxes.flatMap((box, index) =>
    beyond[index] === row ? [{ index, aside: Math.abs(middle(box) - middle(here)) }] : [],
  );
  return inRow.sort((a, b) => a.aside - b.aside)[0]?.index;
}
