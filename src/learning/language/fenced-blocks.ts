// The fenced blocks of an answer: ``` and a label, lines, ```. Language models write code so. Knows nothing of what the
// blocks hold.

export interface FencedBlock {
  /** In lower case; "" where there is none. */
  readonly label: string;
  readonly text: string;
}

/** In order; a block that is not closed ends with the text. */
export function fencedBlocks(text: string): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: { readonly label: string; readonly lines: string[] } | undefined;
  const close = () => {
    if (open) blocks.push({ label: open.label, text: open.lines.join('\n') });
    open = undefined;
  };
  for (const line of text.split('\n')) {
    const [, label] = /^[ \t]*```+[ \t]*([^\s`]*)[^`]*$/.exec(line) ?? [];
    if (label === undefined) open?.lines.push(line);
    else if (open) close();
    else open = { label: label.toLowerCase(), lines: [] };
  }
  close();
  return blocks;
}

/** The text as a block of that label. */
export function fenced(label: string, text: string): string {
  return `\`\`\`${label}\n${text}\n\`\`\``;
}
